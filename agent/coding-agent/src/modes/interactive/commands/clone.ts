import type { LineCommandContext } from "./lineCommand.ts";

export async function cloneSession({ runtime, transcript, showSession }: LineCommandContext): Promise<void> {
  const { cancelled } = await runtime.clone();
  if (cancelled) return transcript.line("The copy was refused.");
  transcript.line("This is a copy. The session that it was made of stays as it is.");
  showSession();
}
