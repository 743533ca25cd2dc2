import type { SessionEntry } from "@relay-harness/protocol";
import type { ExtensionRunner } from "../../extensions/extensionRunner.ts";
import type { ExtensionCompaction } from "../../extensions/types/sessionEvents.ts";
import type { SessionManager } from "../../sessions/sessionManager.ts";
import type { CompactionExtensions, CompactionRequest } from "../compaction/compactor.ts";

/** What extensions hear of compactions, and decide about them. */
export function compactionExtensions(
  runner: ExtensionRunner,
  sessionManager: () => SessionManager,
): CompactionExtensions {
  const about = ({
    reason,
    willRetry = false,
  }: CompactionRequest): { reason: CompactionRequest["reason"]; willRetry: boolean } => ({
    reason,
    willRetry,
  });
  return {
    async before(preparation, request) {
      if (!runner.hasHandlers("session_before_compact")) return undefined;
      const { customInstructions, signal } = request;
      const branchEntries = sessionManager().getBranch();
      const result = await runner.beforeCompact({
        type: "session_before_compact",
        preparation,
        branchEntries,
        ...(customInstructions !== undefined && { customInstructions }),
        ...about(request),
        signal,
      });
      if (result?.cancel) return { cancel: true };
      const compaction: unknown = result?.compaction;
      if (compaction === undefined) return undefined;
      const problem = compactionProblem(compaction, branchEntries);
      if (problem === undefined) return { compaction: compaction as ExtensionCompaction };
      runner.runtime.report("<runtime>", "session_before_compact", new TypeError(problem));
      return undefined;
    },
    async done(entryId, request, fromExtension) {
      const compactionEntry = sessionManager().getEntry(entryId);
      if (compactionEntry?.type !== "compaction") return;
      await runner.emit({ type: "session_compact", compactionEntry, fromExtension, ...about(request) });
    },
    async failed(request, outcome) {
      await runner.emit({ type: "session_compact_failed", ...outcome, ...about(request) });
    },
  };
}

function compactionProblem(value: unknown, branch: readonly SessionEntry[]): string | undefined {
  const { summary, firstKeptEntryId } = (value ?? {}) as { summary?: unknown; firstKeptEntryId?: unknown };
  if (typeof summary !== "string" || summary.trim() === "") {
    return "The returned compaction needs a summary; Relay makes its own";
  }
  if (branch.some(({ id }) => id === firstKeptEntryId)) return undefined;
  return `The returned compaction keeps from entry ${String(firstKeptEntryId)}, which is not on the branch; Relay makes its own`;
}
