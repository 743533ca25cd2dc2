import type { RpcCommandFields } from "@relay-harness/protocol";
import type { AgentSession } from "../../../session/agentSession.ts";
import { exportSnapshot, type ExportSnapshot } from "../../../session/exportSnapshot.ts";
import type { Handlers } from "./handler.ts";

/** Files and uploads made of a session. */
export const exportHandlers: Handlers<"export_html" | "export_jsonl" | "share_session" | "bug_report"> = {
  export_html: async (fields, { session }) => {
    const at = exportSnapshot(session.sessionManager);
    const [{ exportPath }, { exportHtml }, { source, system }] = await Promise.all([
      import("../../../export/exportSource.ts"),
      import("../../../export/html/exportHtml.ts"),
      chosenSession(fields, session, at),
    ]);
    const path = exportPath(source, { ...fields, cwd: at.cwd, extension: "html" });
    await exportHtml(source, path, system);
    return { path };
  },
  export_jsonl: async (fields, { session }) => {
    const at = exportSnapshot(session.sessionManager);
    const [{ exportPath }, { exportJsonl }, { source }] = await Promise.all([
      import("../../../export/exportSource.ts"),
      import("../../../export/exportJsonl.ts"),
      chosenSession(fields, session, at),
    ]);
    const path = exportPath(source, { ...fields, cwd: at.cwd, extension: "jsonl" });
    await exportJsonl(source, path);
    return { path };
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
  { sessionPath }: Pick<RpcCommandFields<"export_html">, "sessionPath">,
  session: AgentSession,
  at: ExportSnapshot,
): Promise<Pick<ExportSnapshot, "source" | "system">> {
  if (sessionPath === undefined) return at;
  const { findStoredSession } = await import("../../../export/storedSession.ts");
  const { sessionManager } = session;
  const found = findStoredSession(sessionPath, { cwd: at.cwd, sessionDir: sessionManager.getSessionDir() });
  return found.path === session.sessionFile ? at : { source: found.source, system: undefined };
}
