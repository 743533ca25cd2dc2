import type { LineCommandContext } from "./lineCommand.ts";

export async function reloadSession({ runtime, transcript }: LineCommandContext): Promise<void> {
  await runtime.reload();
  for (const { type, message } of await runtime.session.loadDiagnostics()) {
    transcript.line(`${type === "error" ? "Error" : "Warning"}: ${message}`);
  }
  transcript.line("Reloaded settings, extensions, skills, prompt templates, themes and instructions.");
}
