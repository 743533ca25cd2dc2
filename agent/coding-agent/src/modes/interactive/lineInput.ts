import { createInterface, type Interface } from "node:readline";

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
  private isPasting = false;
  private isClosed = false;
  /** Finished lines of the entry that is being pasted or edited. */
  private pending: string[] = [];

  constructor(private readonly options: LineInputOptions) {
    const { input, output } = options;
    this.hasPasteMarks = process.env.TERM !== "dumb";
    this.lines = createInterface({ input, output, terminal: true, prompt: promptText });
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

  /** Gives the terminal back as it was. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
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
    this.options.onText(text);
  };

  private readonly onInterrupt = (): void => {
    if (this.pending.length === 0 && this.lines.line === "") return this.options.onInterrupt();
    this.pending = [];
    this.lines.write(null, { ctrl: true, name: "e" });
    this.lines.write(null, { ctrl: true, name: "u" });
  };
}
