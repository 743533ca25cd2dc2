import { clearLine, cursorTo } from "node:readline";
import { styleText } from "node:util";
import type { ImageContent } from "@relay-harness/protocol";
import type { SessionRuntime } from "../../session/agentSessionRuntime.ts";
import type { AgentSessionEvent } from "../../session/events.ts";
import type { OneShotPrompt } from "../oneShot/oneShotMode.ts";
import { authorizeByLine } from "./authorizeByLine.ts";
import { bindSession } from "../bindSession.ts";
import { Shutdown } from "../shutdown.ts";
import type { AskLine, LineCommand } from "./commands/lineCommand.ts";
import { lineCommands } from "./commands/lineCommands.ts";
import { LineInput } from "./lineInput.ts";
import type { LineUi } from "./lineUi.ts";
import { ShellLines } from "./shellLines.ts";
import { showSession } from "./sessionView.ts";
import { Transcript } from "./transcript.ts";
import { usageNotices } from "./usageNotices.ts";

export interface LineInterfaceOptions {
  runtime: SessionRuntime;
  /** Sent at start, one after another. */
  prompts: readonly OneShotPrompt[];
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
  /** The session was begun by this start: what an update brought is said. */
  isNewSession?: boolean;
  /** Gets what asks the user from now on: nobody else may read the terminal. */
  onAsk?: (ask: AskLine) => void;
}

/**
 * A plain line interface: one prompt per entry, the answer as it streams. What is typed during a run
 * steers it; what is typed while a command is at work waits. Ctrl+C cancels a command, else stops a run,
 * else clears what is typed, else leaves. Resolves with the exit code when the user leaves.
 */
export function runLineInterface(options: LineInterfaceOptions): Promise<number> {
  return new LineInterface(options).run();
}

/** A command that was typed. */
interface Call {
  name: string;
  argument: string;
  command: LineCommand;
}

/** What a command leaves to be edited. */
interface Draft {
  text: string;
  images: readonly ImageContent[];
}

/** A command at work. */
interface Task {
  name: string;
  controller: AbortController;
  ended: Promise<unknown>;
}

class LineInterface {
  private readonly runtime: SessionRuntime;
  private readonly transcript: Transcript;
  private readonly input: LineInput;
  private readonly shell: ShellLines;
  private task: Task | undefined;
  private nextDraft: string | undefined;
  /** Questions come one after the other. */
  private asking: Promise<unknown> = Promise.resolve();
  /** How many are not answered yet. */
  private questions = 0;
  private leave: () => void = () => undefined;
  private readonly left = new Promise<void>((resolve) => (this.leave = resolve));

  constructor(private readonly options: LineInterfaceOptions) {
    const { input, output } = options;
    this.runtime = options.runtime;
    this.transcript = new Transcript((text) => void output.write(text), {
      notices: (event) => this.notices(event),
      ...(canStyle(output, process.env) && { dim: (text) => styleText("dim", text) }),
    });
    this.shell = new ShellLines(this.runtime, this.transcript);
    this.input = new LineInput({
      input,
      output,
      onText: (text) => {
        this.transcript.markLineStart();
        void this.accept(text);
      },
      isUrgent: (text) => findCall(text.trim())?.command.isUrgent === true,
      onHeld: (text) => {
        this.transcript.markLineStart();
        if (text.trim() !== "") this.transcript.line(`Waits for ${this.task?.name}. Ctrl+C cancels that.`);
      },
      onInterrupt: () => void this.interrupt(),
      onEnd: this.leave,
    });
    // The terminal may go away while something is written.
    output.on("error", this.leave);
  }

  async run(): Promise<number> {
    this.options.onAsk?.(this.ask);
    const shutdown = new Shutdown(() => this.end());
    shutdown.install((error) => this.transcript.line(`Error: ${describe(error)}`));
    this.runtime.subscribe(this.transcript.show);
    let exitCode = 0;
    this.runtime.onLost = () => {
      exitCode = 1;
      this.leave();
    };
    showSession(this.transcript, this.runtime.session);
    this.transcript.line("Type a request, /help for commands, /quit to leave.\n");
    const { showWhatsNew, rememberVersion } = await import("./whatsNew.ts");
    const { settingsManager } = this.runtime.session;
    if (this.options.isNewSession) await showWhatsNew(settingsManager, this.transcript);
    await bindSession(this.runtime, {
      mode: "tui",
      createUi: () => this.createUi(),
      shutdown: this.leave,
      harness: {
        authorize: (request) => authorizeByLine(this.ask, request),
        warn: (text) => this.transcript.line(`Warning: ${text}`),
      },
    });
    void this.sendFirst();
    await this.left;
    if (shutdown.isRunning) return new Promise<never>(() => undefined);
    if (this.options.isNewSession) await rememberVersion(settingsManager);
    await this.end();
    return exitCode;
  }

  private notices(event: AgentSessionEvent): readonly string[] {
    const { settingsManager, sessionManager, modelRuntime } = this.runtime.session;
    if (!settingsManager.get("showCacheMissNotices")) return [];
    const lines = usageNotices(event, {
      getEntry: (id) => sessionManager.getEntry(id),
      getParent: (entry) => sessionManager.getParent(entry),
      costOf: (provider, model) => modelRuntime.getPhysicalModel(provider, model)?.cost,
    });
    if (lines.length > 0 && event.type === "entry_appended") this.makeRoom();
    return lines;
  }

  /** A prompt that waits for the user goes below what comes now. */
  private makeRoom(): void {
    if (!this.runtime.session.isIdle || this.task || this.questions > 0) return;
    const { output } = this.options;
    cursorTo(output, 0);
    clearLine(output, 0);
    setImmediate(() => this.input.prompt());
  }

  private async end(): Promise<void> {
    this.input.close();
    this.task?.controller.abort();
    await this.runtime.session.abort();
    await this.task?.ended;
    await this.runtime.dispose();
  }

  private async createUi(): Promise<LineUi> {
    const { createLineUi } = await import("./lineUi.ts");
    return createLineUi({
      ask: async (question, options) => {
        const answer = await this.ask(question, options);
        const isLast = this.questions === 0 && !this.task;
        if (isLast && this.runtime.session.isIdle) this.input.prompt();
        return answer;
      },
      line: (text) => this.transcript.line(text),
      draft: (text) => (this.nextDraft = text),
    });
  }

  private async isResourceCommand(name: string): Promise<boolean> {
    const commands = await this.runtime.session.listCommands();
    return commands.some((command) => `/${command.name}` === name);
  }

  private async sendFirst(): Promise<void> {
    try {
      // What is wrong with the user's resources is told before the first prompt.
      await this.runtime.session.listCommands();
    } catch (error) {
      this.transcript.line(`Error: ${describe(error)}`);
    }
    for (const prompt of this.options.prompts) await this.send(prompt);
    this.promptNext();
  }

  /** Never rejects. */
  private async accept(text: string): Promise<void> {
    const entry = text.trim();
    const call = findCall(entry);
    try {
      if (call?.command.isUrgent) await this.call(call, new AbortController().signal);
      else if (call) await this.runTask(call);
      else if (await this.shell.accept(entry)) this.transcript.startLine();
      else if (isMistypedCommand(entry) && !(await this.isResourceCommand(firstWord(entry)))) {
        this.transcript.line(await this.unknownCommand(firstWord(entry)));
      } else if (entry !== "") await this.submit(entry, this.input.takeImages());
    } catch (error) {
      this.transcript.line(`Error: ${describe(error)}`);
    }
    if (this.runtime.session.isIdle) this.promptNext();
  }

  /** Two extensions with a command of one name have `/name:1` and `/name:2`. */
  private async unknownCommand(word: string): Promise<string> {
    const commands = await this.runtime.session.listCommands();
    const numbered = commands.filter(({ name }) => /^:\d+$/.test(`/${name}`.slice(word.length)));
    const meant = numbered.filter(({ name }) => `/${name}`.startsWith(word)).map(({ name }) => `/${name}`);
    if (meant.length === 0) return `Unknown command ${word}. Type /help for the commands.`;
    return `Several extensions have ${word}. Type ${meant.join(" or ")}.`;
  }

  /** With what an extension has put there to be edited. */
  private promptNext(): void {
    const draft = this.nextDraft;
    this.nextDraft = undefined;
    if (draft === undefined) this.input.prompt();
    else this.input.draft(draft);
  }

  private async submit(text: string, images: readonly ImageContent[]): Promise<void> {
    const { session } = this.runtime;
    if (session.isIdle) await this.send({ text, images: [...images] });
    else await session.steer(text, images);
  }

  /** One at a time: what is typed meanwhile waits, or answers its questions. */
  private async runTask(call: Call): Promise<void> {
    const controller = new AbortController();
    this.input.hold();
    const work = this.call(call, controller.signal);
    const ended = work.catch((error: unknown) => {
      this.transcript.line(controller.signal.aborted ? "Cancelled." : `Error: ${describe(error)}`);
      return undefined;
    });
    this.task = { name: call.name, controller, ended };
    const draft = await ended;
    this.task = undefined;
    if (draft) this.input.draft(draft.text, draft.images);
    this.input.release();
  }

  private async call({ command, argument }: Call, signal: AbortSignal): Promise<Draft | undefined> {
    const { runtime, transcript, ask, leave } = this;
    const run = await command.load();
    let draft: Draft | undefined;
    await run({
      runtime,
      transcript,
      argument,
      ask,
      signal,
      draft: (text, images = []) => (draft = { text, images }),
      showSession: () => showSession(transcript, runtime.session),
      writeRaw: (text) => void this.options.output.write(text),
      leave,
    });
    return draft;
  }

  private readonly ask: AskLine = (question, options) => {
    this.questions++;
    const asked = this.asking.then(() => this.askNow(question, options)).finally(() => this.questions--);
    this.asking = asked.catch(() => undefined);
    return asked;
  };

  /** What a run says meanwhile would stand in the middle of the question. */
  private readonly askNow: AskLine = async (question, options) => {
    if (options?.signal?.aborted) return undefined;
    this.transcript.pause();
    this.transcript.startLine();
    try {
      return await this.input.ask(question, options);
    } finally {
      this.transcript.markLineStart();
      this.transcript.resume();
    }
  };

  private async send({ text, images }: OneShotPrompt): Promise<void> {
    try {
      await this.runtime.session.prompt(text, { images });
    } catch (error) {
      this.transcript.line(`Error: ${describe(error)}`);
    }
  }

  private async interrupt(): Promise<void> {
    if (this.task) return this.task.controller.abort();
    if (this.shell.isRunning) return this.shell.cancel();
    const { session } = this.runtime;
    if (session.isIdle) return this.leave();
    // What was meant for this run must not start another one.
    await session.clearQueue();
    await session.abort();
  }
}

function findCall(entry: string): Call | undefined {
  const [name = "", ...rest] = entry.split(" ");
  const command = entry.includes("\n") || !Object.hasOwn(lineCommands, name) ? undefined : lineCommands[name];
  return command && { name, argument: rest.join(" ").trim(), command };
}

/** A slash and one lower-case word, as commands have it; a path goes on with another slash or a dot. */
function isMistypedCommand(entry: string): boolean {
  return /^\/[a-z-]+( [^\n]*)?$/.test(entry);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function canStyle({ isTTY }: NodeJS.WriteStream, { TERM, NO_COLOR = "" }: NodeJS.ProcessEnv): boolean {
  return isTTY && TERM !== "dumb" && NO_COLOR === "";
}

function firstWord(text: string): string {
  return text.split(" ", 1)[0] ?? "";
}
