import { compileGlob, GlobSyntaxError } from "./globPattern.ts";

export type IgnoreVerdict = "ignore" | "include" | undefined;

interface IgnoreRule {
  pattern: RegExp;
  isNegated: boolean;
  onlyDirectories: boolean;
}

/** One rule per line; `undefined` for blanks, comments and globs that nobody can read. */
function parseRule(rawLine: string): IgnoreRule | undefined {
  if (rawLine.startsWith("#")) return undefined;
  let line = rawLine.endsWith("\\ ") ? rawLine : rawLine.trimEnd();
  if (line === "") return undefined;

  let isNegated = false;
  let isAnchored = false;
  if (line.startsWith("\\!") || line.startsWith("\\#")) {
    line = line.slice(1);
  } else {
    if (line.startsWith("!")) {
      isNegated = true;
      line = line.slice(1);
    }
    if (line.startsWith("/")) {
      isAnchored = true;
      line = line.slice(1);
    }
  }
  const onlyDirectories = line.endsWith("/");
  if (onlyDirectories) line = line.slice(0, -1);
  if (!isAnchored && !line.includes("/")) line = `**/${line}`;
  // What is below a directory is not the directory.
  if (line.endsWith("/**")) line = `${line}/*`;
  try {
    return { pattern: compileGlob(line), isNegated, onlyDirectories };
  } catch (error) {
    if (error instanceof GlobSyntaxError) return undefined;
    throw error;
  }
}

/** The rules of one ignore file. The last rule that matches a path decides; its parents are not asked. */
export class IgnoreFile {
  readonly #rules: readonly IgnoreRule[];

  constructor(text: string) {
    this.#rules = text
      .replace(/^\uFEFF/, "")
      .split(/\r?\n/)
      .map(parseRule)
      .filter((rule) => rule !== undefined);
  }

  /** Verdict on a path relative to the directory of the file. */
  test(path: string, isDirectory: boolean): IgnoreVerdict {
    for (let index = this.#rules.length - 1; index >= 0; index -= 1) {
      const rule = this.#rules[index];
      if (!rule || (rule.onlyDirectories && !isDirectory) || !rule.pattern.test(path)) continue;
      return rule.isNegated ? "include" : "ignore";
    }
    return undefined;
  }
}

/** What a search glob says about a path; `undefined` leaves it to the ignore files. */
export type GlobFilter = (path: string, isDirectory: boolean) => IgnoreVerdict;

/** `glob` without a leading `./`, whether or not it is negated. */
export function plainGlob(glob: string): string {
  return glob.replace(/^(!?)(?:\.\/+)+/, "$1");
}

/**
 * Filter of the `glob` argument of `grep` (sessions-and-tools.md §14.1): a positive glob leaves out
 * all files that it does not match, a negated one what it matches. Throws {@link GlobSyntaxError}.
 */
export function globFilter(glob: string): GlobFilter {
  const plain = plainGlob(glob);
  const isNegated = plain.startsWith("!");
  compileGlob(isNegated ? plain.slice(1) : plain);
  const rules = new IgnoreFile(isNegated ? plain.slice(1) : plain);
  return (path, isDirectory) => {
    const matches = rules.test(path, isDirectory) !== undefined;
    if (isNegated) return matches ? "ignore" : undefined;
    if (matches) return "include";
    return isDirectory ? undefined : "ignore";
  };
}
