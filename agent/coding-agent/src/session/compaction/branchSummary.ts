import type { AgentMessage, SessionEntry, Usage } from "@relay-harness/protocol";
import { editedMessages, latestEdits } from "../../sessions/projection.ts";
import { estimateAll } from "./estimate.ts";
import {
  addSummaryDetails,
  collectFileOperations,
  emptyFileOperations,
  fileListBlocks,
  fileLists,
  type FileLists,
} from "./fileOperations.ts";
import { branchPrompt } from "./prompts.ts";
import { serializeConversation } from "./serialize.ts";
import { aborted, assertCanSummarize, requestSummary, type SummaryDeps } from "./summaryRequest.ts";

const leadIn = "Another branch of this conversation was explored and left. What happened there:";

export interface BranchSummaryOptions extends SummaryDeps {
  /** The branch that is left, oldest first. */
  entries: readonly SessionEntry[];
  customInstructions?: string;
  /** The custom instructions stand in place of Relay's. */
  replaceInstructions?: boolean;
  /** Setting `branchSummary.reserveTokens`: what the request leaves free of the context window. */
  reserveTokens: number;
}

export interface BranchSummary {
  summary: string;
  usage?: Usage;
  details: FileLists;
}

/** True when a branch holds something that a summary can tell. */
export function hasBranchContent(entries: readonly SessionEntry[]): boolean {
  return serialize(branchMessages(entries).flatMap(({ messages }) => messages)) !== "";
}

/**
 * Summarizes a branch that is left (sessions-and-tools.md §5). Throws an error whose message is the
 * reason, without a lead-in.
 */
export async function summarizeBranch(
  options: BranchSummaryOptions,
): Promise<BranchSummary | { aborted: true }> {
  const { model, customInstructions, replaceInstructions } = options;
  assertCanSummarize(model);
  const budget = model.contextWindow > 0 ? model.contextWindow - options.reserveTokens : Infinity;
  const parts = newestWithin(branchMessages(options.entries), budget);
  const messages = parts.flatMap((part) => part.messages);
  const prompt = branchPrompt({ conversation: serialize(messages), customInstructions, replaceInstructions });
  const result = await requestSummary(prompt, model.maxTokens || undefined, {
    ...options,
    source: { source: "branchSummary" },
  });
  if (result === aborted) return { aborted: true };
  const details = fileLists(fileOperations(options.entries, messages));
  return {
    summary: `${leadIn}\n\n${result.text}${fileListBlocks(details)}`,
    usage: result.usage,
    details,
  };
}

interface BranchPart {
  messages: AgentMessage[];
}

function branchMessages(entries: readonly SessionEntry[]): BranchPart[] {
  const edits = latestEdits(entries);
  return entries.map((entry) => ({
    messages: editedMessages(entry, edits).filter(({ role }) => role !== "system"),
  }));
}

/** The newest parts that fit; nothing older than the first that does not. */
function newestWithin(parts: readonly BranchPart[], budget: number): BranchPart[] {
  let sum = 0;
  let first = parts.length;
  while (first > 0) {
    sum += estimateAll(parts[first - 1]?.messages ?? []);
    if (sum > budget) break;
    first--;
  }
  return parts.slice(first);
}

function serialize(messages: readonly AgentMessage[]): string {
  return serializeConversation(messages, { includesToolResults: false });
}

function fileOperations(entries: readonly SessionEntry[], messages: readonly AgentMessage[]) {
  const operations = emptyFileOperations();
  for (const entry of entries) {
    if (entry.type === "branch_summary" && !entry.fromHook) addSummaryDetails(entry.details, operations);
  }
  collectFileOperations(messages, operations);
  return operations;
}
