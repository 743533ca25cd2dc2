import type { LineCommandContext } from "./lineCommand.ts";

export async function showHarness({ runtime, transcript }: LineCommandContext): Promise<void> {
  const { harnessCore } = runtime.session;
  transcript.line(
    harnessCore ? await harnessCore.report() : "The harness is off: every harnessCore pillar is switched off.",
  );
}
