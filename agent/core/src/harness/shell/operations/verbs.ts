/** Words of a list, separated by white space. */
export function verbs(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ""));
}
