import { createInterface, type Interface } from "node:readline";
import { MutedOutput } from "../../base/mutedOutput.ts";

export interface LineInputOptions {
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
  /** One complete entry; pasted text keeps its line feeds. */
  onText: (text: string) => void;
  /** Ctrl+C with nothing typed. */
  onInterrupt: () => void;
  /** The input has ended, by Ctrl+D or because the terminal is gone. */
  onEnd: () => void;
}

const promptText = "> ";
const pasteOn = "\x1b[?2004h";
const pasteOff = "\x1b[?2004l";

/**
 * Reads entries from a terminal. Terminals mark what is pasted, so that a pasted text of several lines
 * stays one entry: it is complete with the Enter that follows it.
 */
export class LineInput {
  private readonly lines: Interface;
  private readonly hasPasteMarks: boolean;
  private readonly shown: MutedOutput;
  /** Takes the next line instead of `onText`. */
  private answer: ((text: string | undefined) => void) | undefined;
  private isPasting = false;
  private isClosed = false;
  /** Finished lines of the entry that is being pasted or edited. */
  private pending: string[] = [];

  constructor(private readonly options: LineInputOptions) {
    const { input, output } = options;
    this.hasPasteMarks = process.env.TERM !== "dumb";
    this.shown = new MutedOutput(output);
    this.lines = createInterface({ input, output: this.shown, terminal: true, prompt: promptText });
    // A secret must not come back with the arrow key.
    this.lines.on("history", (history: string[]) => {
      if (this.answer) history.shift();
    });
    input.on("keypress", this.onKey);
    this.lines.on("line", this.onLine);
    this.lines.on("SIGINT", this.onInterrupt);
    this.lines.once("close", () => {
      const isEnd = !this.isClosed;
      this.close();
      if (isEnd) options.onEnd();
    });
    if (this.hasPasteMarks) output.write(pasteOn);
  }

  /** Shows that an entry can be typed. */
  prompt(): void {
    if (!this.isClosed) this.lines.prompt(true);
  }

  /** Asks for one line that is not shown. Ctrl+C and the end of the input are no answer. */
  async askSecret(question: string): Promise<string | undefined> {
    if (this.isClosed) return undefined;
    this.options.output.write(question);
    this.shown.isMuted = true;
    const text = await new Promise<string | undefined>((resolve) => (this.answer = resolve));
    this.answer = undefined;
    this.shown.isMuted = false;
    this.options.output.write("\n");
    return text;
  }

  /** Gives the terminal back as it was. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.answer?.(undefined);
    this.options.input.off("keypress", this.onKey);
    if (this.hasPasteMarks) this.options.output.write(pasteOff);
    this.lines.close();
  }

  private readonly onKey = (_text: string | undefined, key: { name?: string } | undefined): void => {
    if (key?.name === "paste-start") this.isPasting = true;
    if (key?.name === "paste-end") this.isPasting = false;
  };

  private readonly onLine = (line: string): void => {
    this.pending.push(line);
    if (this.isPasting) return;
    const text = this.pending.join("\n");
    this.pending = [];
    if (this.answer) this.answer(text);
    else this.options.onText(text);
  };

  private readonly onInterrupt = (): void => {
    if (this.answer) {
      this.lines.write(null, { ctrl: true, name: "u" });
      return this.answer(undefined);
    }
    if (this.pending.length === 0 && this.lines.line === "") return this.options.onInterrupt();
    this.pending = [];
    this.lines.write(null, { ctrl: true, name: "e" });
    this.lines.write(null, { ctrl: true, name: "u" });
  };
}
