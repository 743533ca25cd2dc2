import type { ShellLanguage } from "../syntax.ts";
import type { Argument } from "../walk/argument.ts";
import type { Call, Input } from "../walk/call.ts";

/** What a wrapper runs. */
export type Inner = InnerWords | InnerScript;

interface InnerCommon {
  /** The wrapper ends with its exit status. */
  readonly passesStatus: boolean;
  /** What it reads; without it, what the wrapper reads. */
  readonly input?: Input;
  /** In a container or on another machine. */
  readonly isElsewhere?: boolean;
  /** Absolute folder, when the wrapper changes it. */
  readonly cwd?: string;
}

export interface InnerWords extends InnerCommon {
  readonly type: "words";
  readonly words: readonly Argument[];
  /** The first word is a file that a shell or another interpreter reads. */
  readonly scriptOf?: "shell" | "interpreter";
}

export interface InnerScript extends InnerCommon {
  readonly type: "script";
  readonly text: Argument;
  readonly language: ShellLanguage;
  /** Values of `$0`, `$1` ... */
  readonly parameters: readonly Argument[];
  readonly errexit: boolean;
  readonly pipefail: boolean;
  /** Only given a name here: it does not run. */
  readonly isDefinition?: boolean;
  /** Runs in the shell that holds it, as `eval` does. */
  readonly isSameShell?: boolean;
}

/** What a call runs; `undefined` when it is not the wrapper it looks like, `"unreadable"` when no one can tell. */
export type Unwrapper = (call: Call) => readonly Inner[] | "unreadable" | undefined;

export function words(
  list: readonly Argument[],
  options: Omit<InnerWords, "type" | "words" | "passesStatus"> & { passesStatus?: boolean } = {},
): Inner[] {
  return list.length > 0 ? [{ type: "words", words: list, passesStatus: true, ...options }] : [];
}

export function script(text: Argument, options: Partial<Omit<InnerScript, "type" | "text">> = {}): Inner {
  return {
    type: "script",
    text,
    language: "bash",
    parameters: [],
    errexit: false,
    pipefail: false,
    passesStatus: true,
    ...options,
  };
}
