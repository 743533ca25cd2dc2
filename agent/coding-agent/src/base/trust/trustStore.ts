import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isJsonObject, type JsonObject } from "@relay-harness/protocol";
import { replaceLocked } from "../lockedFile.ts";
import { canonicalPath } from "./protectedResources.ts";

export interface SavedTrust {
  /** Canonical directory -> decision. */
  decisions: Readonly<Record<string, boolean>>;
  /** The file could not be parsed: it counts as empty and is not written. */
  error?: string;
}

function trustFilePath(agentDir: string): string {
  return join(agentDir, "trust.json");
}

/** The decisions of `trust.json`; a missing file has none. */
export function readTrust(agentDir: string): SavedTrust {
  const path = trustFilePath(agentDir);
  try {
    const value = readObject(path);
    const decisions = Object.entries(value).filter(
      (entry): entry is [string, boolean] => typeof entry[1] === "boolean",
    );
    return { decisions: Object.fromEntries(decisions) };
  } catch (error) {
    return {
      decisions: {},
      error: `Cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** The decision for `cwd` or its nearest ancestor that has one. */
export function lookUpTrust(
  { decisions }: SavedTrust,
  cwd: string,
  platform: NodeJS.Platform = process.platform,
): boolean | undefined {
  const keys = new Map(
    Object.entries(decisions).map(([dir, isTrusted]) => [comparable(dir, platform), isTrusted]),
  );
  for (let at = canonicalPath(cwd); ; at = dirname(at)) {
    const decision = keys.get(comparable(at, platform));
    if (decision !== undefined) return decision;
    if (dirname(at) === at) return undefined;
  }
}

/** Saves a decision for a directory, `undefined` removes it. Rejects when the file cannot be parsed. */
export async function saveTrust(
  agentDir: string,
  dir: string,
  isTrusted: boolean | undefined,
): Promise<void> {
  const path = trustFilePath(agentDir);
  await replaceLocked(path, () => {
    const decisions = readObject(path);
    const key = canonicalPath(dir);
    if (isTrusted === undefined) delete decisions[key];
    else decisions[key] = isTrusted;
    return `${JSON.stringify(decisions, null, 2)}\n`;
  });
}

function readObject(path: string): JsonObject {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new TypeError("expected a JSON object");
  return value;
}

function comparable(path: string, platform: NodeJS.Platform): string {
  return platform === "win32" ? path.toLowerCase() : path;
}
