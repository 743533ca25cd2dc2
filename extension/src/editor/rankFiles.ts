/** How well a path fits what was typed: the lower, the better; `undefined` when it does not. */
function scoreOf(path: string, query: string): number | undefined {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf("/") + 1);
  const depth = path.split("/").length;
  if (name === query) return depth;
  if (name.startsWith(query)) return 100 + depth;
  if (name.includes(query)) return 200 + depth;
  if (lower.includes(query)) return 300 + depth;
  return isSubsequence(query, lower) ? 400 + path.length : undefined;
}

function isSubsequence(query: string, text: string): boolean {
  let at = 0;
  for (const character of query) {
    at = text.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** The paths that fit best, the best one first. Separators are `/`. */
export function rankFiles(paths: readonly string[], typed: string, limit: number): string[] {
  const query = typed.toLowerCase().replaceAll("\\", "/");
  const scored: { path: string; score: number }[] = [];
  for (const path of paths) {
    const score = query === "" ? path.split("/").length : scoreOf(path, query);
    if (score !== undefined) scored.push({ path, score });
  }
  scored.sort((left, right) => left.score - right.score || (left.path < right.path ? -1 : 1));
  return scored.slice(0, limit).map(({ path }) => path);
}

/** Every folder that holds one of these files, with `/` at its end. */
export function foldersOf(paths: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return [...folders];
}
