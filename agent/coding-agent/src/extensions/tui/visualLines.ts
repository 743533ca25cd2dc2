import { Text } from "./components.ts";

export interface VisualLines {
  visualLines: string[];
  /** Lines before them. */
  skippedCount: number;
}

/** The last lines of a text as they are at a width, and how many were left out. */
export function truncateToVisualLines(
  text: string,
  maxVisualLines: number,
  width: number,
  paddingX = 0,
): VisualLines {
  const lines = new Text(text, paddingX, 0).render(width);
  const skippedCount = Math.max(0, lines.length - maxVisualLines);
  return { visualLines: lines.slice(skippedCount), skippedCount };
}
