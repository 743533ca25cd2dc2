/** Turns [from, to) that are in the document. */
export interface MountedRange {
  readonly from: number;
  readonly to: number;
}

/** Most entries that are in the document at a time, and how many come or go at once. */
const mountedLimit = 400;
const step = 100;
/** Entries of the first screen: the others are drawn once it is seen. */
export const firstLimit = 12;

/** The newest turns that fit; at least the last one. */
export function endRange(weights: readonly number[], limit = mountedLimit): MountedRange {
  return { from: startFor(weights, weights.length, limit), to: weights.length };
}

/** Moves towards older turns: what does not fit any more goes at the other end. */
export function olderRange(
  weights: readonly number[],
  range: MountedRange,
  limit = mountedLimit,
): MountedRange {
  let from = range.from;
  for (let added = 0; from > 0 && added < step; from--) added += weights[from - 1] ?? 0;
  return { from, to: endFor(weights, from, limit, range.to) };
}

/** Moves towards newer turns. */
export function newerRange(
  weights: readonly number[],
  range: MountedRange,
  limit = mountedLimit,
): MountedRange {
  let to = range.to;
  for (let added = 0; to < weights.length && added < step; to++) added += weights[to] ?? 0;
  return { from: Math.max(range.from, startFor(weights, to, limit)), to };
}

/** A range around a turn, which stands near its middle. */
export function rangeAround(weights: readonly number[], index: number, limit = mountedLimit): MountedRange {
  const from = startFor(weights, index + 1, limit / 2);
  return { from, to: endFor(weights, from, limit, weights.length) };
}

function startFor(weights: readonly number[], to: number, limit: number): number {
  let from = Math.max(0, to - 1);
  for (let sum = weights[from] ?? 0; from > 0; from--) {
    sum += weights[from - 1] ?? 0;
    if (sum > limit) break;
  }
  return from;
}

function endFor(weights: readonly number[], from: number, limit: number, most: number): number {
  let to = from;
  for (let sum = 0; to < most; to++) {
    sum += weights[to] ?? 0;
    if (sum > limit && to > from) break;
  }
  return to;
}
