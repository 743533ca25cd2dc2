import { isOverflow, isRecoverableLength } from "@relay-harness/ai";
import type { AssistantMessage, Model } from "@relay-harness/protocol";
import type { ActivityCompaction, StoredAssistant } from "../activity.ts";
import type { Compactor, CompactorDeps } from "./compactor.ts";
import { exceedsThreshold, resolveCompactionSettings } from "./settings.ts";
import { isOfflineGuide } from "./summaryRequest.ts";

export interface AutoCompactionDeps extends Pick<CompactorDeps, "events" | "settings" | "sessionManager"> {
  compactor: Compactor;
  model: () => Model | undefined;
  /** Takes a stored message out of future context. */
  omit: (entryId: string) => void | Promise<void>;
}

/** sessions-and-tools.md §8.5. */
const secondOverflowMessage =
  "Context overflow recovery failed after one compact-and-retry attempt. " +
  "Try reducing context or switching to a larger-context model.";

/** Decides when an activity compacts by itself (sessions-and-tools.md §8.5, rpc.md §7.4). */
export class AutoCompaction implements ActivityCompaction {
  constructor(private readonly deps: AutoCompactionDeps) {}

  async beforePrompt(signal: AbortSignal): Promise<void> {
    const model = this.usableModel();
    if (!model) return;
    const failed = this.unrecoveredOverflow(model);
    if (!failed) return this.checkThreshold(model, signal);
    await this.deps.omit(failed);
    await this.deps.compactor.run({ reason: "overflow", willRetry: true, signal });
  }

  async betweenTurns(signal: AbortSignal): Promise<void> {
    const model = this.usableModel();
    if (model) await this.checkThreshold(model, signal);
  }

  async afterRun(
    { message, entryId }: StoredAssistant,
    { canRecover, signal }: { canRecover: boolean; signal: AbortSignal },
  ): Promise<"retry" | "failed" | "none"> {
    const model = this.usableModel();
    if (!model || message.stopReason === "aborted") return "none";
    if (isFrom(message, model)) {
      if (needsRecovery(message, model)) return this.recover(entryId, { canRecover, signal });
      if (isOverflow(message, model.contextWindow)) {
        await this.deps.compactor.run({ reason: "overflow", willRetry: false, signal });
        return "none";
      }
    }
    await this.checkThreshold(model, signal);
    return "none";
  }

  private async recover(
    entryId: string,
    { canRecover, signal }: { canRecover: boolean; signal: AbortSignal },
  ): Promise<"retry" | "failed"> {
    const { events, compactor, omit } = this.deps;
    if (!canRecover) {
      await events.emit({
        type: "compaction_end",
        reason: "overflow",
        aborted: false,
        willRetry: false,
        errorMessage: secondOverflowMessage,
      });
      return "failed";
    }
    await omit(entryId);
    const { status } = await compactor.run({ reason: "overflow", willRetry: true, signal });
    return status === "done" ? "retry" : "failed";
  }

  private async checkThreshold(model: Model, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { events, compactor } = this.deps;
    try {
      const settings = resolveCompactionSettings(this.deps.settings(), model);
      if (!exceedsThreshold(compactor.contextTokens(), model.contextWindow, settings)) return;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await events.emit({
        type: "compaction_end",
        reason: "threshold",
        aborted: false,
        willRetry: false,
        errorMessage: `Auto-compaction failed: ${reason}`,
      });
      return;
    }
    await compactor.run({ reason: "threshold", signal });
  }

  /** The model, when it can summarize and automatic compaction is on. */
  private usableModel(): Model | undefined {
    const model = this.deps.model();
    return model && this.deps.settings().enabled && !isOfflineGuide(model) ? model : undefined;
  }

  /** Entry of an overflow error that ends the branch. */
  private unrecoveredOverflow(model: Model): string | undefined {
    const last = this.deps.sessionManager.buildSessionProjection().at(-1);
    if (last?.message.role !== "assistant" || last.message.stopReason !== "error") return undefined;
    return isFrom(last.message, model) && isOverflow(last.message) ? last.entry.id : undefined;
  }
}

function isFrom(message: AssistantMessage, model: Model): boolean {
  return message.provider === model.provider && message.model === model.id;
}

/** A response that failed, or broke off, because the context was too large for it. */
function needsRecovery(message: AssistantMessage, model: Model): boolean {
  if (message.stopReason === "error") return isOverflow(message);
  if (message.stopReason !== "length") return false;
  return isOverflow(message, model.contextWindow) || isRecoverableLength(message, model.maxTokens);
}
