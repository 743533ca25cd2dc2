import type { AgentMessage, AssistantMessage } from "@relay-harness/protocol";
import {
  AlignmentPolicy,
  type AlignmentOptions,
  type DeveloperMessage,
} from "./alignment/alignmentPolicy.ts";
import { classifyToolCall, type EffectOptions, type ToolEffect } from "./alignment/toolEffect.ts";
import { ContextWindowPolicy, type ContextWindowOptions } from "./context/contextWindowPolicy.ts";
import { requestBlock } from "./context/requestBlock.ts";
import { RequestBlocks, type KeyedMessage } from "./context/requestBlocks.ts";
import { EvidencePolicy, type EvidenceOptions, type RunVerdict } from "./evidence/evidencePolicy.ts";
import type { HarnessEntry, StoredHarnessEntry } from "./harnessEntry.ts";
import { SkillUsageTracker, type SkillUsageOptions } from "./skills/skillUsageTracker.ts";
import { skillCallOf } from "./skills/skillCall.ts";

export type HarnessEvent =
  | { type: "developer_message"; entryId: string }
  | { type: "blocked"; toolCallId: string; reason: string }
  | { type: "approval" }
  | { type: "batch" }
  | { type: "slice" }
  | { type: "verification"; text: string }
  | { type: "warning"; text: string }
  | { type: "settled" };

/** `false` switches a pillar off; left out, it is on with its defaults. */
export interface HarnessCoreOptions {
  alignment?: false | AlignmentOptions;
  evidence?: false | EvidenceOptions;
  context?: false | Omit<ContextWindowOptions, "hasChangedSince">;
  skills?: false | SkillUsageOptions;
  /** What calls do: folders, the grammar of shells, annotations of tools. */
  effects: EffectOptions;
  /** Absolute path of what a call names. */
  resolvePath: (path: string) => string;
  onEvent?: (event: HarnessEvent) => void;
  /** ISO 8601. Default: the system's clock. */
  now?: () => string;
}

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
 * that learn something return the entries that a session keeps of it.
 */
export class HarnessCore {
  readonly alignment: AlignmentPolicy | undefined;
  readonly evidence: EvidencePolicy | undefined;
  readonly context: ContextWindowPolicy | undefined;
  readonly skills: SkillUsageTracker | undefined;
  /** ISO 8601. */
  readonly startedAt: string;
  private readonly blocks = new RequestBlocks();
  private readonly effects = new Map<string, ToolEffect>();
  private readonly now: () => string;
  private latest: string | undefined;
  private progress = "";

  constructor(private readonly options: HarnessCoreOptions) {
    const { alignment = {}, evidence = {}, context = {}, skills, now } = options;
    this.now = now ?? (() => new Date().toISOString());
    this.startedAt = this.now();
    this.alignment = alignment ? new AlignmentPolicy(alignment, this.now) : undefined;
    this.evidence = evidence ? new EvidencePolicy(evidence, this.now) : undefined;
    this.context = context
      ? new ContextWindowPolicy({
          ...context,
          hasChangedSince: (path, id) =>
            this.evidence?.hasChangedSince(options.resolvePath(path), id) ?? false,
        })
      : undefined;
    this.skills = skills ? new SkillUsageTracker(skills) : undefined;
  }

  /** Another branch, or a session that was opened: its entries, root first, and those of other branches. */
  restore(path: readonly StoredHarnessEntry[], elsewhere: readonly StoredHarnessEntry[] = []): void {
    this.alignment?.restore(path, elsewhere);
    this.evidence?.restore(path);
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
    this.latest = message.entryId;
    if (!message.isSteering) this.skills?.startRequest();
    const entries = this.alignment?.developerMessage(message) ?? [];
    this.evidence?.developerMessage(message);
    this.emit({ type: "developer_message", entryId: message.entryId });
    return entries;
  }

  /** Whether a call may run; `block` is what the model reads when it may not. */
  async beforeToolCall(call: HarnessCall): Promise<{ block?: string; entries: HarnessEntry[] }> {
    const { toolCallId, tool, args, signal } = call;
    const { resolvePath, effects } = this.options;
    if (!this.alignment && !this.evidence && !this.skills) return { entries: [] };
    const effect = await classifyToolCall({ name: tool, arguments: args }, effects);
    const { cwd, tempDirs, workspace } = effects.facts();
    const verdict = (await this.alignment?.check({
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
    })) ?? { entries: [] };
    if (verdict.entries.length > 0) this.emit({ type: "approval" });
    if (verdict.block !== undefined) {
      this.emit({ type: "blocked", toolCallId, reason: verdict.block });
      return verdict;
    }
    this.effects.set(toolCallId, effect);
    await this.evidence?.callStarted(toolCallId, effect, resolvePath, signal);
    return verdict;
  }

  /** A call that ran has ended. */
  afterToolCall({ toolCallId, isError, output }: HarnessCallEnd): void {
    const effect = this.effects.get(toolCallId);
    this.effects.delete(toolCallId);
    if (!effect) return;
    const { resolvePath } = this.options;
    this.skills?.recordCall(skillCallOf(effect, resolvePath));
    this.evidence?.callEnded({ toolCallId, effect, isError, output, cwdPath: resolvePath }, () => {
      this.blocks.signal();
      this.emit({ type: "slice" });
    });
  }

  /** The messages of a request: old large results as stubs, what holds beside the newest developer message. */
  transformRequest(messages: readonly KeyedMessage[]): AgentMessage[] {
    let keyed = messages;
    if (this.context) {
      const window = this.context.apply(messages.map(({ message }) => message));
      this.progress = window.progress;
      keyed = messages.map(({ key }, index) => ({ key, message: window.messages[index] as AgentMessage }));
      if (window.hasNewBatch) {
        this.blocks.restart();
        this.emit({ type: "batch" });
      }
    }
    return this.blocks.apply(keyed, { latest: this.latest, text: () => this.blockText() });
  }

  /**
   * What `transformRequest` would send, without deciding anything: the messages one by one before blocks are
   * attached, the digest of what is replaced, and the blocks, which hold that digest too.
   */
  preview(messages: readonly KeyedMessage[]): { sent: AgentMessage[]; digest: string; blocks: string[] } {
    const plain = messages.map(({ message }) => message);
    const { sent, digest } = this.context?.preview(plain) ?? { sent: plain, digest: "" };
    const blocks = this.blocks.preview(messages, { latest: this.latest, text: () => this.blockText() });
    return { sent, digest, blocks };
  }

  /** A run is about to end with this message; `canRequest`: nothing is queued. */
  async endOfRun(message: AssistantMessage, { canRequest }: { canRequest: boolean }): Promise<RunVerdict> {
    await this.evidence?.whenRecorded();
    const hasPendingApproval = this.alignment?.hasPendingApproval ?? false;
    const verdict = this.evidence?.endOfRun(message, { hasPendingApproval, canRequest }) ?? {};
    if (verdict.request !== undefined) this.emit({ type: "verification", text: verdict.request });
    if (verdict.warning !== undefined) this.emit({ type: "warning", text: verdict.warning });
    return verdict;
  }

  /** A check that the developer's client ran; `null`: cancelled. */
  async addCheck(command: string, exitCode: number | null): Promise<void> {
    const effect = await classifyToolCall({ name: "bash", arguments: { command } }, this.options.effects);
    this.evidence?.addCheck(command, effect.analysis?.checks[0]?.kind ?? "test", exitCode);
  }

  /** The request has settled. */
  async settle(): Promise<HarnessEntry[]> {
    await this.evidence?.whenRecorded();
    const entries = [...(this.alignment?.settle() ?? []), ...(this.evidence?.settle() ?? [])];
    this.emit({ type: "settled" });
    return entries;
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
      slice: this.evidence?.signals,
    });
  }

  private emit(event: HarnessEvent): void {
    this.options.onEvent?.(event);
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder) && (folder.endsWith("/") || /[/\\]/.test(path.charAt(folder.length)));
}
