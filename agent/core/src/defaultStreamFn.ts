import type { StreamFunction } from "@relay-harness/ai";

let defaultStreamFn: StreamFunction | undefined;

/** Stream function of loops that are given none. `undefined` removes it. */
export function setDefaultStreamFn(streamFn: StreamFunction | undefined): void {
  defaultStreamFn = streamFn;
}

/** Throws when there is neither an own nor a default stream function. */
export function requireStreamFn(own: StreamFunction | undefined): StreamFunction {
  const streamFn = own ?? defaultStreamFn;
  if (!streamFn) throw new Error("No stream function: pass streamFn or call setDefaultStreamFn()");
  return streamFn;
}
