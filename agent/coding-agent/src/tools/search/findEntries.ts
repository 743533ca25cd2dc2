import { realpath } from "node:fs/promises";
import { devNull } from "node:os";
import { posix, sep } from "node:path";

import { compileGlob } from "./globPattern.ts";
import { isInsideGitDirectory, isInsideRepository } from "./ignoreLevels.ts";
import { searchRecords } from "./searchProcess.ts";
import { walk } from "./walk.ts";

/** Longer than any path. */
const maxRecordBytes = 64 * 1024;

/** Paths relative to `root`, directories with a final `/`, as `fd` finds them. */
export async function* fdEntries(binary: string, root: string, signal?: AbortSignal): AsyncGenerator<string> {
  const args = ["--hidden", "--no-global-ignore-file", "--color=never", "--path-separator=/", "--print0"];
  const directory = await realpath(root);
  if (!isInsideRepository(directory)) args.push("--no-require-git");
  if (!isInsideGitDirectory(directory)) args.push("--exclude=.git/");
  args.push("--", ".");
  // Git's global ignore file is found through these.
  const env = { ...process.env, HOME: devNull, XDG_CONFIG_HOME: devNull };
  const records = searchRecords({ binary, args, cwd: root, env, separator: 0, maxRecordBytes, signal });
  for await (const bytes of records) {
    const path = bytes.toString().replace(/^\.\//, "");
    if (path !== "") yield path;
  }
}

/** The same without `fd`. */
export async function* builtinEntries(root: string, signal?: AbortSignal): AsyncGenerator<string> {
  for await (const entry of walk(root, { ownIgnoreName: ".fdignore", signal })) {
    yield entry.kind === "directory" ? `${entry.path}/` : entry.path;
  }
}

/**
 * Tells whether an entry matches the pattern of `find` (sessions-and-tools.md §14.2): a glob on the
 * base name, or with `/` on the path relative to `root`. An absolute pattern counts below `root`
 * only. Throws for an invalid glob.
 */
export function entryMatcher(pattern: string, root: string): (entry: string) => boolean {
  let glob = pattern;
  let isPath = false;
  if (glob.startsWith("/") || (sep === "\\" && /^[A-Za-z]:/.test(glob))) {
    const prefix = `${root.split(sep).join("/").replace(/\/$/, "")}/`;
    if (!glob.startsWith(prefix)) return () => false;
    glob = glob.slice(prefix.length);
    isPath = true;
  }
  if (glob.startsWith("./")) {
    glob = glob.replace(/^(?:\.\/+)+/, "");
    isPath = true;
  }
  const onlyDirectories = glob.endsWith("/");
  if (onlyDirectories) glob = glob.slice(0, -1);
  isPath ||= glob.includes("/");
  if (glob === "") return () => true;
  const expression = compileGlob(glob);
  return (entry) => {
    const isDirectory = entry.endsWith("/");
    if (onlyDirectories && !isDirectory) return false;
    const path = isDirectory ? entry.slice(0, -1) : entry;
    return expression.test(isPath ? path : posix.basename(path));
  };
}
