import type { AgentMessage, AssistantMessage, SessionEntry, Usage } from "@relay-harness/protocol";
import { editedMessages, latestEdits } from "../sessions/projection.ts";
import { estimateTokens } from "../session/compaction/estimate.ts";
import {
  addSummaryDetails,
  collectFileOperations,
  emptyFileOperations,
  type FileOperations,
} from "../session/compaction/fileOperations.ts";

/** What the last answer that counts has used. */
export function getLastAssistantUsage(entries: readonly SessionEntry[]): Usage | undefined {
  return entries.findLast(
    (entry): entry is Extract<SessionEntry, { type: "message" }> & { message: AssistantMessage } =>
      entry.type === "message" &&
      entry.message.role === "assistant" &&
      entry.message.stopReason !== "error" &&
      entry.message.stopReason !== "aborted",
  )?.message.usage;
}

/** Index of the entry that begins the turn of another one, not before `startIndex`; -1 when there is none. */
export function findTurnStartIndex(
  entries: readonly SessionEntry[],
  entryIndex: number,
  startIndex: number,
): number {
  const found = entries.findLastIndex((entry, index) => index <= entryIndex && beginsTurn(entry));
  return found < startIndex ? -1 : found;
}

function beginsTurn(entry: SessionEntry): boolean {
  if (entry.type === "branch_summary" || entry.type === "custom_message") return true;
  if (entry.type !== "message") return false;
  const { role } = entry.message;
  return role === "user" || role === "bashExecution";
}

/** Reads entries; a session manager is one. */
export interface BranchReader {
  getBranch(leafId?: string): SessionEntry[];
}

/** Entries that are left when the leaf moves, oldest first, and the last entry that stays. */
export function collectEntriesForBranchSummary(
  session: BranchReader,
  oldLeafId: string | null,
  targetId: string,
): { entries: SessionEntry[]; commonAncestorId: string | null } {
  if (oldLeafId === null) return { entries: [], commonAncestorId: null };
  const target = new Set(session.getBranch(targetId).map(({ id }) => id));
  const path = session.getBranch(oldLeafId);
  const shared = path.findLastIndex(({ id }) => target.has(id));
  return { entries: path.slice(shared + 1), commonAncestorId: path[shared]?.id ?? null };
}

export interface BranchPreparation {
  messages: AgentMessage[];
  fileOps: FileOperations;
  totalTokens: number;
}

/** The newest messages of a branch that fit a number of tokens (0: all), and the files it worked on. */
export function prepareBranchEntries(entries: readonly SessionEntry[], tokenBudget = 0): BranchPreparation {
  const edits = latestEdits(entries);
  const messages: AgentMessage[] = [];
  let totalTokens = 0;
  const all = entries
    .flatMap((entry) => editedMessages(entry, edits))
    .filter(({ role }) => role !== "system");
  for (const message of all.toReversed()) {
    const tokens = estimateTokens(message);
    if (tokenBudget > 0 && totalTokens + tokens > tokenBudget) break;
    messages.unshift(message);
    totalTokens += tokens;
  }
  const fileOps = emptyFileOperations();
  for (const entry of entries) {
    if (entry.type === "branch_summary" && !entry.fromHook) addSummaryDetails(entry.details, fileOps);
  }
  collectFileOperations(all, fileOps);
  return { messages, fileOps, totalTokens };
}
