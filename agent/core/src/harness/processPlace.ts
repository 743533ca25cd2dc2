import { homedir, tmpdir } from "node:os";
import { resolve } from "node:path";
import { loadShellParser } from "./grammar/loadShellParser.ts";
import type { EffectOptions } from "./alignment/toolEffect.ts";
import type { ShellFacts } from "./shell/types.ts";

/**
 * Where commands run as far as a process knows without looking at files: which operands of `git checkout`
 * are paths is judged by their looks then (harness.md §3.2).
 */
function processFacts(): ShellFacts {
  const cwd = process.cwd();
  const isWindows = process.platform === "win32";
  const tempDirs = new Set([tmpdir(), ...(isWindows ? [] : ["/tmp", "/var/tmp"])]);
  return {
    cwd,
    workspace: cwd,
    home: homedir(),
    tempDirs: [...tempDirs].filter((folder) => folder !== cwd),
    platform: isWindows ? "windows" : "posix",
  };
}

/** What the host did not say about calls, as this process knows it. */
export function withProcessPlace(effects: Partial<EffectOptions> = {}): EffectOptions {
  return { facts: processFacts, loadParser: loadShellParser, ...effects };
}

export function pathResolver({ facts }: Pick<EffectOptions, "facts">): (path: string) => string {
  return (path) => resolve(facts().cwd, path);
}
