import { join, relative, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import { statReachable } from "../../base/reachable.ts";
import { readTextFile } from "../readText.ts";

const ignoreFileNames = [".gitignore", ".ignore", ".fdignore"] as const;

interface Level {
  dir: string;
  rules: Ignore;
}

/** Rules of the ignore files from the root of a scan down to one directory. */
export class IgnoreRules {
  private constructor(private readonly levels: readonly Level[]) {}

  static readonly none = new IgnoreRules([]);

  /** These rules and those of `dir`, a directory below. What cannot be read is told to `onProblem`. */
  enter(dir: string, onProblem: (path: string, error: unknown) => void): IgnoreRules {
    const rules = readRules(dir, onProblem);
    // The nearest file has the last word.
    return rules ? new IgnoreRules([{ dir, rules }, ...this.levels]) : this;
  }

  isIgnored(path: string, isDirectory: boolean): boolean {
    for (const { dir, rules } of this.levels) {
      const name = relative(dir, path).split(sep).join("/");
      const { ignored, unignored } = rules.test(isDirectory ? `${name}/` : name);
      if (ignored || unignored) return ignored;
    }
    return false;
  }
}

function readRules(dir: string, onProblem: (path: string, error: unknown) => void): Ignore | undefined {
  let rules: Ignore | undefined;
  for (const name of ignoreFileNames) {
    const path = join(dir, name);
    if (!statReachable(path)?.isFile()) continue;
    try {
      rules = (rules ?? ignore({ allowRelativePaths: true })).add(readTextFile(path));
    } catch (error) {
      onProblem(path, error);
    }
  }
  return rules;
}
