import { execFile } from "node:child_process";
import { lstat } from "node:fs/promises";
import { resolve } from "node:path";
import { promisify } from "node:util";
import type { AuthorizationTarget } from "@relay-harness/protocol";

const run = promisify(execFile);

const gitTimeoutMs = 2000;
const maxOutput = 16 * 1024 * 1024;
/** More targets than this are shown without facts. */
const maxTargets = 20;
/** Something that only the shell can resolve. */
const needsShell = /[*?[\]{}$`]|^~/;

/**
 * The same targets with what helps to judge them: whether they are there, and whether git has something of
 * them. What is not known is left out.
 */
export async function withTargetFacts(
  targets: readonly AuthorizationTarget[],
  cwd: string,
  signal?: AbortSignal,
): Promise<AuthorizationTarget[]> {
  return Promise.all(
    targets.map(async (target, index) => {
      const { path } = target;
      if (path === undefined || index >= maxTargets || needsShell.test(path)) return target;
      if (!(await exists(resolve(cwd, path)))) return { ...target, exists: false };
      const tracked = await isTracked(path, cwd, signal);
      return { ...target, exists: true, ...(tracked !== undefined && { tracked }) };
    }),
  );
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    // Absent, or not ours to see: then the command will not find it either.
    return false;
  }
}

/** `undefined` outside of a worktree, without git, and when it is too slow. */
async function isTracked(path: string, cwd: string, signal?: AbortSignal): Promise<boolean | undefined> {
  try {
    const args = ["--no-optional-locks", "--literal-pathspecs", "ls-files", "-z", "--", path];
    const { stdout } = await run("git", args, {
      cwd,
      timeout: gitTimeoutMs,
      maxBuffer: maxOutput,
      windowsHide: true,
      signal,
    });
    return stdout !== "";
  } catch {
    return undefined;
  }
}
