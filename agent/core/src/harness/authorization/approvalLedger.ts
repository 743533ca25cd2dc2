import type { ApprovalEntry, ApprovalStatus } from "./approvalEntry.ts";
import { parseApprovalEntry } from "./approvalEntry.ts";
import type { GatedCall, OperationSummary } from "./gatedCall.ts";
import { callKey } from "./gatedCall.ts";

/** An element of the `approvals` part of the harness state. */
export interface ApprovalState extends GatedCall {
  id: string;
  status: ApprovalStatus;
  ops: OperationSummary[];
  /** ISO time of the newest entry. */
  at: string;
}

interface Approval {
  entry: ApprovalEntry;
  at: string;
}

/**
 * Approvals of a session branch. Methods that change one return the entries to append to the session,
 * in order; replaying those entries gives the same ledger, so a "yes" works in the next process too.
 */
export class ApprovalLedger {
  private approvals = new Map<string, Approval>();
  /** Calls allowed until the process or the session ends; on purpose never stored. */
  private readonly session = new Set<string>();
  private lastNumber = 0;

  /** Takes the place of everything but the session's approvals: the data of the branch's entries, oldest first. */
  replay(entries: readonly { data: unknown; at: string }[]): void {
    this.approvals = new Map();
    this.lastNumber = 0;
    for (const { data, at } of entries) {
      const entry = parseApprovalEntry(data);
      if (entry) this.store(entry, at);
    }
    for (const approval of this.approvals.values()) {
      // It was for a request that is over: replay happens between requests.
      if (approval.entry.status === "approved") approval.entry = { ...approval.entry, status: "expired" };
    }
  }

  /** Records how a call was decided: by a dialog, by the developer's message, or not yet. */
  record(
    status: "pending" | "used" | "denied" | "message",
    call: GatedCall,
    ops: readonly OperationSummary[],
    at: string,
    entryId?: string,
  ): ApprovalEntry {
    const known = status === "pending" ? this.find("pending", call) : undefined;
    const entry: ApprovalEntry = {
      v: 1,
      id: known?.entry.id ?? `a${this.lastNumber + 1}`,
      status,
      tool: call.tool,
      command: call.command,
      cwd: call.cwd,
      ops: [...ops],
      ...(entryId === undefined ? {} : { entryId }),
    };
    return this.store(entry, at);
  }

  /**
   * The next developer message: an assent approves the call that was blocked last, for the request that
   * the message opens; all other open approvals expire.
   */
  developerMessage(isAssent: () => boolean, entryId: string, at: string): ApprovalEntry[] {
    const waiting = this.with("pending").at(-1);
    const newest = waiting && isAssent() ? waiting : undefined;
    const expired = this.expire(["pending", "approved"], at, newest);
    if (!newest) return expired;
    return [...expired, this.store({ ...newest.entry, status: "approved", entryId }, at)];
  }

  /** Uses up the one-time approval of exactly this call, if there is one. */
  use(call: GatedCall, at: string): ApprovalEntry | undefined {
    const approved = this.find("approved", call);
    return approved && this.store({ ...approved.entry, status: "used" }, at);
  }

  isApproved(call: GatedCall): boolean {
    return this.find("approved", call) !== undefined;
  }

  /** The request has settled: what it was allowed and did not use expires; blocked calls wait on. */
  settle(at: string): ApprovalEntry[] {
    return this.expire(["approved"], at);
  }

  hasPending(): boolean {
    return this.with("pending").length > 0;
  }

  allowForSession(call: GatedCall): void {
    this.session.add(callKey(call));
  }

  isAllowedForSession(call: GatedCall): boolean {
    return this.session.has(callKey(call));
  }

  /** Oldest first. */
  state(): ApprovalState[] {
    return [...this.approvals.values()].map(({ entry, at }) => {
      const { id, status, tool, command, cwd, ops } = entry;
      return { id, status, tool, command, cwd, ops: structuredClone(ops), at };
    });
  }

  private expire(statuses: readonly ApprovalStatus[], at: string, except?: Approval): ApprovalEntry[] {
    return [...this.approvals.values()]
      .filter((approval) => approval !== except && statuses.includes(approval.entry.status))
      .map(({ entry }) => this.store({ ...entry, status: "expired" }, at));
  }

  private with(status: ApprovalStatus): Approval[] {
    return [...this.approvals.values()].filter(({ entry }) => entry.status === status);
  }

  private find(status: ApprovalStatus, call: GatedCall): Approval | undefined {
    const key = callKey(call);
    return this.with(status).findLast(({ entry }) => callKey(entry) === key);
  }

  private store(entry: ApprovalEntry, at: string): ApprovalEntry {
    // A call that is blocked again is the one blocked last: it moves to the end.
    if (entry.status === "pending") this.approvals.delete(entry.id);
    this.approvals.set(entry.id, { entry, at });
    this.lastNumber = Math.max(this.lastNumber, Number(entry.id.slice(1)));
    return entry;
  }
}
