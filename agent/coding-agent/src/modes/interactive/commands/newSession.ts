import type { LineCommandContext } from "./lineCommand.ts";

export async function startNewSession({
  runtime,
  transcript,
  showSession,
}: LineCommandContext): Promise<void> {
  const { cancelled } = await runtime.newSession();
  if (cancelled) return transcript.line("The new session was refused.");
  transcript.line("New session.");
  showSession();
}
