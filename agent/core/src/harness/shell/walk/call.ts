import type { ShellLanguage } from "../syntax.ts";
import type { Argument } from "./argument.ts";
import type { Flow } from "./flow.ts";
import type { ShellState } from "./shellState.ts";

export interface ResolvedRedirect {
  readonly operator: string;
  readonly descriptor: number | undefined;
  readonly target: Argument;
}

/** What a command reads: text that is known, a download, a file, or what nothing is known of. */
export interface Input {
  readonly text?: string;
  /** The text holds expansions as written, not their values. */
  readonly isInexact?: boolean;
  readonly isFetched?: boolean;
  /** Packed or encoded: nobody reads what it becomes. */
  readonly isEncoded?: boolean;
  readonly file?: Argument;
  /** It comes through a pipe. */
  readonly isPiped?: boolean;
  /** Files listed by a cmdlet, which the next one may delete. */
  readonly isListing?: boolean;
}

export interface Program {
  /** Base name without `.exe`, `.cmd`, `.bat`. */
  readonly name: string;
  /** As written. */
  readonly path: Argument;
  /** A file of the project or elsewhere, not the command of that name. */
  readonly isScript: boolean;
  /** What reads the script, when it is not started by itself. */
  readonly scriptOf?: "shell" | "interpreter";
}

/** One program run with its words. */
export interface Call {
  readonly program: Program;
  /** Words after the program. */
  readonly args: readonly Argument[];
  /** All words, the program first. */
  readonly words: readonly Argument[];
  readonly redirects: readonly ResolvedRedirect[];
  readonly input: Input;
  readonly state: ShellState;
  readonly flow: Flow;
  readonly language: ShellLanguage;
  readonly source: string;
  /** Runs in a container or on another machine: its paths are not of this one. */
  readonly isElsewhere: boolean;
}
