import type { LineCommandContext } from "./lineCommand.ts";
import { onAbort } from "./onAbort.ts";

/** What it does is shown by its events. */
export async function compactSession({ runtime, argument, signal }: LineCommandContext): Promise<void> {
  const { session } = runtime;
  await onAbort(
    signal,
    () => session.abortCompaction(),
    () => session.compact(argument === "" ? undefined : argument),
  );
}
