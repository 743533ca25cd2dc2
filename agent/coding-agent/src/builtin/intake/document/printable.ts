/** What XML can hold: line ends in one form, no control characters, no halves of characters. */
export function printable(text: string): string {
  return text
    .replace(/\r\n?/gu, "\n")
    .replace(/\t/gu, "    ")
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffe\uffff]/gu, "")
    .replace(/[\ud800-\udfff]/gu, "\ufffd");
}
