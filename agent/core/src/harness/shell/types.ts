import type { ShellLanguage, ShellParser } from "./syntax.ts";

export type EffectClass = "destructive" | "external";

export interface OperationTarget {
  text: string;
  kind: "literal" | "dynamic" | "glob";
  /** The root, the home or a system folder, the workspace itself ...: never allowed by a message. */
  isDangerous: boolean;
}

/** How a message can allow an operation; `"ask"`: no message can. */
export type OperationClause = { group: string; qualifier?: string; needs?: "targets" | "names" } | "ask";

export interface Operation {
  /** Such as `git.push.force`. */
  id: string;
  classes: readonly EffectClass[];
  /** The command words of the operation, such as `git push --force`. */
  label: string;
  clause: OperationClause;
  targets: readonly OperationTarget[];
  /** Packages, units, processes. */
  names: readonly string[];
  /** The words of the operation's own simple command, in order. */
  words: readonly string[];
}

/** What the host knows about the place where the command runs. Paths are absolute. */
export interface ShellFacts {
  cwd: string;
  workspace: string;
  home: string;
  tempDirs: readonly string[];
  platform: "posix" | "windows";
  pathExists?(path: string): boolean;
  isRef?(name: string): boolean;
}

export type CheckKind = "test" | "types" | "lint" | "build";

/** Why a check's exit code does not become the exit code of the whole command. */
export type MaskReason =
  | "sequence"
  | "pipe"
  | "alternative"
  | "condition"
  | "negated"
  | "background"
  | "substitution"
  | "loop"
  | "wrapper"
  | "runner";

export interface CheckRun {
  kind: CheckKind;
  /** The simple command as written. */
  command: string;
  /** Selected by name, by path, or everything. */
  narrowed: "name" | "path" | null;
  /** Its failure makes the whole command fail, and exit code 0 means that it ran. */
  counts: boolean;
  /** Why it does not count. */
  masked?: MaskReason;
  /** A declared verification command. */
  isDeclared: boolean;
}

export interface AnalysisOptions {
  shell: ShellLanguage;
  facts: ShellFacts;
  parser: ShellParser;
  /** Declared verification commands of the project. */
  verifyCommands?: readonly string[];
}

export interface CommandAnalysis {
  operations: readonly Operation[];
  checks: readonly CheckRun[];
  /** Absolute paths that the command changes as far as its text tells; `*` when it does not tell which. */
  changes: readonly string[];
  /** It has checks, and what may change files stands before the first of them. */
  changesBeforeChecks: boolean;
  /** Every simple command only reads or is a check. */
  isReadOnly: boolean;
  hasParseError: boolean;
}
