/**
 * Applies lists of tool names in order, each on the selection before it: plain names replace it,
 * `+name` adds and `-name` removes; an empty list empties it (seeds/settings.md#tools).
 */
export function resolveDefaultTools(
  standard: readonly string[],
  ...lists: (readonly string[] | undefined)[]
): string[] {
  let selection = [...new Set(standard)];
  for (const list of lists) {
    if (list !== undefined) selection = applyToolList(selection, list);
  }
  return selection;
}

function applyToolList(inherited: readonly string[], list: readonly string[]): string[] {
  const plain = list.filter((item) => !/^[+-]/.test(item));
  const selection = new Set(plain.length > 0 || list.length === 0 ? plain : inherited);
  for (const item of list) {
    if (item.startsWith("+")) selection.add(item.slice(1));
    else if (item.startsWith("-")) selection.delete(item.slice(1));
  }
  return [...selection];
}
