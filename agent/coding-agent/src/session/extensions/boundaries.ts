import { convertToLlm } from "@relay-harness/agent-core/loop";
import { isJsonObject, type AgentMessage, type SessionEntry } from "@relay-harness/protocol";
import type { BoundaryContext, SessionBoundaryDraft } from "../../extensions/types/boundary.ts";
import { buildProjection } from "../../sessions/projection.ts";
import type { SessionManager } from "../../sessions/sessionManager.ts";

/** Why a list of drafts cannot be appended. */
class InvalidBoundaryError extends Error {
  override readonly name = "InvalidBoundaryError";

  constructor(problem: string) {
    super(`Invalid boundary entries: ${problem}`);
  }
}

/** The context as it would be with drafts appended; those that are not valid are left out. */
export function previewContext(
  branch: readonly SessionEntry[],
  drafts: readonly SessionBoundaryDraft[],
  { pendingMessages, hasModel }: { pendingMessages: readonly AgentMessage[]; hasModel: boolean },
): BoundaryContext {
  const path = [...branch];
  for (const [index, draft] of drafts.entries()) {
    if (draftProblem(draft, branch) === undefined) path.push(draftEntry(draft, path, `draft-${index}`));
  }
  const contextEntries: BoundaryContext["contextEntries"] = [];
  for (const { entry, message } of buildProjection(path)) {
    const last = contextEntries.at(-1);
    if (last?.sourceEntry === entry) last.messages.push(message);
    else contextEntries.push({ sourceEntry: entry, messages: [message] });
  }
  const contextMessages = contextEntries.flatMap(({ messages }) => messages);
  const llmMessages = convertToLlm(contextMessages);
  return {
    contextEntries,
    contextMessages,
    llmMessages,
    pendingMessages: [...pendingMessages],
    canContinue: hasModel && llmMessages.some(({ role }) => role !== "system"),
  };
}

/** Throws for the first draft that cannot be appended to the branch. */
export function checkDrafts(drafts: readonly SessionBoundaryDraft[], branch: readonly SessionEntry[]): void {
  for (const draft of drafts) {
    const problem = draftProblem(draft, branch);
    if (problem !== undefined) throw new InvalidBoundaryError(problem);
  }
}

/** Appends drafts that were checked; returns their entries. */
export function appendDraft(
  sessionManager: SessionManager,
  draft: SessionBoundaryDraft,
  tokensBefore: () => number,
): SessionEntry | undefined {
  return sessionManager.getEntry(append(sessionManager, draft, tokensBefore));
}

function append(
  sessionManager: SessionManager,
  draft: SessionBoundaryDraft,
  tokensBefore: () => number,
): string {
  switch (draft.type) {
    case "custom":
      return sessionManager.appendCustomEntry(draft.customType, draft.data);
    case "custom_message": {
      const { customType, content, display, details } = draft;
      return sessionManager.appendCustomMessageEntry(customType, content, display, details);
    }
    case "context_edit":
      return sessionManager.appendContextEdit(draft.targetId, draft.replacement?.content ?? null);
    case "compaction": {
      const { summary, firstKeptEntryId, details, usage } = draft;
      return sessionManager.appendCompaction(summary, firstKeptEntryId, tokensBefore(), details, true, usage);
    }
  }
}

/** Extensions may be untyped: everything is checked. */
function draftProblem(draft: unknown, branch: readonly SessionEntry[]): string | undefined {
  if (!isJsonObject(draft)) return "an entry must be an object";
  const find = (id: unknown): SessionEntry | undefined => branch.find((entry) => entry.id === id);
  if (!isJson(draft)) return `the ${String(draft.type)} entry holds data that is no JSON`;
  switch (draft.type) {
    case "custom":
      return isText(draft.customType) ? undefined : "customType must be a non-empty string";
    case "custom_message":
      return customMessageProblem(draft);
    case "context_edit":
      return contextEditProblem(draft, find(draft.targetId));
    case "compaction":
      if (!isText(draft.summary)) return "summary must be a non-empty string";
      if (draft.firstKeptEntryId === null || find(draft.firstKeptEntryId)) return undefined;
      return `Entry ${String(draft.firstKeptEntryId)} not found`;
    default:
      return `unknown type ${JSON.stringify(draft.type)}`;
  }
}

function customMessageProblem({ customType, content, display }: Record<string, unknown>): string | undefined {
  if (!isText(customType)) return "customType must be a non-empty string";
  if (!isContent(content)) return "content must be a string or an array of blocks";
  return typeof display === "boolean" ? undefined : "display must be a boolean";
}

const editableRoles: readonly string[] = ["user", "assistant", "toolResult", "custom"];

function contextEditProblem(
  { targetId, replacement }: Record<string, unknown>,
  target: SessionEntry | undefined,
): string | undefined {
  if (!target) return `Entry ${String(targetId)} not found`;
  const isEditable =
    target.type === "custom_message" ||
    (target.type === "message" && editableRoles.includes(target.message.role));
  if (!isEditable) return `Entry ${String(targetId)} cannot be edited`;
  if (replacement === null) return undefined;
  return isJsonObject(replacement) && isContent(replacement.content)
    ? undefined
    : "replacement must be null or have content";
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function isContent(value: unknown): boolean {
  return typeof value === "string" || (Array.isArray(value) && value.every(isJsonObject));
}

function isJson(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    // Cycles and big integers.
    return false;
  }
}

/** An entry as appending would make it. */
function draftEntry(draft: SessionBoundaryDraft, path: readonly SessionEntry[], id: string): SessionEntry {
  const base = { id, parentId: path.at(-1)?.id ?? null, timestamp: new Date().toISOString() };
  switch (draft.type) {
    case "custom":
    case "custom_message":
      return { ...base, ...draft };
    case "context_edit":
      return { ...base, ...draft, replacement: draft.replacement?.content ?? null };
    case "compaction":
      return { ...base, ...draft, firstKeptEntryId: draft.firstKeptEntryId ?? id, tokensBefore: 0 };
  }
}
