/** Something that a description names and that is read as a part of it. */
export type NamedSource =
  | { kind: "link"; name: string }
  /** `isCertain`: written so that it can be nothing but a path; else it counts only when it is there. */
  | { kind: "path"; name: string; isCertain: boolean };

const link = /https?:\/\/[^\s<>"'`]+/giu;
/** `@"a b.md"`, "a b.md", `a b.md` with any of the marks. */
const quoted = /@?(?:"([^"\n]+)"|'([^'\n]+)'|`([^`\n]+)`)/gu;
const leading = /^[([{«“‘]+/u;
/** What ends a sentence is no part of a name. */
const trailing = new Set(".,;:!?)]}»”’");
/** Of a name; nothing on any disk is longer. */
const maxNameCharacters = 4096;
const extension = /\.[\p{L}\p{N}]{1,8}$/u;

/** Sources in the order of the text, each once. Nothing is looked up. */
export function findSources(text: string): NamedSource[] {
  const found = new Map<string, NamedSource & { at: number }>();
  const add = (source: NamedSource, at: number): void => {
    if (source.name !== "" && !found.has(source.name)) found.set(source.name, { ...source, at });
  };
  let rest = text;
  const take = (pattern: RegExp, read: (match: RegExpExecArray) => void): void => {
    for (const match of rest.matchAll(pattern)) read(match);
    rest = rest.replace(pattern, (whole) => " ".repeat(whole.length));
  };
  take(link, ({ 0: whole, index }) => add({ kind: "link", name: trimEnd(whole) }, index));
  take(quoted, (match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? "";
    const isMarked = match[0].startsWith("@");
    if (isMarked || looksLikePath(name)) add({ kind: "path", name, isCertain: isMarked }, match.index);
  });
  for (const { 0: word, index } of rest.matchAll(/\S+/gu)) {
    if (word.length > maxNameCharacters) continue;
    const name = trimEnd(word.replace(leading, ""));
    if (/^@[^@\s]+$/u.test(name)) add({ kind: "path", name: name.slice(1), isCertain: true }, index);
    else if (looksLikePath(name)) add({ kind: "path", name, isCertain: isCertainPath(name) }, index);
  }
  return [...found.values()].sort((a, b) => a.at - b.at).map(({ at: _, ...source }) => source);
}

/** Not by a pattern: a long row of such characters would be looked at again from each of them. */
function trimEnd(name: string): string {
  let { length } = name;
  while (length > 0 && trailing.has(name.charAt(length - 1))) length--;
  return name.slice(0, length);
}

/** Worth a look at the disk: with a slash or an ending. */
function looksLikePath(word: string): boolean {
  return (
    !/[@<>|*?]/u.test(word) && /[\p{L}\p{N}]/u.test(word) && (/[/\\]/u.test(word) || extension.test(word))
  );
}

/** Not `and/or`, `km/h`, `1.5` or `example.org`. */
function isCertainPath(word: string): boolean {
  return (
    /^(?:\.{1,2}[/\\]|~[/\\]|\/[^/]+\/|\p{L}:[/\\])/u.test(word) ||
    (/[/\\]/u.test(word) && extension.test(word))
  );
}
