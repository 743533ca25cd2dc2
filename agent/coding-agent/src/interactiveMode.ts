import type { SessionRuntime } from "./session/agentSessionRuntime.ts";
import type { OneShotPrompt } from "./modes/oneShot/oneShotMode.ts";

export interface InteractiveModeOptions {
  /** Sent at start, one after another. */
  initialMessages?: readonly string[];
  input?: NodeJS.ReadStream;
  output?: NodeJS.WriteStream;
}

/** The interface of the `relay` command, with the sessions of a runtime. */
export class InteractiveMode {
  constructor(
    private readonly runtime: SessionRuntime,
    private readonly options: InteractiveModeOptions = {},
  ) {}

  /** Resolves with the exit code when the user leaves. */
  async run(): Promise<number> {
    const { initialMessages = [], input = process.stdin, output = process.stdout } = this.options;
    const { runLineInterface } = await import("./modes/interactive/lineInterface.ts");
    const prompts: OneShotPrompt[] = initialMessages.map((text) => ({ text }));
    return runLineInterface({ runtime: this.runtime, prompts, input, output });
  }
}

/** Copies a text to the user's clipboard; over SSH through the terminal. Rejects when the program fails. */
export async function copyToClipboard(text: string): Promise<void> {
  const { copyToClipboard: copy } = await import("./modes/interactive/clipboard.ts");
  await copy(text, { writeToTerminal: (sequence) => void process.stdout.write(sequence) });
}
