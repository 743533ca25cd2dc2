import { join } from "node:path";

import { findOnPath } from "../../base/shell/shellConfig.ts";

/** Path of a search program, `undefined` when the built-in search has to do. */
export type BinaryLookup = (name: "rg" | "fd") => Promise<string | undefined>;

/** Programs that did not understand us: asking them again is a waste. */
const rejected = new Set<string>();

/** Remembers that a program is of no use. */
export function rejectBinary(path: string): void {
  rejected.add(path);
}

async function packagedRipgrep(): Promise<string | undefined> {
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    return rgPath;
  } catch {
    // An optional dependency, which some platforms have no package of.
    return undefined;
  }
}

/** Looks in `<agentDir>/bin`, then on `PATH`; ripgrep may also come with the installation. */
export function localBinaryLookup(agentDir: () => string): BinaryLookup {
  return async (name) => {
    const names = name === "rg" ? ["rg"] : ["fd", "fdfind"];
    const suffix = process.platform === "win32" ? ".exe" : "";
    for (const candidate of names) {
      const path = findOnPath(candidate + suffix, process.env, [join(agentDir(), "bin")]);
      if (path && !rejected.has(path)) return path;
    }
    const packaged = name === "rg" ? await packagedRipgrep() : undefined;
    return packaged && !rejected.has(packaged) ? packaged : undefined;
  };
}
