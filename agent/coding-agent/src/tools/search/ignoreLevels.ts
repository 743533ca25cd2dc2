import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

import { statReachable } from "../../base/reachable.ts";
import { IgnoreFile, type IgnoreVerdict } from "./ignoreFile.ts";

/** Ignore files of one directory, strongest kind first, and those of the directories above it. */
export interface IgnoreLevel {
  /** In the order of {@link ignoreKinds}. */
  files: (IgnoreFile | undefined)[];
  /** `.gitignore` files above it do not count. */
  endsRepository: boolean;
  /** What to put before a path relative to the searched root to make it relative to this directory. */
  before: string;
  /** What to cut off such a path instead. */
  cut: number;
  parent: IgnoreLevel | undefined;
}

/** Own file of the search tool, `.ignore`, `.gitignore`, `.git/info/exclude`. */
const ignoreKinds = ["own", "ignore", "git", "exclude"] as const;
const firstGitKind = ignoreKinds.indexOf("git");

function readIgnoreFile(path: string): IgnoreFile | undefined {
  let text: string;
  // A pipe or a device of that name would never end.
  if (!statReachable(path)?.isFile()) return undefined;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    // Missing, unreadable or a directory: there are no rules to respect.
    return undefined;
  }
  return new IgnoreFile(text);
}

function levelFiles(directory: string, ownName: string, names?: ReadonlySet<string>): IgnoreLevel["files"] {
  const read = (name: string, path: string): IgnoreFile | undefined =>
    names && !names.has(name) ? undefined : readIgnoreFile(join(directory, path));
  return [
    read(ownName, ownName),
    read(".ignore", ".ignore"),
    read(".gitignore", ".gitignore"),
    read(".git", join(".git", "info", "exclude")),
  ];
}

/** Level of a directory inside the searched root. `names` are its entries. */
export function childLevel(
  directory: string,
  options: {
    path: string;
    names: ReadonlySet<string>;
    ownName: string;
    /** Whether repositories bound what `.gitignore` files reach. */
    bounded: boolean;
    parent: IgnoreLevel | undefined;
  },
): IgnoreLevel | undefined {
  const { path, names, ownName, bounded, parent } = options;
  const files = levelFiles(directory, ownName, names);
  const endsRepository = bounded && names.has(".git");
  if (!endsRepository && files.every((file) => file === undefined)) return parent;
  return { files, endsRepository, before: "", cut: path === "" ? 0 : path.length + 1, parent };
}

/** Levels of the directories above the searched root, which is a real path. */
export function ancestorLevels(root: string, ownName: string, bounded: boolean): IgnoreLevel | undefined {
  const directories: string[] = [];
  for (let at = root; dirname(at) !== at; at = dirname(at)) directories.push(dirname(at));
  let level: IgnoreLevel | undefined;
  for (const directory of directories.reverse()) {
    const files = levelFiles(directory, ownName);
    const endsRepository = bounded && existsSync(join(directory, ".git"));
    if (!endsRepository && files.every((file) => file === undefined)) continue;
    const before = `${relative(directory, root).split(sep).join("/")}/`;
    level = { files, endsRepository, before, cut: 0, parent: level };
  }
  return level;
}

/**
 * Whether a path below the searched root is ignored. The strongest kind of file with an opinion
 * decides, and of one kind the file that is closest to the path.
 */
export function isIgnored(level: IgnoreLevel | undefined, path: string, isDirectory: boolean): boolean {
  const verdicts: IgnoreVerdict[] = ignoreKinds.map(() => undefined);
  let isBeyondRepository = false;
  for (let at = level; at; at = at.parent) {
    const own = at.before + path.slice(at.cut);
    for (const [kind, file] of at.files.entries()) {
      if (verdicts[kind] !== undefined || (isBeyondRepository && kind >= firstGitKind)) continue;
      verdicts[kind] = file?.test(own, isDirectory);
    }
    isBeyondRepository ||= at.endsRepository;
  }
  return verdicts.find((verdict) => verdict !== undefined) === "ignore";
}

/**
 * True when a path is in the work tree of a repository, whose `.gitignore` files are then the only
 * ones that count: somebody keeps a `*` in the one of the home directory. Elsewhere all count that
 * are above a path.
 */
export function isInsideRepository(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return true;
    if (dirname(at) === at) return false;
  }
}

/** True when a path lies in the `.git` directory of a repository. */
export function isInsideGitDirectory(path: string): boolean {
  for (let at = path; dirname(at) !== at; at = dirname(at)) {
    if (at.endsWith(`${sep}.git`) && statSync(at, { throwIfNoEntry: false })?.isDirectory()) return true;
  }
  return false;
}
