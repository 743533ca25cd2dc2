import { lazy } from "../text/lazy.ts";
import { pattern } from "../text/words.ts";
import { alternativesOf } from "./wordGate.ts";

const firstWords = /^[a-z0-9_\u00aa-\uffff]*(?:'[a-z0-9_\u00aa-\uffff]*)?/u;

/**
 * How a text begins: a pattern that is compiled once a text begins with one of its first words. An engine
 * spends up to milliseconds on each of the long ones, and most texts begin with none of them.
 */
export class Opener {
  readonly pattern: () => RegExp;
  private readonly starts: () => ReadonlySet<string>;

  /** `starts`: the first words as `alternativesOf` reads them; `source`: as `pattern` reads it, anchored. */
  constructor(starts: string, source: string) {
    this.starts = lazy(() => new Set(alternativesOf(starts)));
    this.pattern = lazy(() => pattern(source));
  }

  test(text: string): boolean {
    return this.mayOpen(text) && this.pattern().test(text);
  }

  exec(text: string): RegExpExecArray | null {
    return this.mayOpen(text) ? this.pattern().exec(text) : null;
  }

  /** The text without this beginning. */
  removeFrom(text: string): string {
    return text.slice(this.exec(text)?.[0].length ?? 0);
  }

  /** Whether its first word, with what an apostrophe joins to it or without, is one of this opener's. */
  mayOpen(text: string): boolean {
    const [word = ""] = firstWords.exec(text) ?? [];
    const starts = this.starts();
    return starts.has(word) || (word.includes("'") && starts.has(word.slice(0, word.indexOf("'"))));
  }
}
