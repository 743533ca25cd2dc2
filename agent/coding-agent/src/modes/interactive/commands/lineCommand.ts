import type { ImageContent } from "@relay-harness/protocol";
import type { SessionRuntime } from "../../../session/agentSessionRuntime.ts";
import type { QuestionOptions } from "../lineInput.ts";
import type { Transcript } from "../transcript.ts";

/** Asks for a line; `undefined` when the user gives up. */
export type AskLine = (question: string, options?: QuestionOptions) => Promise<string | undefined>;

export interface LineCommandContext {
  runtime: SessionRuntime;
  transcript: Transcript;
  /** Everything behind the command's name. */
  argument: string;
  ask: AskLine;
  /** Ctrl+C. */
  signal: AbortSignal;
  /** Gives the user a text to edit and send once the command is over. */
  draft: (text: string, images?: readonly ImageContent[]) => void;
  /** Shows the session that has taken the place of another, from its header line on. */
  showSession: () => void;
  /** Control sequences for the terminal; everything else goes through `transcript`. */
  writeRaw: (text: string) => void;
  /** Ends the program when the command is over. */
  leave: () => void;
}

/** What it throws is shown to the user. */
export type RunLineCommand = (context: LineCommandContext) => void | Promise<void>;

export interface LineCommand {
  /** What may follow the name. */
  usage?: string;
  description: string;
  /** Does not wait for a command that is at work. */
  isUrgent?: true;
  /** Loads it on first use. */
  load: () => Promise<RunLineCommand>;
}
