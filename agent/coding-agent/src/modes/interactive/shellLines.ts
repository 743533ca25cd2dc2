import type { BashResult } from "@relay-harness/protocol";
import type { SessionRuntime } from "../../session/agentSessionRuntime.ts";
import type { Transcript } from "./transcript.ts";

/** A line for the shell; `isPrivate`: the model never reads of it. */
interface ShellLine {
  command: string;
  isPrivate: boolean;
}

/** `!cmd` and `!!cmd` (cli.md §13.5); `undefined`: the text is something else. */
function parseShellLine(text: string): ShellLine | undefined {
  if (!text.startsWith("!")) return undefined;
  const isPrivate = text.startsWith("!!");
  return { command: text.slice(isPrivate ? 2 : 1).trim(), isPrivate };
}

/** Runs the user's own commands, one at a time, beside whatever else goes on. */
export class ShellLines {
  private running: Promise<BashResult> | undefined;

  constructor(
    private readonly runtime: Pick<SessionRuntime, "session">,
    private readonly transcript: Pick<Transcript, "line" | "text">,
  ) {}

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  /** False when the text is no line for the shell. Rejects when the command may not or cannot run. */
  async accept(text: string): Promise<boolean> {
    const line = parseShellLine(text);
    if (!line) return false;
    if (line.command !== "") await this.run(line);
    return true;
  }

  /** Ends the command that runs. */
  cancel(): void {
    this.runtime.session.abortBash();
  }

  private async run({ command, isPrivate }: ShellLine): Promise<void> {
    const { transcript } = this;
    if (this.running) {
      transcript.line("Warning: a command of yours is still running. Ctrl+C cancels it.");
      return;
    }
    if (isPrivate) transcript.line("(kept from the model)");
    const { session } = this.runtime;
    this.running = session.executeBash(command, (delta) => transcript.text(delta), {
      excludeFromContext: isPrivate,
    });
    try {
      for (const note of notes(await this.running)) transcript.line(note);
    } finally {
      this.running = undefined;
    }
  }
}

function notes({ cancelled, exitCode, truncated, fullOutputPath }: BashResult): string[] {
  return [
    ...(cancelled ? ["(cancelled)"] : exitCode === undefined || exitCode === 0 ? [] : [`(exit ${exitCode})`]),
    ...(truncated && fullOutputPath !== undefined
      ? [`(the model gets the end of it; all of it: ${fullOutputPath})`]
      : []),
  ];
}
