import type { CompactionResult } from "@relay-harness/protocol";
import type { ActivityCompaction } from "../activity.ts";
import { compactingMessage, RefusalError, reloadingMessage } from "../errors.ts";
import type { AutoCompaction, AutoCompactionDeps } from "./autoCompaction.ts";
import type { Compactor, CompactorDeps } from "./compactor.ts";

type ExclusiveWork = "compaction" | "navigation" | "reload";

/** Work that keeps prompts out: a compaction by hand, a move in the session tree, a reload of the session. */
interface Claim {
  kind: ExclusiveWork;
  controller: AbortController;
  /** Resolves when the work is over. */
  ended: Promise<void>;
}

export interface CompactionControlDeps
  extends Omit<CompactorDeps, "onCompacting">, Pick<AutoCompactionDeps, "model" | "omit"> {}

/**
 * Who may compact, and when: work that excludes prompts runs one at a time, a newer one cancels the older.
 * The compactor itself is loaded on first use.
 */
export class CompactionControl {
  /** What an activity asks. */
  readonly automatic: ActivityCompaction;
  private latest: Claim | undefined;
  private compacting = false;
  private loaded: Promise<{ compactor: Compactor; automatic: AutoCompaction }> | undefined;

  constructor(private readonly deps: CompactionControlDeps) {
    const isOff = (): boolean => !deps.settings().enabled;
    this.automatic = {
      beforePrompt: async (signal) => {
        if (!isOff()) await (await this.load()).automatic.beforePrompt(signal);
      },
      betweenTurns: async (signal) => {
        if (!isOff()) await (await this.load()).automatic.betweenTurns(signal);
      },
      afterRun: async (last, options) =>
        isOff() ? "none" : (await this.load()).automatic.afterRun(last, options),
    };
  }

  /** A compaction or branch summary is in progress. */
  get isCompacting(): boolean {
    return this.compacting;
  }

  /** No prompt is taken: work that excludes them is in progress or about to begin. */
  get excludesPrompts(): boolean {
    return this.latest !== undefined;
  }

  /** Throws while no prompt is taken. */
  demandPrompts(): void {
    if (!this.latest) return;
    const isReload = this.latest.kind === "reload";
    throw new RefusalError(isReload ? "busy" : "compacting", isReload ? reloadingMessage : compactingMessage);
  }

  /**
   * Compacts by hand, after `ready` and after the work that this cancels. Rejects with the reason;
   * cancelled: `Compaction cancelled`.
   */
  compact(ready: Promise<void>, customInstructions?: string): Promise<CompactionResult> {
    return this.exclude("compaction", async (signal) => {
      await ready;
      const { compactor } = await this.load();
      const outcome = await compactor.run({ reason: "manual", signal, customInstructions });
      if (outcome.status === "done") return outcome.result;
      if (outcome.status === "failed") throw outcome.error;
      throw new RefusalError("cancelled", "Compaction cancelled");
    });
  }

  /** Runs work that makes a branch summary, so that it counts as compacting and can be aborted. */
  navigate<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.exclude("navigation", async (signal) => {
      this.compacting = true;
      try {
        return await work(signal);
      } finally {
        this.compacting = false;
      }
    });
  }

  /** Runs work that puts other parts into the place of those of the session. It cannot be cancelled. */
  reload(work: () => Promise<void>): Promise<void> {
    return this.exclude("reload", work);
  }

  /** Cancels what excludes prompts, whatever or only one kind of it, and waits for its end. */
  async abort(kind?: ExclusiveWork): Promise<void> {
    if (this.latest?.kind === "reload" || (kind !== undefined && this.latest?.kind !== kind)) return;
    this.latest?.controller.abort();
    await this.latest?.ended;
  }

  private async exclude<T>(kind: ExclusiveWork, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const previous = this.latest;
    previous?.controller.abort();
    let markEnded: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (markEnded = resolve));
    const claim: Claim = { kind, controller: new AbortController(), ended };
    this.latest = claim;
    try {
      if (previous) {
        await previous.ended;
        // Whoever waits for the cancelled work hears of it before this one begins.
        await new Promise((resolve) => setImmediate(resolve));
      }
      return await work(claim.controller.signal);
    } finally {
      if (this.latest === claim) this.latest = undefined;
      markEnded();
    }
  }

  private load(): Promise<{ compactor: Compactor; automatic: AutoCompaction }> {
    this.loaded ??= this.create();
    return this.loaded;
  }

  private async create(): Promise<{ compactor: Compactor; automatic: AutoCompaction }> {
    const [{ Compactor }, { AutoCompaction }] = await Promise.all([
      import("./compactor.ts"),
      import("./autoCompaction.ts"),
    ]);
    const compactor = new Compactor({
      ...this.deps,
      onCompacting: (isCompacting) => (this.compacting = isCompacting),
    });
    return { compactor, automatic: new AutoCompaction({ ...this.deps, compactor }) };
  }
}
