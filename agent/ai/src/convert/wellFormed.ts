/** Text without unpaired UTF-16 surrogates, which providers reject (models.md §16.2 rule 7). */
export function removeLoneSurrogates(text: string): string {
  // Node 20 has the method; the ES2023 library does not declare it.
  if ((text as string & { isWellFormed(): boolean }).isWellFormed()) return text;
  return text.replace(/\p{Surrogate}/gu, "");
}

/** `JSON.stringify` without unpaired surrogates in any string of the value. */
export function stringifyWellFormed(value: unknown): string {
  const text = JSON.stringify(value);
  // Unpaired surrogates, and only they, are written as escapes; an even number of backslashes before is text.
  if (!text.includes("\\ud")) return text;
  return text.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, "$1");
}
