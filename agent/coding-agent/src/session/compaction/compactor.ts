import type { StreamFunction } from "@relay-harness/ai";
import type { CompactionReason, CompactionResult, Model, ThinkingLevel } from "@relay-harness/protocol";
import type { SessionManager } from "../../sessions/sessionManager.ts";
import type { SessionEvents } from "../events.ts";
import type { RetrySettings } from "../retry.ts";
import { contextSize, estimateAll } from "./estimate.ts";
import { prepareCompaction, type CompactionPreparation, type NothingToCompact } from "./preparation.ts";
import { resolveCompactionSettings, type StoredCompactionSettings } from "./settings.ts";
import { summarize, type Summary } from "./summarize.ts";
import { aborted, SummaryError } from "./summaryRequest.ts";

export interface CompactorDeps {
  sessionManager: SessionManager;
  events: SessionEvents;
  /** The model that a request can be sent to; throws the texts of rpc.md §4.1 step 6. */
  requireModel: () => Model;
  thinkingLevel: () => ThinkingLevel;
  stream: StreamFunction;
  settings: () => StoredCompactionSettings;
  retrySettings: () => RetrySettings;
  /** Told from the start event to the end event. */
  onCompacting: (isCompacting: boolean) => void;
  /** The context has been replaced. */
  onCompacted: () => void;
  /** Tells how full the context is, after the end event. */
  announceContext: () => void | Promise<void>;
}

export interface CompactionRequest {
  reason: CompactionReason;
  signal: AbortSignal;
  /** The failed request is sent again afterwards. */
  willRetry?: boolean;
  customInstructions?: string;
}

export type CompactionOutcome =
  | { status: "done"; result: CompactionResult }
  | { status: "nothing" }
  | { status: "aborted" }
  | { status: "failed"; error: Error };

const failureLeadIns: Record<CompactionReason, string> = {
  manual: "Compaction failed",
  threshold: "Auto-compaction failed",
  overflow: "Context overflow recovery failed",
};

/**
 * Runs one compaction with its events (sessions-and-tools.md §8.6). Never rejects: a failure appends
 * nothing and is announced. An automatic one that finds nothing to do stays silent.
 */
export class Compactor {
  constructor(private readonly deps: CompactorDeps) {}

  async run(request: CompactionRequest): Promise<CompactionOutcome> {
    const isManual = request.reason === "manual";
    if (isManual) await this.start(request);
    else if (request.signal.aborted) return { status: "aborted" };
    try {
      if (request.signal.aborted) return await this.endAborted(request);
      const model = this.deps.requireModel();
      const thinkingLevel = this.deps.thinkingLevel();
      const preparation = this.prepare(model);
      if (typeof preparation === "string") {
        return isManual ? await this.fail(request, new Error(preparation)) : { status: "nothing" };
      }
      if (!isManual) await this.start(request);
      const summary = await this.summarize(preparation, { ...request, model, thinkingLevel });
      if (summary === aborted) return await this.endAborted(request);
      return await this.finish(request, preparation, summary);
    } catch (error) {
      if (request.signal.aborted) return await this.endAborted(request);
      return await this.fail(request, error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Tokens of the next request. */
  contextTokens(): number {
    const { sessionManager } = this.deps;
    return contextSize(sessionManager.getBranch(), sessionManager.buildSessionProjection()).tokens;
  }

  private prepare(model: Model): CompactionPreparation | NothingToCompact {
    const settings = resolveCompactionSettings(this.deps.settings(), model);
    return prepareCompaction(this.deps.sessionManager.getBranch(), this.contextTokens(), settings);
  }

  private async summarize(
    preparation: CompactionPreparation,
    {
      reason,
      signal,
      customInstructions,
      model,
      thinkingLevel,
    }: CompactionRequest & {
      model: Model;
      thinkingLevel: ThinkingLevel;
    },
  ): Promise<Summary | typeof aborted> {
    const { stream, retrySettings, events } = this.deps;
    try {
      return await summarize(preparation, {
        model,
        thinkingLevel,
        stream,
        retrySettings,
        emit: (event) => events.emit(event),
        signal,
        reason,
        customInstructions,
      });
    } catch (error) {
      if (!(error instanceof SummaryError)) throw error;
      throw new Error(`Summarization failed: ${error.message}`, { cause: error });
    }
  }

  private async finish(
    request: CompactionRequest,
    { firstKeptEntryId }: CompactionPreparation,
    { summary, details, usage }: Summary,
  ): Promise<CompactionOutcome> {
    const { sessionManager, onCompacted } = this.deps;
    const tokensBefore = this.contextTokens();
    const entryId = sessionManager.appendCompaction(
      summary,
      firstKeptEntryId,
      tokensBefore,
      details,
      false,
      usage,
    );
    onCompacted();
    const result: CompactionResult = {
      summary,
      firstKeptEntryId,
      tokensBefore,
      estimatedTokensAfter: estimateAll(sessionManager.buildSessionContext().messages),
      ...(usage && { usage }),
      details,
      entryId,
    };
    await this.end(request, { result, aborted: false, willRetry: request.willRetry ?? false });
    await this.deps.announceContext();
    return { status: "done", result };
  }

  private async fail(request: CompactionRequest, error: Error): Promise<CompactionOutcome> {
    const errorMessage = `${failureLeadIns[request.reason]}: ${error.message}`;
    await this.end(request, { aborted: false, willRetry: false, errorMessage });
    return { status: "failed", error };
  }

  private async endAborted(request: CompactionRequest): Promise<CompactionOutcome> {
    await this.end(request, { aborted: true, willRetry: false });
    return { status: "aborted" };
  }

  private start({ reason }: CompactionRequest): void | Promise<void> {
    this.deps.onCompacting(true);
    return this.deps.events.emit({ type: "compaction_start", reason });
  }

  private end(
    { reason }: CompactionRequest,
    outcome: { result?: CompactionResult; aborted: boolean; willRetry: boolean; errorMessage?: string },
  ): void | Promise<void> {
    this.deps.onCompacting(false);
    return this.deps.events.emit({ type: "compaction_end", reason, ...outcome });
  }
}
