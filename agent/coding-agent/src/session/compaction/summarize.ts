import type { CompactionReason, Model, Usage } from "@relay-harness/protocol";
import { fileListBlocks, fileLists, type FileLists } from "./fileOperations.ts";
import type { CompactionPreparation } from "./preparation.ts";
import { historyPrompt, turnPrefixPrompt } from "./prompts.ts";
import { serializeConversation } from "./serialize.ts";
import { aborted, addUsage, assertCanSummarize, requestSummary, type SummaryDeps } from "./summaryRequest.ts";

/** Shares of the reserve that a summary may fill. */
const historyShare = 0.8;
const prefixShare = 0.5;
/** A smaller limit is of no use. */
const minOutputTokens = 1024;

export interface Summary {
  summary: string;
  details: FileLists;
  /** Absent when no request was needed. */
  usage?: Usage;
}

export interface SummarizeOptions extends SummaryDeps {
  reason: CompactionReason;
  customInstructions?: string;
}

/**
 * Summarizes what a compaction takes out of context: the history, then the beginning of a turn that the
 * cut goes through, one request each (sessions-and-tools.md §8.4). Throws `SummaryError`.
 */
export async function summarize(
  preparation: CompactionPreparation,
  options: SummarizeOptions,
): Promise<Summary | typeof aborted> {
  const { model, customInstructions, reason } = options;
  const { messagesToSummarize, turnPrefixMessages, previousSummary, settings } = preparation;
  assertCanSummarize(model);
  let usage: Usage | undefined;
  const request = async (prompt: string, share: number): Promise<string | typeof aborted> => {
    const maxTokens = summaryOutputLimit(model, share * settings.reserveTokens);
    const part = await requestSummary(prompt, maxTokens, {
      ...options,
      source: { source: "compaction", reason },
    });
    if (part === aborted) return aborted;
    usage = addUsage(usage, part.usage);
    return part.text;
  };
  const parts: string[] = [];

  const conversation = serializeConversation(messagesToSummarize);
  if (conversation === "") parts.push(previousSummary ?? "No prior history.");
  else {
    const history = await request(
      historyPrompt({ conversation, previousSummary, customInstructions }),
      historyShare,
    );
    if (history === aborted) return aborted;
    parts.push(history);
  }
  const prefix = serializeConversation(turnPrefixMessages);
  if (prefix !== "") {
    const turn = await request(turnPrefixPrompt({ conversation: prefix, customInstructions }), prefixShare);
    if (turn === aborted) return aborted;
    parts.push(`**Turn Context (split turn):**\n\n${turn}`);
  }
  const details = fileLists(preparation.fileOps);
  return {
    summary: parts.join("\n\n---\n\n") + fileListBlocks(details),
    details,
    ...(usage && { usage }),
  };
}

/** Output tokens of a part, within what the model can write; 0 in a model means unknown. */
function summaryOutputLimit(model: Pick<Model, "maxTokens">, wanted: number): number {
  const modelMax = model.maxTokens > 0 ? model.maxTokens : Infinity;
  return Math.min(modelMax, Math.max(Math.floor(wanted), minOutputTokens));
}
