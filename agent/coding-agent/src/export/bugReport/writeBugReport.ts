import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CustomEntry, ReportTranscript } from "@relay-harness/protocol";
import { newEntryId, uuidV7 } from "../../sessions/ids.ts";
import type { SystemState } from "../../sessions/systemState.ts";
import { sessionJsonl } from "../exportJsonl.ts";
import type { ExportSource } from "../exportSource.ts";
import { systemPromptText } from "../systemPromptText.ts";
import { reportDiagnostics } from "./diagnostics.ts";
import { redactText } from "../../base/redact.ts";
import type { ReportModel, ReportSupport } from "./reportInput.ts";
import { reportJson, type ReportIdentity } from "./reportJson.ts";
import { summarizeProblem } from "./summarize.ts";

export interface BugReportInput extends ReportModel {
  source: ExportSource;
  /** Where the archive goes. */
  cwd: string;
  description?: string;
  transcript: ReportTranscript;
  system?: SystemState;
  support: ReportSupport;
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
}

/** Data of the entry that the session gets (sessions-and-tools.md §7). */
export interface BugReport extends ReportIdentity {
  sessionIncluded: boolean;
  summaryIncluded: boolean;
  delivery: "zip";
  /** Absolute. */
  path: string;
}

export const bugReportType = "relay.bug-report";

/** Writes the archive of a bug report, which nobody but the user sends anywhere. */
export async function writeBugReport(input: BugReportInput): Promise<BugReport> {
  const { source, cwd, transcript, support, signal, env = process.env } = input;
  const id = uuidV7();
  const hint = input.description?.trim() ? redactText(input.description.trim()) : null;
  const identity: ReportIdentity = { id, createdAt: new Date().toISOString(), hint };
  const sessionIncluded = transcript === "full";
  const summaryIncluded = transcript === "summary";
  const files: Record<string, string> = {
    "report.json": json(reportJson(identity, { ...input, env, sessionIncluded, summaryIncluded })),
    "diagnostics.json": json(await reportDiagnostics(source, support.agentDir)),
  };
  if (sessionIncluded) files["session.jsonl"] = sessionFile(source, input.system, identity.createdAt);
  if (summaryIncluded) {
    const { model } = input;
    files["summary.md"] = await summarizeProblem({ model, branch: source.branch, hint, support, signal });
  }
  const path = join(cwd, `relay-bug-report-${id}.zip`);
  await writeFile(path, await zip(files), { flag: "wx" });
  return { ...identity, sessionIncluded, summaryIncluded, delivery: "zip", path };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** The active branch and, at its end, what the model was told beside it. */
function sessionFile(source: ExportSource, system: SystemState | undefined, timestamp: string): string {
  const ids = new Set(source.entries.map((entry) => entry.id));
  const declared: CustomEntry = {
    type: "custom",
    id: newEntryId((candidate) => ids.has(candidate)),
    parentId: source.branch.at(-1)?.id ?? null,
    timestamp,
    customType: "relay.share",
    data: { systemPrompt: system ? systemPromptText(system) : "", tools: system?.tools ?? [] },
  };
  return sessionJsonl(source, [declared]);
}

async function zip(files: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const { strToU8, zipSync } = await import("fflate");
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}
