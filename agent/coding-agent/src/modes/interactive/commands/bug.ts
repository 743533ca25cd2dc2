import type { ReportTranscript } from "@relay-harness/protocol";
import { exportSnapshot } from "../../../session/exportSnapshot.ts";
import { confirm } from "../confirm.ts";
import { withProgress } from "../progress.ts";
import type { AskLine, LineCommandContext } from "./lineCommand.ts";

/** The dialog of cli.md §8.4. Giving up at any question writes nothing. */
export async function reportBug(context: LineCommandContext): Promise<void> {
  const { runtime, transcript, argument, signal } = context;
  const answers = await askForReport(context, argument);
  if (!answers) return transcript.line("No report was written.");
  const { session } = runtime;
  const at = exportSnapshot(session.sessionManager);
  const { model, thinkingLevel } = session;
  const [{ bugReportType, writeBugReport }, support] = await Promise.all([
    import("../../../export/bugReport/writeBugReport.ts"),
    runtime.reportSupport(),
  ]);
  const writing = writeBugReport({ ...at, ...answers, model, thinkingLevel, support, signal });
  const line = (text: string): void => transcript.line(text);
  // Not raced with the signal: what is written must be recorded, and the summary ends by itself.
  const report = await withProgress("Writing the report", writing, { line });
  await session.appendCustomEntry(bugReportType, report);
  line(`Report ${report.id}: ${report.path}`);
  line("Nothing was uploaded. Look into it before you send it.");
}

interface ReportAnswers {
  description: string;
  transcript: ReportTranscript;
}

async function askForReport(
  { runtime, ask }: Pick<LineCommandContext, "runtime" | "ask">,
  argument: string,
): Promise<ReportAnswers | undefined> {
  const description = await ask("What is wrong? (may be left empty) ", { initial: argument });
  if (description === undefined) return undefined;
  const transcript = await askForTranscript(runtime.session.model?.id, ask);
  if (transcript === undefined) return undefined;
  const folder = runtime.session.sessionManager.getCwd();
  const isSure = await confirm(ask, `Write the report to ${folder}?`, "yes");
  return isSure ? { description, transcript } : undefined;
}

async function askForTranscript(
  modelId: string | undefined,
  ask: AskLine,
): Promise<ReportTranscript | undefined> {
  const isFull = await confirm(ask, "Include the conversation? It is not redacted.", "no");
  if (isFull === undefined) return undefined;
  if (isFull) return "full";
  if (modelId === undefined) return "none";
  const question = `Include a summary instead? ${modelId} gets the conversation again to write it.`;
  const isSummary = await confirm(ask, question, "no");
  if (isSummary === undefined) return undefined;
  return isSummary ? "summary" : "none";
}
