import { createInterface, type Interface } from "node:readline";
import type { ImageContent } from "@relay-harness/protocol";
import { MutedOutput } from "../../base/mutedOutput.ts";
import { printable } from "../../base/printable.ts";

export interface LineInputOptions {
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
  /** One complete entry; pasted text keeps its line feeds. */
  onText: (text: string) => void;
  /** An entry that does not wait for `release`. */
  isUrgent: (text: string) => boolean;
  /** An entry was put aside until `release`. */
  onHeld: (text: string) => void;
  /** Ctrl+C with nothing typed. */
  onInterrupt: () => void;
  /** The input has ended, by Ctrl+D or because the terminal is gone. */
  onEnd: () => void;
}

export interface QuestionOptions {
  /** What is typed is not shown. */
  isSecret?: boolean;
  /** Stands there to be edited. */
  initial?: string;
  /** What was typed before the question is no answer to it. */
  isFresh?: boolean;
  /** Takes the question back. */
  signal?: AbortSignal;
}

const promptText = "> ";
const pasteOn = "\x1b[?2004h";
const pasteOff = "\x1b[?2004l";

/**
 * Reads entries from a terminal. Terminals mark what is pasted, so that a pasted text of several lines
 * stays one entry: it is complete with the Enter that follows it. Between `hold` and `release` entries
 * wait, in their order; a question that comes up meanwhile takes the first of them.
 */
export class LineInput {
  private readonly lines: Interface;
  private readonly hasPasteMarks: boolean;
  private readonly shown: MutedOutput;
  /** Takes the next line instead of `onText`. */
  private answer: ((text: string | undefined) => void) | undefined;
  private isPasting = false;
  private isClosed = false;
  private isHeld = false;
  /** Finished lines of the entry that is being pasted or edited. */
  private pending: string[] = [];
  /** Of the draft that is being edited. */
  private images: readonly ImageContent[] = [];
  private readonly waiting: string[] = [];

  constructor(private readonly options: LineInputOptions) {
    const { input, output } = options;
    this.hasPasteMarks = process.env.TERM !== "dumb";
    this.shown = new MutedOutput(output);
    this.lines = createInterface({ input, output: this.shown, terminal: true, prompt: promptText });
    // A secret must not come back with the arrow key, nor the number that answered a question.
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
    if (!this.isClosed && !this.isHeld) this.lines.prompt(true);
  }

  /** Puts a text into the next entry, to be edited. Of several lines only the last one can be changed. */
  draft(text: string, images: readonly ImageContent[] = []): void {
    if (this.isClosed) return;
    const finished = printable(text).split("\n");
    const last = finished.pop() ?? "";
    this.pending = finished;
    this.images = images;
    for (const line of finished) this.options.output.write(`${promptText}${line}\n`);
    this.lines.prompt();
    if (last !== "") this.lines.write(last);
  }

  /** Images of the entry that was just read; they are gone from here then. */
  takeImages(): readonly ImageContent[] {
    const { images } = this;
    this.images = [];
    return images;
  }

  /** Keeps entries back. */
  hold(): void {
    this.isHeld = true;
  }

  /** Hands out what was kept back, until somebody holds again. */
  release(): void {
    this.isHeld = false;
    for (let text = this.waiting.shift(); text !== undefined; text = this.waiting.shift()) {
      this.options.onText(text);
      // `onText` may hold again.
      if (this.isHeld) return;
    }
  }

  /**
   * Asks for one line. Ctrl+C and the end of the input are no answer. Of a question of several lines, the
   * last one stands before what is typed. One question at a time.
   */
  async ask(
    question: string,
    { isSecret = false, initial = "", isFresh = false, signal }: QuestionOptions = {},
  ): Promise<string | undefined> {
    if (this.isClosed || signal?.aborted) return undefined;
    const { output } = this.options;
    const text = printable(question);
    const lastLine = text.lastIndexOf("\n") + 1;
    output.write(text.slice(0, lastLine));
    const early = isFresh ? undefined : this.waiting.shift();
    if (early !== undefined) {
      output.write(`${text.slice(lastLine)}${isSecret ? "" : printable(early)}\n`);
      return early;
    }
    if (isSecret) output.write(text.slice(lastLine));
    else this.lines.setPrompt(text.slice(lastLine));
    this.shown.isMuted = isSecret;
    if (!isSecret) this.lines.prompt(true);
    if (initial !== "") this.lines.write(printable(initial).replace(/\s*\n\s*/g, " "));
    return new Promise((resolve) => {
      // At once, for the lines behind the answer in what was just read.
      const takeBack = (): void => {
        this.clearLine();
        this.answer?.(undefined);
      };
      signal?.addEventListener("abort", takeBack, { once: true });
      this.answer = (answer) => {
        this.answer = undefined;
        signal?.removeEventListener("abort", takeBack);
        this.shown.isMuted = false;
        this.lines.setPrompt(promptText);
        if (isSecret || answer === undefined) output.write("\n");
        resolve(answer);
      };
    });
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
    const { onText, onHeld, isUrgent } = this.options;
    if (this.answer) this.answer(text);
    else if (!this.isHeld || isUrgent(text)) onText(text);
    else {
      this.waiting.push(text);
      onHeld(text);
    }
  };

  private readonly onInterrupt = (): void => {
    const isEmpty = this.pending.length === 0 && this.lines.line === "";
    if (!isEmpty) this.clearLine();
    if (this.answer) return this.answer(undefined);
    this.images = [];
    if (isEmpty) this.options.onInterrupt();
  };

  private clearLine(): void {
    this.pending = [];
    this.lines.write(null, { ctrl: true, name: "e" });
    this.lines.write(null, { ctrl: true, name: "u" });
  }
}
