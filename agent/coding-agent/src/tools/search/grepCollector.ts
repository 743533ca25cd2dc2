import { truncateLine } from "../../base/truncate.ts";
import type { GrepEvent } from "./grepEvents.ts";

/** More text than any limit of the result leaves over. */
const maxCollectedCharacters = 4 * 1024 * 1024;

type LineEvent = Extract<GrepEvent, { type: "line" }>;

/** Lines of a `grep` result, up to a number of matches. */
export class GrepCollector {
  readonly lines: string[] = [];
  linesTruncated = false;
  /** There are more matches than the limit. */
  limitReached = false;
  readonly #limit: number;
  readonly #context: number;
  #matches = 0;
  #characters = 0;
  #path: string | undefined;
  #lastMatch = 0;
  /** State at the start of the current file. */
  #fileStart = { lines: 0, matches: 0, linesTruncated: false };

  constructor(limit: number, context: number) {
    this.#limit = limit;
    this.#context = context;
  }

  /** False when nothing more is wanted. */
  add(event: GrepEvent): boolean {
    if (event.type === "binary") {
      if (event.path === this.#path) this.#forgetFile();
      return true;
    }
    if (event.path !== this.#path) {
      if (this.limitReached) return false;
      this.#path = event.path;
      this.#lastMatch = 0;
      this.#fileStart = {
        lines: this.lines.length,
        matches: this.#matches,
        linesTruncated: this.linesTruncated,
      };
    }
    return this.#addLine(event);
  }

  #addLine(event: LineEvent): boolean {
    const isFull = this.#matches >= this.#limit;
    const trailsLastMatch = this.#lastMatch > 0 && event.number <= this.#lastMatch + this.#context;
    if (!isFull) {
      if (event.isMatch) {
        this.#matches += 1;
        this.#lastMatch = event.number;
      }
      this.#push(event, event.isMatch);
      return this.#characters <= maxCollectedCharacters;
    }
    if (event.isMatch) this.limitReached = true;
    if (trailsLastMatch) {
      this.#push(event, false);
      return true;
    }
    return !this.limitReached;
  }

  #push(event: LineEvent, isMatch: boolean): void {
    const { text, wasTruncated } = truncateLine(event.text);
    if (wasTruncated) this.linesTruncated = true;
    const mark = isMatch ? ":" : "-";
    const line = `${event.path}${mark}${event.number}${mark} ${text}`;
    this.lines.push(line);
    this.#characters += line.length;
  }

  #forgetFile(): void {
    this.lines.length = this.#fileStart.lines;
    this.#matches = this.#fileStart.matches;
    this.linesTruncated = this.#fileStart.linesTruncated;
    this.#path = undefined;
  }
}
