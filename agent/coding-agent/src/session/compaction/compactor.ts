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

/** A summary that an extension made instead of a model. */
export interface SuppliedSummary extends Pick<
  CompactionResult,
  "summary" | "firstKeptEntryId" | "usage" | "details"
> {
  tokensBefore?: number;
  estimatedTokensAfter?: number;
}

/** What extensions hear of compactions, and decide about them. */
export interface CompactionExtensions {
  /** Before anything is asked of a model. */
  before(
    preparation: CompactionPreparation,
    request: CompactionRequest,
  ): Promise<{ cancel: true } | { cancel?: false; compaction?: SuppliedSummary } | undefined>;
  done(entryId: string, request: CompactionRequest, fromExtension: boolean): void | Promise<void>;
  failed(
    request: CompactionRequest,
    outcome: { aborted: boolean; errorMessage?: string; fromExtension: boolean },
  ): void | Promise<void>;
}

export interface CompactorDeps {
  readonly extensions?: CompactionExtensions;
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
    const { extensions } = this.deps;
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
      const decision = await extensions?.before(preparation, request);
      if (decision?.cancel || request.signal.aborted) return await this.endAborted(request);
      if (decision?.compaction) return await this.finish(request, decision.compaction, true);
      const summary = await this.summarize(preparation, { ...request, model, thinkingLevel });
      if (summary === aborted) return await this.endAborted(request);
      const { firstKeptEntryId } = preparation;
      return await this.finish(request, { ...summary, firstKeptEntryId });
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
    { summary, firstKeptEntryId, details, usage, ...supplied }: SuppliedSummary,
    fromExtension = false,
  ): Promise<CompactionOutcome> {
    const { sessionManager, onCompacted } = this.deps;
    const { tokensBefore = this.contextTokens() } = supplied;
    const entryId = sessionManager.appendCompaction(
      summary,
      firstKeptEntryId,
      tokensBefore,
      details,
      fromExtension,
      usage,
    );
    onCompacted();
    const result: CompactionResult = {
      summary,
      firstKeptEntryId,
      tokensBefore,
      estimatedTokensAfter:
        supplied.estimatedTokensAfter ?? estimateAll(sessionManager.buildSessionContext().messages),
      ...(usage && { usage }),
      details,
      entryId,
    };
    await this.deps.extensions?.done(entryId, request, fromExtension);
    await this.end(request, { result, aborted: false, willRetry: request.willRetry ?? false });
    await this.deps.announceContext();
    return { status: "done", result };
  }

  private async fail(request: CompactionRequest, error: Error): Promise<CompactionOutcome> {
    const errorMessage = `${failureLeadIns[request.reason]}: ${error.message}`;
    const outcome = { aborted: false, errorMessage, fromExtension: false };
    await this.deps.extensions?.failed(request, outcome);
    await this.end(request, { aborted: false, willRetry: false, errorMessage });
    return { status: "failed", error };
  }

  private async endAborted(request: CompactionRequest): Promise<CompactionOutcome> {
    await this.deps.extensions?.failed(request, { aborted: true, fromExtension: false });
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
