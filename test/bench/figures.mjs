// Medians of repeated measurements, and what is printed of them.

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Median with the least and the greatest. */
export function show(values, unit) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(1)} ${unit} (${low.toFixed(1)}..${high.toFixed(1)})`;
}

export function print(line) {
  process.stdout.write(`${line}\n`);
}

export function printRow(label, text) {
  print(`  ${label.padEnd(44)} ${text}`);
}

/** A figure beside the limit that a release must keep. */
export function printJudged(label, value, { digits, limit, unit = "" }) {
  const verdict = value > limit ? "  MISSED" : "";
  printRow(label, `${value.toFixed(digits)}${unit}  (<= ${limit}${unit})${verdict}`);
}
