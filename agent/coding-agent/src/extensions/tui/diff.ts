import { currentTheme } from "./theme.ts";

/** A diff of the `edit` tool in the colours of the theme. */
export function renderDiff(diff: string): string {
  const theme = currentTheme();
  const colors: Readonly<Record<string, string>> = { "+": "toolDiffAdded", "-": "toolDiffRemoved" };
  return diff
    .split("\n")
    .map((line) => {
      const text = line.replaceAll("\t", "   ");
      return text === "" ? "" : theme.fg(colors[text[0] ?? ""] ?? "toolDiffContext", text);
    })
    .join("\n");
}
