import { noModelsMessage } from "../../session/errors.ts";
import type { SessionRuntime } from "../../session/agentSessionRuntime.ts";
import type { OneShotPrompt } from "../oneShot/oneShotMode.ts";
import { Shutdown } from "../shutdown.ts";
import { lineCommands } from "./lineCommands.ts";
import { LineInput } from "./lineInput.ts";
import { Transcript } from "./transcript.ts";

export interface LineInterfaceOptions {
  runtime: SessionRuntime;
  /** Sent at start, one after another. */
  prompts: readonly OneShotPrompt[];
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
}

/**
 * A plain line interface: one prompt per entry, the answer as it streams. What is typed during a run
 * steers it. Ctrl+C stops a run, else clears what is typed, else leaves. Resolves with the exit code
 * when the user leaves.
 */
export function runLineInterface(options: LineInterfaceOptions): Promise<number> {
  return new LineInterface(options).run();
}

class LineInterface {
  private readonly runtime: SessionRuntime;
  private readonly transcript: Transcript;
  private readonly input: LineInput;
  private leave: () => void = () => undefined;
  private readonly left = new Promise<void>((resolve) => (this.leave = resolve));

  constructor(private readonly options: LineInterfaceOptions) {
    const { input, output } = options;
    this.runtime = options.runtime;
    this.transcript = new Transcript((text) => void output.write(text));
    this.input = new LineInput({
      input,
      output,
      onText: (text) => {
        this.transcript.markLineStart();
        void this.accept(text);
      },
      onInterrupt: () => void this.interrupt(),
      onEnd: this.leave,
    });
    // The terminal may go away while something is written.
    output.on("error", this.leave);
  }

  async run(): Promise<number> {
    const shutdown = new Shutdown(() => this.end());
    shutdown.install((error) => this.transcript.line(`Error: ${describe(error)}`));
    this.runtime.subscribe(this.transcript.show);
    this.greet();
    void this.sendFirst();
    await this.left;
    if (shutdown.isRunning) return new Promise<never>(() => undefined);
    await this.end();
    return 0;
  }

  private async end(): Promise<void> {
    this.input.close();
    await this.runtime.session.abort();
    await this.runtime.dispose();
  }

  private greet(): void {
    const { model, sessionManager } = this.runtime.session;
    const name = model ? `${model.provider}/${model.id}` : "no model";
    this.transcript.line(`Relay in ${sessionManager.getCwd()} with ${name}.`);
    this.transcript.line("Type a request, /help for commands, /quit to leave.\n");
    if (!model) this.transcript.line(`Warning: ${noModelsMessage}\n`);
  }

  private async sendFirst(): Promise<void> {
    for (const prompt of this.options.prompts) await this.send(prompt);
    this.input.prompt();
  }

  /** Never rejects. */
  private async accept(text: string): Promise<void> {
    const entry = text.trim();
    const [name = "", ...rest] = entry.split(" ");
    const command =
      entry.includes("\n") || !Object.hasOwn(lineCommands, name) ? undefined : lineCommands[name];
    try {
      if (command) {
        const { runtime, transcript, input } = this;
        const outcome = await command.run({
          runtime,
          transcript,
          argument: rest.join(" ").trim(),
          askSecret: (question) => input.askSecret(question),
        });
        if (outcome === "quit") return this.leave();
      } else if (isMistypedCommand(entry)) {
        this.transcript.line(`Unknown command ${name}. Type /help for the commands.`);
      } else if (entry !== "" && this.runtime.session.isIdle) await this.send({ text: entry });
      else if (entry !== "") await this.runtime.session.steer(entry);
    } catch (error) {
      this.transcript.line(`Error: ${describe(error)}`);
    }
    if (this.runtime.session.isIdle) this.input.prompt();
  }

  private async send({ text, images }: OneShotPrompt): Promise<void> {
    try {
      await this.runtime.session.prompt(text, { images });
    } catch (error) {
      this.transcript.line(`Error: ${describe(error)}`);
    }
  }

  private async interrupt(): Promise<void> {
    const { session } = this.runtime;
    if (session.isIdle) return this.leave();
    // What was meant for this run must not start another one.
    await session.clearQueue();
    await session.abort();
  }
}

/** A slash and one lower-case word, as commands have it; a path goes on with another slash or a dot. */
function isMistypedCommand(entry: string): boolean {
  return /^\/[a-z]+( [^\n]*)?$/.test(entry);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
