import type { ModelRuntime } from "@relay-harness/ai";
import type {
  AgentMessage,
  CompactionResult,
  Model,
  SessionEntry,
  ThinkingLevel,
  Usage,
} from "@relay-harness/protocol";
import { buildProjection } from "../sessions/projection.ts";
import { contextSize } from "../session/compaction/estimate.ts";
import {
  defaultCompactionSettings,
  exceedsThreshold,
  type CompactionSettings,
} from "../session/compaction/settings.ts";
import type { SummaryDeps } from "../session/compaction/summaryRequest.ts";

/** Who summarizes, and how. */
export interface SummaryOptions {
  model: Model;
  /** Sends the requests. */
  modelRuntime: Pick<ModelRuntime, "stream">;
  /** Default: `off`. */
  thinkingLevel?: ThinkingLevel;
  /** What the summary is to pay attention to. */
  customInstructions?: string;
  signal?: AbortSignal;
}

export interface GenerateSummaryOptions extends SummaryOptions {
  /** Of what came before the messages. */
  previousSummary?: string;
  /** Limits the length of the summary. Default: that of `DEFAULT_COMPACTION_SETTINGS`. */
  reserveTokens?: number;
}

export interface GeneratedSummary {
  summary: string;
  /** Absent when no request was needed. */
  usage?: Usage;
}

/** True when a context leaves less room in the window than the reserve. An unknown window is never full. */
export function shouldCompact(
  contextTokens: number,
  contextWindow: number,
  settings: CompactionSettings,
): boolean {
  return settings.enabled && exceedsThreshold(contextTokens, contextWindow, settings);
}

/** A summary of messages as a compaction writes it. Rejects with the reason of a failure or an abort. */
export async function generateSummaryWithUsage(
  messages: readonly AgentMessage[],
  options: GenerateSummaryOptions,
): Promise<GeneratedSummary> {
  const { collectFileOperations, emptyFileOperations } =
    await import("../session/compaction/fileOperations.ts");
  const { summarize } = await import("../session/compaction/summarize.ts");
  const { previousSummary, reserveTokens = defaultCompactionSettings.reserveTokens } = options;
  const fileOps = emptyFileOperations();
  collectFileOperations(messages, fileOps);
  const preparation = {
    firstKeptEntryId: "",
    messagesToSummarize: [...messages],
    turnPrefixMessages: [],
    isSplitTurn: false,
    tokensBefore: 0,
    ...(previousSummary !== undefined && { previousSummary }),
    fileOps,
    settings: { ...defaultCompactionSettings, reserveTokens },
  };
  const made = await summarize(preparation, { ...request(options), reason: "manual" });
  if (typeof made === "symbol") throw abortReason(options);
  const { summary, usage } = made;
  return { summary, ...(usage && { usage }) };
}

/** The text of `generateSummaryWithUsage`. */
export async function generateSummary(
  messages: readonly AgentMessage[],
  options: GenerateSummaryOptions,
): Promise<string> {
  return (await generateSummaryWithUsage(messages, options)).summary;
}

/**
 * What a compaction of a path root -> leaf would append; nothing is stored. Rejects with the reason when
 * there is nothing to compact, after a failure and after an abort.
 */
export async function compact(
  path: readonly SessionEntry[],
  { settings = defaultCompactionSettings, ...options }: SummaryOptions & { settings?: CompactionSettings },
): Promise<CompactionResult> {
  const [{ prepareCompaction }, { summarize }] = await Promise.all([
    import("../session/compaction/preparation.ts"),
    import("../session/compaction/summarize.ts"),
  ]);
  const { tokens } = contextSize(path, buildProjection(path));
  const preparation = prepareCompaction(path, tokens, settings);
  if (typeof preparation === "string") throw new Error(preparation);
  const made = await summarize(preparation, { ...request(options), reason: "manual" });
  if (typeof made === "symbol") throw abortReason(options);
  const { firstKeptEntryId, tokensBefore } = preparation;
  return { ...made, firstKeptEntryId, tokensBefore };
}

/**
 * What a session keeps of a branch that is left. `entries`: oldest first. Rejects with the reason of a
 * failure or an abort.
 */
export async function generateBranchSummary(
  entries: readonly SessionEntry[],
  options: SummaryOptions & {
    /** The custom instructions stand in place of Relay's. */
    replaceInstructions?: boolean;
    /** Tokens that the request leaves free of the context window. */
    reserveTokens?: number;
  },
): Promise<GeneratedSummary> {
  const { summarizeBranch } = await import("../session/compaction/branchSummary.ts");
  const { replaceInstructions, reserveTokens = defaultCompactionSettings.reserveTokens } = options;
  const made = await summarizeBranch({ ...request(options), entries, replaceInstructions, reserveTokens });
  if ("aborted" in made) throw abortReason(options);
  const { summary, usage } = made;
  return { summary, ...(usage && { usage }) };
}

/** Each request is sent once: whoever embeds this decides about further attempts. */
function request({
  model,
  modelRuntime,
  thinkingLevel = "off",
  customInstructions,
  signal = new AbortController().signal,
}: SummaryOptions): SummaryDeps & { customInstructions?: string } {
  return {
    model,
    thinkingLevel,
    customInstructions,
    signal,
    stream: (...args) => modelRuntime.stream(...args),
    retrySettings: () => ({ enabled: false, maxRetries: 0, baseDelayMs: 0, maxAgentDelayMs: 0 }),
    emit: () => undefined,
  };
}

function abortReason({ signal }: SummaryOptions): unknown {
  return signal?.reason ?? new Error("The summary was aborted");
}
