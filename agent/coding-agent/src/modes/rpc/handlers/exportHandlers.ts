import { RefusalError } from "../../../session/errors.ts";
import { exportBranch, exportPage } from "../../../session/exportSession.ts";
import { exportSnapshot, type ExportSnapshot } from "../../../session/exportSnapshot.ts";
import type { SessionRuntime } from "../../../session/agentSessionRuntime.ts";
import type { Handlers } from "./handler.ts";

/** Files and uploads made of a session. */
export const exportHandlers: Handlers<"export_html" | "export_jsonl" | "share_session" | "bug_report"> = {
  export_html: async (fields, { session, runtime }) => {
    const at = exportSnapshot(session.sessionManager);
    const chosen = await chosenSession(fields.sessionPath, runtime, at);
    return { path: await exportPage({ ...at, ...chosen }, fields.outputPath) };
  },
  export_jsonl: async (fields, { session, runtime }) => {
    const at = exportSnapshot(session.sessionManager);
    const chosen = await chosenSession(fields.sessionPath, runtime, at);
    return { path: await exportBranch({ ...at, ...chosen }, fields.outputPath) };
  },
  share_session: async (_, { session, ending }) => {
    const { source, system } = exportSnapshot(session.sessionManager);
    const { shareSession } = await import("../../../export/shareSession.ts");
    return shareSession(source, { system, signal: ending });
  },
  bug_report: async ({ description, transcript = "none" }, { session, runtime, ending }) => {
    const at = exportSnapshot(session.sessionManager);
    const { model, thinkingLevel } = session;
    const [{ bugReportType, writeBugReport }, support] = await Promise.all([
      import("../../../export/bugReport/writeBugReport.ts"),
      runtime.reportSupport(),
    ]);
    const input = { ...at, model, thinkingLevel, description, transcript, support, signal: ending };
    const report = await writeBugReport(input);
    await session.appendCustomEntry(bugReportType, report);
    return { path: report.path, id: report.id };
  },
};

/** The session of `sessionPath`, else the one that is open. */
async function chosenSession(
  sessionPath: string | undefined,
  runtime: SessionRuntime,
  open: ExportSnapshot,
): Promise<Pick<ExportSnapshot, "source" | "system">> {
  if (sessionPath === undefined) return open;
  const [{ readSource }, stored] = await Promise.all([
    import("../../../export/exportSource.ts"),
    runtime.storedSessions(),
  ]);
  const { path, isOpen } = stored.find(sessionPath);
  if (isOpen) return open;
  const source = readSource(path);
  // Its header was read a moment ago.
  if (!source) throw new RefusalError("invalid_input", `Not a session file: ${sessionPath}`);
  return { source, system: undefined };
}
