import { isAssent } from "../authorization/assent.ts";
import { ApprovalLedger, type ApprovalState } from "../authorization/approvalLedger.ts";
import { allowedByMessage } from "../authorization/allowedByMessage.ts";
import { decide, type AuthorizationContext } from "../authorization/decision.ts";
import { summarize, type GatedCall, type OperationSummary } from "../authorization/gatedCall.ts";
import { deniedText, unansweredText } from "../authorization/texts.ts";
import { constraintEntryType } from "../constraints/constraintData.ts";
import { ConstraintLedger, type ConstraintRecord } from "../constraints/constraintLedger.ts";
import {
  CorrectionLedger,
  correctionEntryType,
  type CorrectionRecord,
} from "../corrections/correctionLedger.ts";
import { approvalEntryType, type HarnessEntry, type StoredHarnessEntry } from "../harnessEntry.ts";
import type { Operation } from "../shell/types.ts";
import { turnKind, type TurnKind } from "../turnKind.ts";
import { asksBeforeEditing, questionText } from "./scopeGuard.ts";
import type { ToolEffect } from "./toolEffect.ts";

/** A question to the developer about one command. */
export interface AuthorizationRequest {
  toolCallId: string;
  toolName: string;
  command: string;
  cwd: string;
  effect: { command: string; ops: readonly OperationSummary[] };
  /** How a dialog can put it. */
  title: string;
  message: string;
  context: AuthorizationContext;
  signal?: AbortSignal;
}

export type AuthorizationAnswer =
  | boolean
  | { decision: "allow" | "allow-session" }
  | { decision: "deny"; reason?: string }
  /** The question ended without an answer. */
  | { decision: "unanswered" };

export interface AlignmentOptions {
  /** Destructive and external commands need authorization. Default true. */
  authorizationGate?: boolean;
  /** The first edit waits while the developer only asks. Default true. */
  scopeGuard?: boolean;
  /** Asks the developer now. Without it a command waits for his next message. A throw means no. */
  authorize?: (request: AuthorizationRequest) => AuthorizationAnswer | Promise<AuthorizationAnswer>;
  /** Whether `authorize` can reach the developer now. Default true. */
  canAsk?: () => boolean;
}

export interface DeveloperMessage {
  text: string;
  entryId: string;
  /** The agent has answered since the developer's message before. */
  afterWork: boolean;
  /** It joins the current request instead of opening one. */
  isSteering: boolean;
  /** Names of the skills that it calls by command. */
  skills?: readonly string[];
}

export interface TurnState {
  entryId: string;
  kind: TurnKind;
  editBlocked: boolean;
  editsAllowed: boolean;
}

/** A call right before it would run. */
export interface PendingCall {
  toolCallId: string;
  tool: string;
  effect: ToolEffect;
  cwd: string;
  /** Folders whose files may change without asking, such as that for temporary files. */
  isTemporary: (path: string) => boolean;
  signal?: AbortSignal;
}

/** Keeps what the developer said: rules, corrections, questions and permissions (harness.md §2-§5). */
export class AlignmentPolicy {
  private ledger = new ConstraintLedger();
  private corrections = new CorrectionLedger();
  readonly approvals = new ApprovalLedger();
  private turn: TurnState | undefined;
  private latestText = "";
  private requestMessages: string[] = [];
  private suspended: readonly string[] = [];
  private times = new Map<string, string>();

  constructor(
    private readonly options: AlignmentOptions,
    private readonly now: () => string,
  ) {}

  /** Takes the place of everything known: the branch's harness entries, root first, and those beside it. */
  restore(path: readonly StoredHarnessEntry[], elsewhere: readonly StoredHarnessEntry[]): void {
    const dataOf = (entries: readonly StoredHarnessEntry[], type: string): unknown[] =>
      entries.filter(({ customType }) => customType === type).map(({ data }) => data);
    this.ledger = ConstraintLedger.replay(dataOf(path, constraintEntryType), {
      elsewhere: dataOf(elsewhere, constraintEntryType),
    });
    this.corrections = CorrectionLedger.replay(dataOf(path, correctionEntryType), {
      elsewhere: dataOf(elsewhere, correctionEntryType),
    });
    this.approvals.replay(
      path
        .filter(({ customType }) => customType === approvalEntryType)
        .map(({ data, timestamp }) => ({ data, at: timestamp })),
    );
    this.times = new Map(path.flatMap(({ data, timestamp }) => idOf(data).map((id) => [id, timestamp])));
    this.turn = undefined;
    this.latestText = "";
    this.requestMessages = [];
    this.suspended = [];
  }

  /** Takes in a developer message; the entries belong right after its own. */
  developerMessage({ text, entryId, afterWork, isSteering }: DeveloperMessage): HarnessEntry[] {
    const at = this.now();
    const approvals = this.isGateOn ? this.approvals.developerMessage(() => isAssent(text), entryId, at) : [];
    const entries = [
      ...this.ledger.record(text, entryId).map((data) => ({ customType: constraintEntryType, data })),
      ...this.corrections
        .record(text, entryId, { afterWork })
        .map((data) => ({ customType: correctionEntryType, data })),
      ...approvals.map((data) => ({ customType: approvalEntryType, data })),
    ];
    for (const { data } of entries) for (const id of idOf(data)) this.times.set(id, at);
    this.latestText = text;
    this.requestMessages = isSteering ? [...this.requestMessages, entryId] : [entryId];
    this.suspended = this.ledger.exceptions(text, entryId);
    this.turn = { entryId, kind: turnKind(text), editBlocked: false, editsAllowed: false };
    return entries;
  }

  /** Lets edits pass in this turn, although it only asks. */
  allowEdits(): void {
    if (this.turn) this.turn.editsAllowed = true;
  }

  /** Ends a rule or a correction at the developer's command; `undefined` when there is no active one. */
  retract(id: string, entryId: string): HarnessEntry | undefined {
    const constraint = this.ledger.retract(id, entryId);
    if (constraint) return { customType: constraintEntryType, data: constraint };
    const correction = this.corrections.retract(id);
    return correction && { customType: correctionEntryType, data: correction };
  }

  /** Whether a call may run; a reason when it may not, `isQuestion` when it waits for an answer first. */
  async check(call: PendingCall): Promise<{ block?: string; isQuestion?: boolean; entries: HarnessEntry[] }> {
    const { turn, options } = this;
    if (options.scopeGuard !== false && turn && asksBeforeEditing(turn, call)) {
      turn.editBlocked = true;
      return { block: questionText, isQuestion: true, entries: [] };
    }
    const { effect, tool, cwd, toolCallId } = call;
    const operations = effect.analysis?.operations ?? [];
    if (effect.command === undefined || operations.length === 0) return { entries: [] };
    const { command } = effect;
    return this.authorize({ tool, command, cwd }, operations, { toolCallId, signal: call.signal });
  }

  settle(): HarnessEntry[] {
    return this.approvals.settle(this.now()).map((data) => ({ customType: approvalEntryType, data }));
  }

  get constraints(): ConstraintLedger {
    return this.ledger;
  }

  get hasPendingApproval(): boolean {
    return this.approvals.hasPending();
  }

  get turnState(): TurnState | undefined {
    return this.turn && { ...this.turn };
  }

  get approvalStates(): ApprovalState[] {
    return this.approvals.state();
  }

  get allConstraints(): readonly ConstraintRecord[] {
    return this.ledger.all;
  }

  get allCorrections(): readonly CorrectionRecord[] {
    return this.corrections.all;
  }

  /** When a rule or a correction last changed. */
  timeOf(id: string): string | undefined {
    return this.times.get(id);
  }

  /** Rules that a request restates, and which of them its newest message suspends. */
  get restated(): { rules: readonly ConstraintRecord[]; older: number; suspended: readonly string[] } {
    return { ...this.ledger.restated, suspended: this.suspended };
  }

  /** Corrections that the current request opened with. */
  get activeCorrections(): readonly CorrectionRecord[] {
    return this.corrections.restated(this.requestMessages);
  }

  private get isGateOn(): boolean {
    return this.options.authorizationGate !== false;
  }

  private async authorize(
    call: GatedCall,
    operations: readonly Operation[],
    { toolCallId, signal }: { toolCallId: string; signal?: AbortSignal },
  ): Promise<{ block?: string; entries: HarnessEntry[] }> {
    const entryId = this.turn?.entryId;
    const decision = decide({
      isGateOn: this.isGateOn,
      command: call.command,
      cwd: call.cwd,
      operations,
      isAllowedForSession: this.approvals.isAllowedForSession(call),
      hasOneTimeApproval: this.approvals.isApproved(call),
      messageVerdict: () => allowedByMessage(this.latestText, call.command, operations),
      hasUi: this.options.authorize !== undefined && this.options.canAsk?.() !== false,
      toolCallId,
    });
    const record = (status: Parameters<ApprovalLedger["record"]>[0]): HarnessEntry => ({
      customType: approvalEntryType,
      data: this.approvals.record(
        status,
        call,
        summarize(operations),
        this.now(),
        status === "message" ? entryId : undefined,
      ),
    });
    if (decision.kind === "block") return { block: decision.text, entries: [record("pending")] };
    if (decision.kind === "run") {
      if (decision.because === "message") return { entries: [record("message")] };
      const used = decision.because === "approval" ? this.approvals.use(call, this.now()) : undefined;
      return { entries: used ? [{ customType: approvalEntryType, data: used }] : [] };
    }
    const { title, message, context } = decision;
    const { tool: toolName, command, cwd } = call;
    const effect = { command, ops: summarize(operations) };
    const answer = await this.ask({
      toolCallId,
      toolName,
      command,
      cwd,
      effect,
      title,
      message,
      context,
      signal,
    });
    if (answer.decision === "unanswered")
      return { block: unansweredText(operations), entries: [record("denied")] };
    if (answer.decision === "deny") {
      return { block: deniedText(operations, answer.reason), entries: [record("denied")] };
    }
    if (answer.decision === "allow-session" && context.allowSession) this.approvals.allowForSession(call);
    return { entries: [record("used")] };
  }

  private async ask(request: AuthorizationRequest): Promise<Exclude<AuthorizationAnswer, boolean>> {
    try {
      const answer = (await this.options.authorize?.(request)) ?? false;
      if (typeof answer === "boolean") return { decision: answer ? "allow" : "deny" };
      return answer;
    } catch {
      // Who cannot answer does not agree; the model is told, and the developer sees the call refused.
      return { decision: "unanswered" };
    }
  }
}

function idOf(data: unknown): string[] {
  const id = typeof data === "object" && data !== null && "id" in data ? data.id : undefined;
  return typeof id === "string" ? [id] : [];
}
