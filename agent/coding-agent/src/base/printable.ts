/**
 * Text without what a terminal would take for commands: control characters other than line feed and
 * tab. Needs no state, so pieces of a stream can be cleaned one by one.
 */
export function printable(text: string): string {
  return text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, "");
}
