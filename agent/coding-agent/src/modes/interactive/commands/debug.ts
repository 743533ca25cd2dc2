import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../../base/version.ts";
import type { LineCommandContext } from "./lineCommand.ts";

/** Writes what was shown and what the model reads to a file for whoever looks for a defect (cli.md §8.2). */
export function writeDebugLog({ runtime, transcript }: LineCommandContext): void {
  const { session, services } = runtime;
  const path = join(services.agentDir, "relay-debug.log");
  const { model } = session;
  const lines = [
    `Relay ${version}, Node.js ${process.versions.node}, ${new Date().toISOString()}`,
    `Session: ${session.sessionFile ?? "in memory"}`,
    `Model: ${model ? `${model.provider}/${model.id}` : "none"}`,
    "",
    "Shown lines:",
    ...transcript.recent,
    "",
    "Messages:",
    ...session.messages.map((message) => JSON.stringify(message)),
    "",
  ];
  writeFileSync(path, lines.join("\n"), { mode: 0o600 });
  // An older file keeps its mode otherwise.
  chmodSync(path, 0o600);
  transcript.line(`Wrote ${path}. It holds the conversation: look into it before you send it.`);
}
