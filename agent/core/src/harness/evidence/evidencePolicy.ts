import type { AssistantMessage } from "@relay-harness/protocol";
import { textOf } from "@relay-harness/protocol";
import type { ToolEffect } from "../alignment/toolEffect.ts";
import { evidenceEntryType, type HarnessEntry, type StoredHarnessEntry } from "../harnessEntry.ts";
import { isChangeRequest } from "../changeRequest.ts";
import { SliceDiscipline, type SliceState } from "../slices/sliceDiscipline.ts";
import type { RunEnd } from "./checkOutcomes.ts";
import { claims } from "./claims.ts";
import { EvidenceLedger, type FinalMessage } from "./evidenceLedger.ts";
import type { CheckKind } from "../shell/types.ts";
import type { EvidenceState } from "./evidenceState.ts";
import { parseEvidenceState } from "./parseEvidence.ts";
import { ranNothing } from "./ranNothing.ts";
import type { FileFacts, WorkspaceProbe } from "./workspaceProbe.ts";

export interface EvidenceOptions {
  /** The project's own verification commands. When there are any, only they are evidence. */
  verifyCommands?: readonly string[];
  /** 0 switches the signal off. Default 500. */
  maxChangedLines?: number;
  /** 0 switches the signal off. Default 1000. */
  maxFileLines?: number;
  /** Without it, changes of commands are known from their text only, and no size is measured. */
  probe?: WorkspaceProbe;
}

/** A call that ended. */
export interface EndedCall {
  toolCallId: string;
  effect: ToolEffect;
  isError: boolean;
  /** Text of its result. */
  output: string;
  cwdPath: (path: string) => string;
}

/** What the end of a run asks for. */
export interface RunVerdict {
  /** One more request, with this text. */
  request?: string;
  status?: string;
  /** The answer to a request is flagged again. */
  warning?: string;
}

interface StartedCall {
  before: ReadonlyMap<string, string> | undefined;
  file: FileFacts | undefined;
  total: number | null;
}

const movesWorktree =
  /\bgit\s+(?:-\S+\s+(?:\S+\s+)?)*(?:checkout|switch|pull|merge|rebase|reset|stash|cherry-pick|am|apply)\b/;

/** Records what a request changed and checked, and compares what its answer claims with it (harness.md §6, §7). */
export class EvidencePolicy {
  readonly ledger: EvidenceLedger;
  private readonly slices: SliceDiscipline;
  private readonly started = new Map<string, StartedCall>();
  /** Looks at files go on beside the run; the next look, and every verdict, waits for them. */
  private looking: Promise<void> = Promise.resolve();
  private isMeasuring = false;
  private snapshot: ReadonlyMap<string, string> | undefined;
  private total: number | null = null;
  private signalled = 0;
  /** Paths that were changed, with the call after which; by relative path. */
  private changedAt = new Map<string, number>();
  private callNumbers = new Map<string, number>();

  constructor(
    private readonly options: EvidenceOptions,
    private readonly now: () => string,
  ) {
    const { verifyCommands = [], maxChangedLines = 500, maxFileLines = 1000 } = options;
    this.ledger = new EvidenceLedger(verifyCommands);
    this.slices = new SliceDiscipline({ maxChangedLines, maxFileLines });
  }

  /** Takes up what the branch's entries prove. */
  restore(path: readonly StoredHarnessEntry[]): void {
    const states = path
      .filter(({ customType }) => customType === evidenceEntryType)
      .flatMap(({ data }) => parseEvidenceState(data) ?? []);
    this.ledger.restore(states);
  }

  /** A developer message opens a request, or joins the current one. */
  developerMessage({
    text,
    entryId,
    isSteering,
  }: {
    text: string;
    entryId: string;
    isSteering: boolean;
  }): void {
    if (isSteering) {
      this.ledger.steer(isChangeRequest(text));
      return;
    }
    this.ledger.openRequest(entryId, isChangeRequest(text));
    this.started.clear();
    this.signalled = 0;
    this.snapshot = undefined;
    this.total = null;
    this.isMeasuring = false;
    this.slices.openRequest(null);
  }

  /** Right before a call runs. */
  async callStarted(
    toolCallId: string,
    effect: ToolEffect,
    cwdPath: EndedCall["cwdPath"],
    signal?: AbortSignal,
  ): Promise<void> {
    this.ledger.callStarted(toolCallId);
    this.callNumbers.set(toolCallId, this.callNumbers.size);
    await this.looking;
    const { probe } = this.options;
    const changesFiles = mayChangeFiles(effect) || effect.kind === "edit";
    // What nothing has changed yet need not be measured: most requests only talk and read.
    if (probe && changesFiles && !this.isMeasuring) await this.startMeasuring(probe);
    const started: StartedCall = { before: undefined, file: undefined, total: this.total };
    if (probe && mayChangeFiles(effect)) {
      this.snapshot ??= await probe.snapshot(signal);
      started.before = this.snapshot;
    } else if (probe && effect.kind === "edit" && effect.path !== undefined) {
      started.file = await probe.inspect(cwdPath(effect.path));
    }
    this.started.set(toolCallId, started);
  }

  /** `onSignal` hears when a slice signal fires; looks at files go on after this returns, `onError` hears of theirs. */
  callEnded(call: EndedCall, onSignal: () => void, onError: (error: unknown) => void): void {
    const started = this.started.get(call.toolCallId);
    this.started.delete(call.toolCallId);
    this.looking = this.looking.then(() => this.record(call, started, onSignal)).catch(onError);
  }

  /** Resolves when everything that has ended is on record, or after `limitMs`. Default: no limit. */
  async whenRecorded(limitMs?: number): Promise<void> {
    if (limitMs === undefined) return this.looking;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs)));
    await Promise.race([this.looking, tooLate]);
    clearTimeout(timer);
  }

  /** A check that the developer's client ran. */
  addCheck(command: string, kind: CheckKind, exitCode: number | null): void {
    const run = { kind, command, narrowed: null, counts: true, isDeclared: true };
    const end = { exitCode, isInterrupted: exitCode === null, ranNothing: false };
    this.ledger.addCheck(run, end, this.now());
  }

  /** What the last message of a run claims, against the record. `canRequest`: the run would end now. */
  endOfRun(
    message: AssistantMessage,
    { hasPendingApproval, canRequest }: { hasPendingApproval: boolean; canRequest: boolean },
  ): RunVerdict {
    const status = this.ledger.judge(finalMessage(message, hasPendingApproval));
    const warning = this.ledger.warning();
    if (warning !== undefined) return { warning };
    const request = canRequest ? this.ledger.verificationRequest() : undefined;
    if (request === undefined || status === null) return {};
    this.ledger.verificationRequested();
    return { status, request };
  }

  /** The request is over; its record, if it says something. */
  settle(): HarnessEntry[] {
    this.ledger.settle();
    const state = this.ledger.state();
    return state && state.status !== null ? [{ customType: evidenceEntryType, data: state }] : [];
  }

  /** Whether a file was changed after a call, as far as this process recorded it. */
  hasChangedSince(path: string, toolCallId: string): boolean {
    const name = this.options.probe?.relative(path) ?? path;
    const call = this.callNumbers.get(toolCallId) ?? -1;
    const changedAt = [name, "*"].map((changed) => this.changedAt.get(changed) ?? -1);
    return Math.max(...changedAt) > call + 1;
  }

  get state(): EvidenceState | null {
    return this.ledger.state();
  }

  get sliceState(): SliceState {
    return this.slices.state();
  }

  /** For the block of the next request. */
  get signals(): readonly string[] {
    return this.slices.signals();
  }

  private async startMeasuring(probe: WorkspaceProbe): Promise<void> {
    this.isMeasuring = true;
    await probe.startRequest();
    this.total = await probe.changedLines();
    this.slices.openRequest(this.total);
  }

  private async record(
    call: EndedCall,
    started: StartedCall | undefined,
    onSignal: () => void,
  ): Promise<void> {
    const { toolCallId, effect } = call;
    // What a check or an unknown tool writes is nothing that a later command did.
    if (mayWriteUnseen(effect)) this.snapshot = undefined;
    const changes = await this.changesOf(call, started);
    for (const path of changes) this.changedAt.set(path, this.callNumbers.size);
    const checks = effect.analysis?.checks ?? [];
    const onlyChecks = checks.length > 0 && changes.length === 0 && !call.isError;
    this.ledger.callEnded(toolCallId, {
      changes,
      changesBeforeChecks: effect.analysis?.changesBeforeChecks ?? false,
      effect: !call.isError && hasEffect(effect) && !onlyChecks,
      checks,
      end: endOf(call),
      at: this.now(),
    });
    if (changes.length > 0) await this.measure(call, started);
    const signals = this.slices.signals().length;
    if (signals > this.signalled) onSignal();
    this.signalled = signals;
  }

  private async changesOf(call: EndedCall, started: StartedCall | undefined): Promise<string[]> {
    const { effect, isError, cwdPath } = call;
    const { probe } = this.options;
    const relative = (path: string): string =>
      path === "*" ? path : (probe?.relative(cwdPath(path)) ?? path);
    if (effect.kind === "edit") {
      if (isError || effect.path === undefined) return [];
      const path = cwdPath(effect.path);
      const after = await probe?.inspect(path);
      if (probe && after?.hash !== undefined && after.hash === started?.file?.hash) return [];
      if (after) this.slices.fileChanged(relative(path), started?.file?.lines ?? 0, after.lines);
      this.snapshot = undefined;
      return [relative(path)];
    }
    if (!mayChangeFiles(effect)) return [];
    if (started?.before && probe) {
      const after = await probe.snapshot();
      this.snapshot = after;
      if (after) return differences(started.before, after);
    }
    return isError ? [] : (effect.analysis?.changes ?? []).map(relative);
  }

  private async measure({ effect }: EndedCall, started: StartedCall | undefined): Promise<void> {
    const { probe } = this.options;
    if (!probe || this.total === null) return;
    const before = started?.total ?? this.total;
    const after = await probe.changedLines();
    this.total = after;
    if (effect.command !== undefined && movesWorktree.test(effect.command)) this.slices.moved(before, after);
    else this.slices.measured(after);
  }
}

/** A command that neither only reads nor only checks; its text may not tell everything. */
function mayChangeFiles({ kind, analysis }: ToolEffect): boolean {
  return kind === "command" && analysis !== undefined && !analysis.isReadOnly;
}

function mayWriteUnseen({ kind, analysis }: ToolEffect): boolean {
  if (kind === "unknown") return true;
  return kind === "command" && analysis?.isReadOnly === true && analysis.checks.length > 0;
}

function hasEffect({ kind, analysis }: ToolEffect): boolean {
  return kind === "command" ? !analysis?.isReadOnly : kind !== "read";
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
}

/** How a command ended, as its result says. */
function endOf({ effect, isError, output }: EndedCall): RunEnd {
  if (effect.kind !== "command") return { exitCode: null, isInterrupted: false, ranNothing: false };
  if (!isError) return { exitCode: 0, isInterrupted: false, ranNothing: ranNothing(output) };
  const code = /Command exited with code (\d+)$/.exec(output)?.[1];
  return {
    exitCode: code === undefined ? null : Number(code),
    isInterrupted: code === undefined,
    ranNothing: false,
  };
}

function finalMessage(message: AssistantMessage, hasPendingApproval: boolean): FinalMessage {
  const { stopReason, content } = message;
  const isWhole = stopReason === "stop" || stopReason === "toolUse";
  return { claims: isWhole ? claims(textOf(content, "\n\n")) : [], isWhole, hasPendingApproval };
}
