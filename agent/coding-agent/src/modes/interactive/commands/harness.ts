import type { LineCommandContext } from "./lineCommand.ts";

export async function showHarness({ runtime, transcript }: LineCommandContext): Promise<void> {
  const { harness } = runtime.session;
  transcript.line(
    harness ? await harness.report() : "The harness is off: every harnessCore pillar is switched off.",
  );
}
