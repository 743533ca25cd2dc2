import { copyToClipboard } from "../clipboard.ts";
import type { LineCommandContext } from "./lineCommand.ts";

export async function copyLastAnswer({ runtime, transcript, writeRaw }: LineCommandContext): Promise<void> {
  const text = runtime.session.getLastAssistantText();
  if (text === null) return transcript.line("No agent messages to copy yet.");
  const way = await copyToClipboard(text, { writeToTerminal: writeRaw });
  transcript.line(
    way === "terminal"
      ? `Sent ${text.length} characters to the terminal, which copies them if it knows how (OSC 52).`
      : `Copied ${text.length} characters.`,
  );
}
