/** Line breaks become one space, the ends are trimmed, inner spaces and tabs stay. */
export function normalizeSessionName(name: string): string {
  return name.replace(/[\r\n]+/g, " ").trim();
}
