import { statSync, type Stats } from "node:fs";

/**
 * What is at `path`; `undefined` when nothing is there or nothing can be known about it: a folder above
 * it may not be searched, links form a circle, the name is too long.
 */
export function statReachable(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // For callers that only look for candidates this is the same as nothing.
    return undefined;
  }
}
