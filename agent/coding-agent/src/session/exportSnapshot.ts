import { basename } from "node:path";
import type { ExportSource } from "../export/exportSource.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import type { SystemState } from "../sessions/systemState.ts";

/** What exports of the open session are made of, as it is at this moment. */
export interface ExportSnapshot {
  source: ExportSource;
  /** What the model is told; absent before the first request. */
  system: SystemState | undefined;
  cwd: string;
}

export function exportSnapshot(manager: SessionManager): ExportSnapshot {
  const file = manager.getSessionFile();
  return {
    source: {
      header: manager.getHeader(),
      entries: manager.getEntries(),
      leafId: manager.getLeafId(),
      branch: manager.getBranch(),
      stem: file === undefined ? manager.getSessionId() : basename(file, ".jsonl"),
    },
    system: manager.getSystemState(),
    cwd: manager.getCwd(),
  };
}
