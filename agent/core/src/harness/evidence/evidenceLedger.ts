import type { CheckRun } from "../shell/types.ts";
import type { RunEnd } from "./checkOutcomes.ts";
import { checkOutcomes } from "./checkOutcomes.ts";
import type { ChangeState, CheckState, Claim, EvidenceState, EvidenceStatus } from "./evidenceState.ts";
import { fileKind, isLockFile } from "./fileKind.ts";
import { evidenceStatus, isCounted } from "./status.ts";
import { evidenceReason, evidenceWarning, isFlagged, verificationRequest } from "./verificationRequest.ts";

/** What a finished tool call did. */
export interface CallRecord {
  /** Paths it changed; `*` for a change of files that are not known. */
  changes: readonly string[];
  /** The command changed files only before its first check, so its own checks cover the changes. */
  changesBeforeChecks?: boolean;
  /** It may have changed something: an unknown tool, or a shell call that neither only reads nor only checks. */
  effect: boolean;
  checks: readonly CheckRun[];
  end: RunEnd;
  /** ISO time of its end. */
  at: string;
}

/** The end of a run. */
export interface FinalMessage {
  claims: readonly Claim[];
  isWhole: boolean;
  hasPendingApproval: boolean;
}

interface RecordedCheck extends Omit<CheckState, "afterLastChange" | "carried"> {
  order: number;
}

interface CodeChange {
  order: number;
  callId: string;
  beforeChecks: boolean;
}

interface RequestRecord {
  entryId: string;
  changeRequest: boolean;
  effect: boolean;
  changes: Map<string, ChangeState>;
  codeChanges: CodeChange[];
  checks: RecordedCheck[];
  final: FinalMessage | undefined;
  requested: boolean;
  settled: boolean;
}

/**
 * Keeps what the tool calls of a request changed and checked. Calls are ordered by their start; a
 * change takes effect when its call ends, a check covers what had ended when its call started.
 */
export class EvidenceLedger {
  private clock = 0;
  private readonly started = new Map<string, number>();
  private request: RequestRecord | undefined;
  /** Counted checks of earlier requests that no change of code has outdated. */
  private carried: RecordedCheck[] = [];

  private readonly verifyCommands: readonly string[];

  /** `verifyCommands`: the project's declared checks; with any, no other check counts. */
  constructor(verifyCommands: readonly string[]) {
    this.verifyCommands = verifyCommands;
  }

  /** Takes up what earlier runs of the session proved, oldest first. */
  restore(states: readonly EvidenceState[]): void {
    for (const { changes, checks } of states) {
      if (changes.some((change) => change.kind === "code")) this.carried = [];
      for (const { afterLastChange, carried, ...check } of checks) {
        if (!afterLastChange || carried || !isCounted(check)) continue;
        this.carried.push({ ...check, order: ++this.clock });
      }
    }
  }

  openRequest(entryId: string, changeRequest: boolean): void {
    this.carried = this.currentChecks().filter((check) => isCounted(check) && this.isCurrent(check));
    this.started.clear();
    this.request = {
      entryId,
      changeRequest,
      effect: false,
      changes: new Map(),
      codeChanges: [],
      checks: [],
      final: undefined,
      requested: false,
      settled: false,
    };
  }

  /** A steering message joined the request; the latest message says what is asked. */
  steer(changeRequest: boolean): void {
    if (this.request) this.request.changeRequest = changeRequest;
  }

  callStarted(callId: string): void {
    this.started.set(callId, ++this.clock);
  }

  callEnded(callId: string, call: CallRecord): void {
    const request = this.request;
    const start = this.started.get(callId) ?? this.clock;
    this.started.delete(callId);
    if (!request) return;
    if (call.effect || call.changes.length > 0) request.effect = true;
    this.addChecks(request, callId, start, call);
    this.addChanges(request, callId, ++this.clock, call);
  }

  /** A check that the developer's client ran, between requests or in one. */
  addCheck(check: CheckRun, end: RunEnd, at: string): void {
    if (!this.request) return;
    this.addChecks(this.request, null, ++this.clock, { checks: [check], end, at });
  }

  /** Judges the end of a run. Later records change the status until the next request opens. */
  judge(final: FinalMessage): EvidenceStatus | null {
    if (this.request) this.request.final = final;
    return this.state()?.status ?? null;
  }

  /** What to send the agent before the run ends; `undefined` when nothing is flagged or it was sent already. */
  verificationRequest(): string | undefined {
    const state = this.state();
    if (!state || state.requested || state.reason === null || !isFlagged(state.status)) return undefined;
    return verificationRequest(state.status, state.reason, this.verifyCommands);
  }

  /** What to tell the developer when the answer to the verification request is flagged again. */
  warning(): string | undefined {
    const state = this.state();
    if (!state?.requested || state.reason === null || !isFlagged(state.status)) return undefined;
    return evidenceWarning(state.status, state.reason);
  }

  verificationRequested(): void {
    if (this.request) this.request.requested = true;
  }

  settle(): void {
    if (this.request) this.request.settled = true;
  }

  /** `null` before the first request; the status is `null` until a run ends. */
  state(): EvidenceState | null {
    const request = this.request;
    if (!request) return null;
    const { entryId, changeRequest, effect, requested, settled: final } = request;
    const changes = [...request.changes.values()].map((change) => ({ ...change }));
    const checks = this.currentChecks().map((check) => this.checkState(check));
    const claims = [...(request.final?.claims ?? [])];
    const changedCode = changes.filter(({ kind }) => kind === "code").map(({ path }) => path);
    const status = request.final
      ? evidenceStatus({
          ...request.final,
          changeRequest,
          effect,
          changedCode,
          hasChangedDocs: changes.some(({ kind }) => kind === "doc"),
          checks,
        })
      : null;
    const reason = evidenceReason(status, { claims, changedCode, checks });
    return { entryId, status, reason, claims, changeRequest, effect, changes, checks, requested, final };
  }

  private addChecks(
    request: RequestRecord,
    toolCallId: string | null,
    order: number,
    call: Pick<CallRecord, "checks" | "end" | "at">,
  ): void {
    const policy = this.verifyCommands.length > 0 ? "declared checks" : "any check";
    for (const outcome of checkOutcomes(call.checks, call.end, policy)) {
      request.checks.push({ ...outcome, toolCallId, at: call.at, order });
    }
    request.checks.sort((left, right) => left.order - right.order);
  }

  private addChanges(request: RequestRecord, callId: string, order: number, call: CallRecord): void {
    const paths = call.changes.filter((path) => !isLockFile(path));
    for (const path of paths) {
      const known = request.changes.get(path);
      if (known) known.count++;
      else request.changes.set(path, { path, kind: fileKind(path), count: 1 });
    }
    if (!paths.some((path) => fileKind(path) === "code")) return;
    this.carried = [];
    request.codeChanges.push({ order, callId, beforeChecks: call.changesBeforeChecks ?? false });
  }

  private currentChecks(): RecordedCheck[] {
    return [...this.carried, ...(this.request?.checks ?? [])];
  }

  private checkState(check: RecordedCheck): CheckState {
    const { toolCallId, command, kind, exitCode, result, why, narrowed, at } = check;
    const afterLastChange = this.isCurrent(check);
    const carried = this.carried.includes(check);
    return { toolCallId, command, kind, exitCode, result, why, narrowed, afterLastChange, carried, at };
  }

  private isCurrent(check: RecordedCheck): boolean {
    return (this.request?.codeChanges ?? []).every(
      ({ order, callId, beforeChecks }) =>
        check.order > order || (beforeChecks && check.toolCallId === callId),
    );
  }
}
