/**
 * Characters that change how a line reads without being seen: control characters but tabs and line breaks,
 * bidi controls, and others of no width that a command could hide behind. Joiners of scripts and emoji stay.
 */

const hidden =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

/** The text with every such character written out, as `[U+202E]`. */
export function showHidden(text: string): string {
  return text.replace(
    hidden,
    (char) => `[U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`,
  );
}
