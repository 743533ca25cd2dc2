import { join, resolve } from "node:path";
import { expandTilde } from "../base/paths.ts";

/** Directory name that stands for a working directory: `/a/b` -> `--a-b--`. */
export function encodeCwd(cwd: string): string {
  return `--${resolve(cwd)
    .replace(/^[/\\]/, "")
    .replace(/[/\\:]/g, "-")}--`;
}

export function sessionsRoot(agentDir: string): string {
  return join(agentDir, "sessions");
}

/** Where sessions of `cwd` lie unless a directory is configured. */
export function defaultSessionDir(cwd: string, agentDir: string): string {
  return join(sessionsRoot(agentDir), encodeCwd(cwd));
}

/** `2026-11-29T23-51-46-310Z_<id>.jsonl` */
export function sessionFileName(timestamp: string, id: string): string {
  return `${timestamp.replace(/[:.]/g, "-")}_${id}.jsonl`;
}

/**
 * The configured session directory, absolute, or `undefined` for the default one. Highest first: the
 * option, the environment, project setting, user setting (sessions-and-tools.md §1).
 */
export function configuredSessionDir(
  cwd: string,
  ...candidates: readonly (string | undefined)[]
): string | undefined {
  const chosen = candidates.find((candidate) => candidate !== undefined && candidate !== "");
  return chosen === undefined ? undefined : resolve(cwd, expandTilde(chosen));
}
