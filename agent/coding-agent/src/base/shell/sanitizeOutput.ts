/** Everything that is not printed as it is: controls, DEL and the C1 set. Tab and LF are. */
const special = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/;
const specials = new RegExp(special.source, "g");

const escape = 0x1b;
const bell = 0x07;
const lineFeed = 0x0a;
/** Single-character forms of `ESC [` and `ESC \`. */
const csiControl = 0x9b;
const stringEndControl = 0x9c;

type State =
  | "text"
  | "escape"
  /** Between ESC and the final character of a short sequence. */
  | "intermediate"
  | "csi"
  /** A title, link or other text for the terminal, ended by BEL or `ESC \`. */
  | "string"
  | "stringEscape";

/** True for what opens a string for the terminal: DCS, SOS, OSC, PM, APC after ESC. */
function opensString(code: number): boolean {
  return code === 0x50 || code === 0x58 || (code >= 0x5d && code <= 0x5f);
}

/**
 * Removes ANSI sequences, carriage returns and control characters, except tab and LF, from text
 * that arrives in pieces: a sequence may be cut anywhere (rpc.md §4.6).
 */
export class OutputSanitizer {
  #state: State = "text";

  /** The printable part of the next piece. */
  push(text: string): string {
    if (this.#state === "text" && !special.test(text)) return text;
    let output = "";
    let at = 0;
    while (at < text.length) {
      if (this.#state === "text") {
        specials.lastIndex = at;
        const next = specials.exec(text)?.index ?? text.length;
        output += text.slice(at, next);
        at = next;
        if (at < text.length) this.#control(text.charCodeAt(at));
        at += 1;
        continue;
      }
      if (this.#sequence(text.charCodeAt(at))) at += 1;
    }
    return output;
  }

  #control(code: number): void {
    if (code === escape) this.#state = "escape";
    else if (code === csiControl) this.#state = "csi";
    else if (code === 0x90 || code === 0x98 || (code >= 0x9d && code <= 0x9f)) this.#state = "string";
  }

  /** False when the character is not part of the sequence and has to be looked at as text. */
  #sequence(code: number): boolean {
    switch (this.#state) {
      case "text":
        return false;
      case "escape":
        return this.#afterEscape(code);
      case "intermediate":
        return this.#untilFinal(code, 0x30);
      case "csi":
        return this.#untilFinal(code, 0x40);
      case "string":
        return this.#inString(code);
      case "stringEscape":
        // ESC ends the string either way; only the backslash belongs to its end.
        this.#state = code === 0x5c ? "text" : "escape";
        return code === 0x5c;
    }
  }

  #afterEscape(code: number): boolean {
    if (code === 0x5b) this.#state = "csi";
    else if (opensString(code)) this.#state = "string";
    else if (code >= 0x20 && code <= 0x2f) this.#state = "intermediate";
    else {
      this.#state = "text";
      return code >= 0x30 && code <= 0x7e;
    }
    return true;
  }

  /** Parameters, then a final character from `firstFinal` on. Anything else breaks the sequence off. */
  #untilFinal(code: number, firstFinal: number): boolean {
    if (code >= 0x20 && code < firstFinal) return true;
    this.#state = "text";
    return code >= firstFinal && code <= 0x7e;
  }

  #inString(code: number): boolean {
    if (code === bell || code === stringEndControl) this.#state = "text";
    else if (code === escape) this.#state = "stringEscape";
    else if (code === lineFeed) {
      // Nobody ended it: the rest is output again.
      this.#state = "text";
      return false;
    }
    return true;
  }
}
