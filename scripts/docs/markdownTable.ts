/** A Markdown table; `|` in cells is escaped. */
export function markdownTable(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(heading), line(heading.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Replaces the generated part `name` of a page. Throws when the page has no place for it. */
export function replaceGenerated(page: string, name: string, content: string): string {
  const open = `<!-- generated: ${name} -->`;
  const close = `<!-- end of ${name} -->`;
  const start = page.indexOf(open);
  const end = page.indexOf(close, start);
  if (start < 0 || end < 0) throw new Error(`No generated part "${name}" in the page`);
  return `${page.slice(0, start + open.length)}\n\n${content}\n\n${page.slice(end)}`;
}
