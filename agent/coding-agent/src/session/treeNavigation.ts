import type { SessionEntry, TreeNavigationResult, Usage } from "@relay-harness/protocol";
import { editorContent } from "../sessions/copySession.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import { RefusalError } from "./errors.ts";
import type { SessionEvents } from "./events.ts";

export interface NavigateOptions {
  /** Attach a summary of the branch that is left. */
  summarize?: boolean;
  customInstructions?: string;
  /** The custom instructions stand in place of Relay's. */
  replaceInstructions?: boolean;
  /** For the summary, or else for the target. */
  label?: string;
}

/** What a summary is made of. */
export interface BranchToSummarize extends Pick<
  NavigateOptions,
  "customInstructions" | "replaceInstructions"
> {
  /** The branch that is left, oldest first. */
  entries: readonly SessionEntry[];
}

export interface BranchSummary {
  summary: string;
  usage?: Usage;
  details?: unknown;
}

export type BranchSummaryOutcome = BranchSummary | { aborted: true };

/** A move that is about to be made. */
export interface PlannedMove extends NavigateOptions {
  targetId: string | null;
  oldLeafId: string | null;
  /** The branch that is left, oldest first. */
  entries: readonly SessionEntry[];
}

/** What extensions make of a move: other options, a summary of their own, or its end. */
export type MoveDecision =
  { cancel: true } | ({ cancel?: false; summary?: BranchSummary } & Omit<NavigateOptions, "summarize">);

export interface TreeNavigationDeps {
  sessionManager: SessionManager;
  events: SessionEvents;
  isRunning: () => boolean;
  /** A compaction or another navigation is in progress. */
  isBusy: () => boolean;
  /** Throws the texts of rpc.md §4.1 step 6 when no request could be sent. */
  requireModel: () => unknown;
  /** Runs work that keeps prompts out and that an abort reaches. */
  exclude: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** `undefined`: the branch holds nothing to tell. Throws the reason of a failure. */
  summarize: (branch: BranchToSummarize, signal: AbortSignal) => Promise<BranchSummaryOutcome | undefined>;
  /** The leaf has moved. */
  onMoved: () => void;
  /** Asks extensions; absent: there is nobody to ask. */
  beforeMove?: (move: PlannedMove, signal: AbortSignal) => Promise<MoveDecision | undefined>;
}

/** Moves the leaf of a session (sessions-and-tools.md §5). A move without a summary is done at once. */
export class TreeNavigation {
  constructor(private readonly deps: TreeNavigationDeps) {}

  /** `null`: before the first entry. Rejects with the leaf unchanged. */
  async navigate(targetId: string | null, options: NavigateOptions = {}): Promise<TreeNavigationResult> {
    const { sessionManager } = this.deps;
    this.check(targetId, options);
    const oldLeafId = sessionManager.getLeafId();
    if (targetId === oldLeafId) return { cancelled: false, leafId: oldLeafId };
    const { beforeMove } = this.deps;
    if (!beforeMove) {
      const entries = options.summarize ? this.leftEntries(targetId) : [];
      if (entries.length === 0) return this.move(targetId, options, oldLeafId);
      return this.deps.exclude((signal) =>
        this.moveWithSummary({ ...options, targetId, oldLeafId, entries }, signal),
      );
    }
    const planned = { ...options, targetId, oldLeafId, entries: this.leftEntries(targetId) };
    return this.deps.exclude(async (signal) => {
      const decision = (await beforeMove(planned, signal)) ?? {};
      if (decision.cancel) return { cancelled: true, leafId: sessionManager.getLeafId() };
      const { summary, customInstructions, replaceInstructions, label } = decision;
      const changed: PlannedMove = {
        ...planned,
        ...(customInstructions !== undefined && { customInstructions }),
        ...(replaceInstructions !== undefined && { replaceInstructions }),
        ...(label !== undefined && { label }),
      };
      if (signal.aborted) return { cancelled: true, aborted: true, leafId: sessionManager.getLeafId() };
      if (!options.summarize || planned.entries.length === 0) return this.move(targetId, changed, oldLeafId);
      if (summary) return this.move(targetId, changed, oldLeafId, { ...summary, isFromExtension: true });
      return this.moveWithSummary(changed, signal);
    });
  }

  private async moveWithSummary(planned: PlannedMove, signal: AbortSignal): Promise<TreeNavigationResult> {
    const { targetId, oldLeafId, entries, customInstructions, replaceInstructions } = planned;
    const outcome = await this.summarize({ entries, customInstructions, replaceInstructions }, signal);
    if (signal.aborted || (outcome && "aborted" in outcome)) {
      return { cancelled: true, aborted: true, leafId: this.deps.sessionManager.getLeafId() };
    }
    return this.move(targetId, planned, oldLeafId, outcome);
  }

  private check(targetId: string | null, { summarize }: NavigateOptions): void {
    const { sessionManager, isRunning, isBusy, requireModel } = this.deps;
    const waitFor = (work: string): RefusalError =>
      new RefusalError("busy", `Wait for the current ${work} to finish before navigating the session tree.`);
    if (isRunning()) throw waitFor("response");
    if (isBusy()) throw waitFor("compaction or tree navigation");
    if (targetId !== null && sessionManager.getEntry(targetId) === undefined) {
      throw new RefusalError("invalid_input", `Entry ${targetId} not found`);
    }
    if (summarize) requireModel();
  }

  private async summarize(
    branch: BranchToSummarize,
    signal: AbortSignal,
  ): Promise<BranchSummaryOutcome | undefined> {
    try {
      return await this.deps.summarize(branch, signal);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`Branch summarization failed: ${reason}`, { cause });
    }
  }

  /** The path that is left: from below the deepest entry that both paths share. */
  private leftEntries(targetId: string | null): SessionEntry[] {
    const { sessionManager } = this.deps;
    const targetPath = new Set(targetId === null ? [] : sessionManager.getBranch(targetId));
    return sessionManager.getBranch().filter((entry) => !targetPath.has(entry));
  }

  private async move(
    targetId: string | null,
    { label }: NavigateOptions,
    oldLeafId: string | null,
    outcome?: BranchSummary & { isFromExtension?: true },
  ): Promise<TreeNavigationResult> {
    const { sessionManager, events, onMoved } = this.deps;
    const target = targetId === null ? undefined : sessionManager.getEntry(targetId);
    const content = target && editorContent(target);
    const position = content && target ? (sessionManager.getParent(target)?.id ?? null) : targetId;
    let summaryEntryId: string | undefined;
    if (outcome) {
      const { summary, details, usage, isFromExtension = false } = outcome;
      summaryEntryId = sessionManager.branchWithSummary(position, summary, details, isFromExtension, usage);
    } else if (position === null) {
      sessionManager.resetLeaf();
    } else {
      sessionManager.branch(position);
    }
    const labelled = summaryEntryId ?? targetId;
    if (label && labelled !== null) sessionManager.appendLabelChange(labelled, label);
    onMoved();
    const leafId = sessionManager.getLeafId();
    const summaryField = summaryEntryId !== undefined && { summaryEntryId };
    await events.emit({ type: "session_tree", newLeafId: leafId, oldLeafId, ...summaryField });
    return {
      cancelled: false,
      ...(content && { editorText: content.text }),
      ...(content && content.images.length > 0 && { images: content.images }),
      leafId,
      ...summaryField,
    };
  }
}
