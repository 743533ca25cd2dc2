import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject, type AssistantMessage, type SessionEntry } from "@relay-harness/protocol";
import type { ExportSource } from "../exportSource.ts";
import { redact } from "../../base/redact.ts";

const crashFields = ["timestamp", "version", "kind", "message", "stack", "sessionFile", "cwd"] as const;

/** `diagnostics.json`: what failed, without a word of the conversation. */
export async function reportDiagnostics(
  { header, entries }: ExportSource,
  agentDir: string,
): Promise<Record<string, unknown>> {
  const answers = entries.flatMap((entry) => {
    const message = assistantOf(entry);
    return message ? [{ entryId: entry.id, message }] : [];
  });
  return {
    schemaVersion: 1,
    sessionId: header.id,
    entryCount: entries.length,
    assistantMessageCount: answers.length,
    assistant: answers.filter(({ message }) => isFailed(message)).map(failedTurn),
    crashes: await readCrashes(agentDir),
  };
}

function assistantOf(entry: SessionEntry): AssistantMessage | undefined {
  return entry.type === "message" && entry.message.role === "assistant" ? entry.message : undefined;
}

function isFailed({ stopReason, errorMessage }: AssistantMessage): boolean {
  return stopReason === "error" || stopReason === "aborted" || errorMessage !== undefined;
}

function failedTurn({ entryId, message }: { entryId: string; message: AssistantMessage }): unknown {
  const { timestamp, provider, model, api, stopReason, rawStopReason, errorMessage, diagnostics } = message;
  return redact({
    entryId,
    timestamp,
    provider,
    model,
    api,
    stopReason,
    ...(rawStopReason !== undefined && { rawStopReason }),
    ...(errorMessage !== undefined && { errorMessage }),
    diagnostics: diagnostics ?? [],
  });
}

/** Crashes that were recorded on this machine; none when there is no readable record. */
async function readCrashes(agentDir: string): Promise<unknown[]> {
  let stored: unknown;
  try {
    stored = JSON.parse(await readFile(join(agentDir, "crashes.json"), "utf8"));
  } catch (error) {
    // A report is worth more without its crashes than not at all.
    if (error instanceof SyntaxError || (error instanceof Error && "code" in error)) return [];
    throw error;
  }
  const crashes = isJsonObject(stored) ? stored.crashes : stored;
  return Array.isArray(crashes) ? crashes.filter(isJsonObject).map(crashOf) : [];
}

function crashOf(crash: Record<string, unknown>): unknown {
  return redact(Object.fromEntries(crashFields.map((field) => [field, crash[field] ?? null])));
}
