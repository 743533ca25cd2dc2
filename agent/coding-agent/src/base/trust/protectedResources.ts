import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** What lies in `.relay` and needs trust before it is loaded (seeds/security.md). */
const protectedNames = [
  "settings.json",
  "mcp.json",
  "extensions",
  "skills",
  "prompts",
  "themes",
  "SYSTEM.md",
  "APPEND_SYSTEM.md",
] as const;

export interface ProjectLocation {
  cwd: string;
  agentDir: string;
  /** Default: the user's. */
  home?: string;
}

/**
 * Absolute paths of the project's resources that need trust. The user's own, in the agent directory
 * and in `~/.agents`, are none, also when they lie in `cwd`.
 */
export function findProtectedResources({ cwd, agentDir, home = homedir() }: ProjectLocation): string[] {
  const relay = join(cwd, ".relay");
  const found = isSamePath(relay, agentDir)
    ? []
    : protectedNames.map((name) => join(relay, name)).filter(existsSync);
  for (const dir of projectDirectories(cwd)) {
    const skills = join(dir, ".agents", "skills");
    if (!isSamePath(dir, home) && existsSync(skills)) found.push(skills);
  }
  return found;
}

/** `cwd` and its ancestors up to the repository root, else to the filesystem root. */
export function projectDirectories(cwd: string): string[] {
  const directories = [resolve(cwd)];
  for (let at = resolve(cwd); !existsSync(join(at, ".git")) && dirname(at) !== at;) {
    at = dirname(at);
    directories.push(at);
  }
  return directories;
}

function isSamePath(a: string, b: string): boolean {
  return canonicalPath(a) === canonicalPath(b);
}

/** Real path; for what does not exist, the absolute path. */
export function canonicalPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // nothing there to resolve
    return resolve(path);
  }
}
