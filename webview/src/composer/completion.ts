/** What is being typed at the cursor that a list can complete. */
export type Completing =
  | { readonly kind: "command"; readonly query: string; readonly start: number; readonly end: number }
  | {
      readonly kind: "argument";
      readonly command: string;
      readonly query: string;
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: "mention"; readonly query: string; readonly start: number; readonly end: number };

/** Reads the draft around the cursor; `undefined` where nothing can be completed. */
export function completingAt(draft: string, cursor: number): Completing | undefined {
  const before = draft.slice(0, cursor);
  const command = /^\/(\S*)$/.exec(before);
  if (command) return { kind: "command", query: command[1] ?? "", start: 0, end: cursor };
  const mention = /(?:^|[\s(])@(\S*)$/.exec(before);
  if (mention) {
    const query = mention[1] ?? "";
    return { kind: "mention", query, start: cursor - query.length - 1, end: cursor };
  }
  const argument = /^\/(\S+)[ ]+([^\n]*)$/.exec(before);
  if (!argument) return undefined;
  const query = argument[2] ?? "";
  return { kind: "argument", command: argument[1] ?? "", query, start: cursor - query.length, end: cursor };
}

/** The draft with a stretch replaced, and the cursor behind what was put there. */
export function replaced(
  draft: string,
  start: number,
  end: number,
  text: string,
): { draft: string; cursor: number } {
  return { draft: draft.slice(0, start) + text + draft.slice(end), cursor: start + text.length };
}

/** Where the query stands in a name, for the letters that are set off; -1 without. */
export function matchAt(name: string, query: string): number {
  return query === "" ? -1 : name.toLowerCase().indexOf(query.toLowerCase());
}

/** Names that contain the query, those that begin with it first. */
export function ranked<T>(items: readonly T[], nameOf: (item: T) => string, query: string): T[] {
  const found = items.filter((item) => query === "" || matchAt(nameOf(item), query) !== -1);
  const isFirst = (item: T): number => (matchAt(nameOf(item), query) === 0 ? 0 : 1);
  return query === "" ? found : found.sort((left, right) => isFirst(left) - isFirst(right));
}
