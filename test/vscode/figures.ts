/** A figure for people, beside the bar that the specification sets, if any. Fails nothing: machines differ. */
export function figureLine(
  label: string,
  value: number,
  { bar, unit }: { bar?: number | undefined; unit: string },
): string {
  const shown = value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString("en");
  if (bar === undefined) return `${label.padEnd(52)} ${shown} ${unit}`;
  const missed = value > bar ? "  MISSED" : "";
  return `${label.padEnd(52)} ${shown} ${unit} (<= ${bar.toLocaleString("en")} ${unit})${missed}`;
}

/** The value below which 95 of 100 are. */
export function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}
