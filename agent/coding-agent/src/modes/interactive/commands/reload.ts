import type { LineCommandContext } from "./lineCommand.ts";

export async function reloadSession({ runtime, transcript }: LineCommandContext): Promise<void> {
  await runtime.reload();
  const diagnostics = await runtime.session.loadDiagnostics();
  for (const { type, message } of diagnostics) {
    transcript.line(`${type === "error" ? "Error" : "Warning"}: ${message}`);
  }
  transcript.line("Reloaded settings, extensions, skills, prompt templates, themes and instructions.");
  // It may have been what asks before a command runs.
  if (diagnostics.some(({ type }) => type === "error")) {
    transcript.line(
      "What could not be loaded is off, with its commands, tools and checks. Mend it and type /reload.",
    );
  }
}
