import { existsSync, readFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ShellFacts } from "@relay-harness/agent-core/harness";

const posixTempDirs = ["/tmp", "/var/tmp"];

/** What the analysis of commands knows about the place where they run. */
export function shellFacts(cwd: string): ShellFacts {
  const isWindows = process.platform === "win32";
  const tempDirs = new Set([tmpdir(), ...(isWindows ? [] : posixTempDirs)]);
  return {
    cwd,
    workspace: cwd,
    home: homedir(),
    tempDirs: [...tempDirs].filter((folder) => folder !== cwd),
    platform: isWindows ? "windows" : "posix",
    pathExists: (path) => existsSync(resolve(cwd, path)),
    isRef: (name) => isRef(cwd, name),
  };
}

/** A branch, tag or remote branch, as far as the repository's own files tell. */
function isRef(cwd: string, name: string): boolean {
  if (name === "HEAD" || name === "-") return true;
  const git = join(cwd, ".git");
  if (name.includes("..") || !existsSync(git)) return false;
  if (["heads", "tags", "remotes"].some((kind) => existsSync(join(git, "refs", kind, name)))) return true;
  try {
    const packed = readFileSync(join(git, "packed-refs"), "utf8");
    return packed
      .split("\n")
      .some((line) => /\brefs\/(?:heads|tags|remotes)\/(.+)$/.exec(line)?.[1] === name);
  } catch {
    // A repository without packed refs.
    return false;
  }
}
