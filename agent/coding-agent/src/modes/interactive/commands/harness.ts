import { harnessOffText } from "../../../session/harness/harnessSettings.ts";
import type { LineCommandContext } from "./lineCommand.ts";

export async function showHarness({ runtime, transcript }: LineCommandContext): Promise<void> {
  const { harnessCore } = runtime.session;
  transcript.line(harnessCore ? await harnessCore.answer() : harnessOffText);
}
