import type { AgentMessage, AssistantMessage, ToolCall } from "@relay-harness/protocol";
import type { Agent } from "../agent.ts";
import {
  AlignmentPolicy,
  type AlignmentOptions,
  type DeveloperMessage,
} from "./alignment/alignmentPolicy.ts";
import { classifyToolCall, type EffectOptions, type ToolEffect } from "./alignment/toolEffect.ts";
import type { ApprovalEntry } from "./authorization/approvalEntry.ts";
import { constraintEntryType, type ConstraintData } from "./constraints/constraintData.ts";
import type { ConstraintLedger } from "./constraints/constraintLedger.ts";
import { ContextWindowPolicy, type ContextWindowOptions } from "./context/contextWindowPolicy.ts";
import { requestBlock } from "./context/requestBlock.ts";
import { RequestBlocks, type KeyedMessage } from "./context/requestBlocks.ts";
import { correctionEntryType, type CorrectionData } from "./corrections/correctionLedger.ts";
import type { EvidenceLedger } from "./evidence/evidenceLedger.ts";
import { EvidencePolicy, type EvidenceOptions, type RunVerdict } from "./evidence/evidencePolicy.ts";
import { approvalEntryType, type HarnessEntry, type StoredHarnessEntry } from "./harnessEntry.ts";
import type { HarnessEvent } from "./harnessEvent.ts";
import { installHarness } from "./installHarness.ts";
import { pathResolver, withProcessPlace } from "./processPlace.ts";
import { SkillUsageTracker, type SkillUsageOptions } from "./skills/skillUsageTracker.ts";
import { skillCallOf } from "./skills/skillCall.ts";

/** Where a host keeps what the harness knows beyond the agent's life. */
export interface HarnessStore {
  append(type: string, data: unknown): void | Promise<void>;
  /** What was appended, oldest first. */
  load(): readonly { type: string; data: unknown }[];
}

/** `false` switches a pillar off; left out, it is on with its defaults. */
export interface HarnessCoreOptions {
  alignment?: false | AlignmentOptions;
  evidence?: false | EvidenceOptions;
  context?: false | Omit<ContextWindowOptions, "hasChangedSince">;
  skills?: false | SkillUsageOptions;
  /** What calls do: folders, the grammar of shells, annotations of tools. Default: those of the process. */
  effects?: Partial<EffectOptions>;
  /** Judges calls in place of the classifier; `undefined` leaves one to it. */
  classifyEffect?: ClassifyEffect;
  /** Absolute path of what a call names. Default: below the folder where commands run. */
  resolvePath?: (path: string) => string;
  /** Used by `install`. Without it nothing outlives the agent. */
  store?: HarnessStore;
  onEvent?: (event: HarnessEvent) => void;
  /** Hears of failures of the harness itself, which never end a run. Default: a warning of the process. */
  onError?: (error: unknown) => void;
  /** ISO 8601. Default: the system's clock. */
  now?: () => string;
}

type ClassifyEffect = (
  call: Pick<ToolCall, "name" | "arguments">,
) => ToolEffect | undefined | Promise<ToolEffect | undefined>;

const maxRequestDelayMs = 1000;

/** A call right before it runs, its arguments final. */
export interface HarnessCall {
  toolCallId: string;
  tool: string;
  args: Record<string, unknown>;
  signal?: AbortSignal;
}

export interface HarnessCallEnd {
  toolCallId: string;
  isError: boolean;
  /** Text of its result. */
  output: string;
}

/**
 * Four rules on the loop of any agent (seeds/harness-core.md): it keeps what the developer said, compares
 * claims with a record, keeps old results out of requests, and measures skills. No model is asked. Methods
 * that learn something return the entries that a session keeps of it. None of them throws: a command that
 * cannot be judged does not run, anything else goes on without the harness.
 */
export class HarnessCore {
  readonly alignment: AlignmentPolicy | undefined;
  /** Compares what an answer says with the record of calls. */
  readonly verification: EvidencePolicy | undefined;
  readonly context: ContextWindowPolicy | undefined;
  readonly skills: SkillUsageTracker | undefined;
  /** ISO 8601. */
  readonly startedAt: string;
  private readonly blocks = new RequestBlocks();
  private readonly calls = new Map<string, ToolEffect>();
  private readonly effects: EffectOptions;
  private readonly resolvePath: (path: string) => string;
  private readonly now: () => string;
  private latest: string | undefined;
  private progress = "";

  constructor(private readonly options: HarnessCoreOptions = {}) {
    const { alignment = {}, evidence = {}, context = {}, skills = {}, now } = options;
    this.effects = withProcessPlace(options.effects);
    this.resolvePath = options.resolvePath ?? pathResolver(this.effects);
    this.now = now ?? (() => new Date().toISOString());
    this.startedAt = this.now();
    this.alignment = alignment ? new AlignmentPolicy(alignment, this.now) : undefined;
    this.verification = evidence ? new EvidencePolicy(evidence, this.now) : undefined;
    this.context = context
      ? new ContextWindowPolicy({
          ...context,
          hasChangedSince: (path, id) =>
            this.verification?.hasChangedSince(this.resolvePath(path), id) ?? false,
        })
      : undefined;
    this.skills = skills ? new SkillUsageTracker(skills) : undefined;
  }

  /** The developer's rules on this branch. */
  get constraints(): ConstraintLedger | undefined {
    return this.alignment?.constraints;
  }

  /** What the current request changed and checked. */
  get evidence(): EvidenceLedger | undefined {
    return this.verification?.ledger;
  }

  /** Puts the rules on an agent, with what the store holds; returns what takes them off again. */
  install(agent: Agent): () => void {
    return installHarness(this, agent, this.options.store);
  }

  /** Another branch, or a session that was opened: its entries, root first, and those of other branches. */
  restore(path: readonly StoredHarnessEntry[], elsewhere: readonly StoredHarnessEntry[] = []): void {
    this.alignment?.restore(path, elsewhere);
    this.verification?.restore(path);
    this.context?.reset();
    this.blocks.restart();
    this.latest = undefined;
    this.progress = "";
  }

  /** A compaction took messages out of requests. */
  compacted(): void {
    this.blocks.restart();
  }

  /** A developer message is in the transcript; the entries belong right after its own. */
  developerMessage(message: DeveloperMessage): HarnessEntry[] {
    return this.safely([], () => {
      this.latest = message.entryId;
      if (!message.isSteering) this.skills?.startRequest();
      for (const name of message.skills ?? []) this.skills?.recordCommand(name);
      this.verification?.developerMessage(message);
      return this.told(this.alignment?.developerMessage(message) ?? []);
    });
  }

  /** Whether a call may run; `block` is what the model reads when it may not. */
  async beforeToolCall(call: HarnessCall): Promise<{ block?: string; entries: HarnessEntry[] }> {
    if (!this.alignment && !this.verification && !this.skills) return { entries: [] };
    try {
      const effect = await this.effectOf(call);
      const verdict = await this.judge(call, effect);
      if (verdict.block !== undefined) return verdict;
      this.calls.set(call.toolCallId, effect);
      await this.safelyAwait(undefined, () =>
        this.verification?.callStarted(call.toolCallId, effect, this.resolvePath, call.signal),
      );
      return verdict;
    } catch (error) {
      this.report(error);
      const reason = error instanceof Error ? error.message : String(error);
      return { block: `[harness:authorization] Not run: it could not be judged: ${reason}`, entries: [] };
    }
  }

  /** A call that ran has ended. */
  afterToolCall({ toolCallId, isError, output }: HarnessCallEnd): void {
    const effect = this.calls.get(toolCallId);
    this.calls.delete(toolCallId);
    if (!effect) return;
    this.safely(undefined, () => {
      this.skills?.recordCall(skillCallOf(effect, this.resolvePath));
      const call = { toolCallId, effect, isError, output, cwdPath: this.resolvePath };
      const onSignal = (): void => {
        this.blocks.signal();
        this.emit({ type: "slice", signals: this.verification?.signals ?? [] });
      };
      this.verification?.callEnded(call, onSignal, (error) => this.report(error));
    });
  }

  /**
   * Resolves when what calls changed is known, so that the next request can tell of it, but after a second at
   * the latest: looking at a large workspace is no reason to hold a run.
   */
  async beforeRequest(): Promise<void> {
    await this.safelyAwait(undefined, () => this.verification?.whenRecorded(maxRequestDelayMs));
  }

  /** The messages of a request: old large results as stubs, what holds beside the newest developer message. */
  transformRequest(messages: readonly KeyedMessage[]): AgentMessage[] {
    const untouched = messages.map(({ message }) => message);
    return this.safely(untouched, () => {
      const text = (): string => this.blockText();
      return this.blocks.apply(this.withStubs(messages), { latest: this.latest, text });
    });
  }

  /**
   * What `transformRequest` would send, without deciding anything: the messages one by one before blocks are
   * attached, the digest of what is replaced, and the blocks, which hold that digest too.
   */
  preview(messages: readonly KeyedMessage[]): { sent: AgentMessage[]; digest: string; blocks: string[] } {
    const plain = messages.map(({ message }) => message);
    return this.safely({ sent: plain, digest: "", blocks: [] }, () => {
      const { sent, digest } = this.context?.preview(plain) ?? { sent: plain, digest: "" };
      const text = (): string => this.blockText();
      return { sent, digest, blocks: this.blocks.preview(messages, { latest: this.latest, text }) };
    });
  }

  /** A run is about to end with this message; `canRequest`: nothing is queued. */
  async endOfRun(message: AssistantMessage, { canRequest }: { canRequest: boolean }): Promise<RunVerdict> {
    const { verification } = this;
    if (!verification) return {};
    return this.safelyAwait({}, async () => {
      await verification.whenRecorded();
      const hasPendingApproval = this.alignment?.hasPendingApproval ?? false;
      const verdict = verification.endOfRun(message, { hasPendingApproval, canRequest });
      const { request, warning } = verdict;
      this.emit({
        type: "evidence",
        status: verification.state?.status ?? null,
        ...(request !== undefined && { request }),
        ...(warning !== undefined && { warning }),
      });
      return verdict;
    });
  }

  /** A check that the developer's client ran; `null`: cancelled. */
  async addCheck(command: string, exitCode: number | null): Promise<void> {
    const effect = await classifyToolCall({ name: "bash", arguments: { command } }, this.effects);
    this.verification?.addCheck(command, effect.analysis?.checks[0]?.kind ?? "test", exitCode);
  }

  /** The request has settled. */
  async settle(): Promise<HarnessEntry[]> {
    return this.safelyAwait([], async () => {
      await this.verification?.whenRecorded();
      const entries = this.told([
        ...(this.alignment?.settle() ?? []),
        ...(this.verification?.settle() ?? []),
      ]);
      const usage = this.skills?.usage ?? [];
      if (usage.length > 0) this.emit({ type: "skill", usage });
      return entries;
    });
  }

  private async effectOf({ tool, args }: HarnessCall): Promise<ToolEffect> {
    const call = { name: tool, arguments: args };
    return (await this.options.classifyEffect?.(call)) ?? classifyToolCall(call, this.effects);
  }

  private async judge(
    { toolCallId, tool, signal }: HarnessCall,
    effect: ToolEffect,
  ): Promise<{ block?: string; entries: HarnessEntry[] }> {
    const { alignment, resolvePath } = this;
    if (!alignment) return { entries: [] };
    const { cwd, tempDirs, workspace } = this.effects.facts();
    const verdict = await alignment.check({
      toolCallId,
      tool,
      effect,
      cwd,
      isTemporary: (path) => {
        const resolved = resolvePath(path);
        // A workspace that lies in a temporary folder is no temporary file.
        return !isBelow(resolved, workspace) && tempDirs.some((folder) => isBelow(resolved, folder));
      },
      signal,
    });
    if (verdict.isQuestion) this.emit({ type: "question_block", toolCallId });
    return { ...verdict, entries: this.told(verdict.entries) };
  }

  private withStubs(messages: readonly KeyedMessage[]): readonly KeyedMessage[] {
    if (!this.context) return messages;
    const window = this.context.apply(messages.map(({ message }) => message));
    this.progress = window.progress;
    if (window.hasNewBatch) {
      this.blocks.restart();
      this.emit({ type: "elision", elided: this.context.stats.elided });
    }
    return messages.map(({ key }, index) => ({ key, message: window.messages[index] as AgentMessage }));
  }

  private blockText(): string {
    const restated = this.alignment?.restated;
    const { rules = [], older = 0, suspended = [] } = restated ?? {};
    return requestBlock({
      constraints: {
        rules: rules.map(({ text }) => text),
        older,
        suspended: rules.flatMap(({ id }, index) => (suspended.includes(id) ? [index + 1] : [])),
      },
      corrections: this.alignment?.activeCorrections.map(({ text }) => text),
      progress: this.progress,
      slice: this.verification?.signals,
    });
  }

  /** Tells of what is about to be kept. */
  private told(entries: HarnessEntry[]): HarnessEntry[] {
    for (const entry of entries) {
      const event = eventOf(entry);
      if (event) this.emit(event);
    }
    return entries;
  }

  private emit(event: HarnessEvent): void {
    this.safely(undefined, () => this.options.onEvent?.(event));
  }

  private safely<T>(otherwise: T, work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.report(error);
      return otherwise;
    }
  }

  private async safelyAwait<T>(otherwise: T, work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.report(error);
      return otherwise;
    }
  }

  /** For `install`: a failure that must not end the run. */
  report(error: unknown): void {
    const { onError } = this.options;
    if (onError) onError(error);
    else process.emitWarning(error instanceof Error ? error : String(error));
  }
}

/** Entries hold what the ledgers have just put together. */
function eventOf({ customType, data }: HarnessEntry): HarnessEvent | undefined {
  if (customType === constraintEntryType) return { type: "constraint", data: data as ConstraintData };
  if (customType === correctionEntryType) return { type: "correction", data: data as CorrectionData };
  if (customType === approvalEntryType) return { type: "authorization", data: data as ApprovalEntry };
  return undefined;
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder) && (folder.endsWith("/") || /[/\\]/.test(path.charAt(folder.length)));
}
