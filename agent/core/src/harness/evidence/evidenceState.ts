import type { CheckKind } from "../shell/types.ts";

/** `all-tests` never stands without `checks`. */
export type Claim = "ack" | "all-tests" | "checks" | "completion";

export type EvidenceStatus = "verified" | "unverified" | "contradicted" | "no-effect" | "acknowledged";

/** Why a run is no evidence, by the rows of `harness.md` §6.2. */
export type NoEvidence =
  | "pipe"
  | "later command"
  | "or"
  | "condition"
  | "negated"
  | "background"
  | "substitution"
  | "loop"
  | "branch"
  | "runner"
  | "not declared"
  | "nothing ran";

export interface CheckState {
  /** `null` for a check that the developer's client ran. */
  toolCallId: string | null;
  /** One line, at most 200 characters. */
  command: string;
  kind: CheckKind;
  exitCode: number | null;
  result: "passed" | "failed" | "masked" | "undeclared";
  why: NoEvidence | null;
  narrowed: "name" | "path" | null;
  /** Started after the last change of code had ended. */
  afterLastChange: boolean;
  /** Ran in an earlier request, and no code has changed since. */
  carried: boolean;
  at: string;
}

export interface ChangeState {
  /** `*` when a command changed files that are not known. */
  path: string;
  kind: "code" | "doc";
  count: number;
}

/** The `evidence` part of the harness state, and the data of a `relay.harness.evidence` entry. */
export interface EvidenceState {
  entryId: string;
  status: EvidenceStatus | null;
  reason: string | null;
  claims: Claim[];
  changeRequest: boolean;
  effect: boolean;
  changes: ChangeState[];
  /** By start. */
  checks: CheckState[];
  /** A verification request was sent. */
  requested: boolean;
  /** The request has settled. */
  final: boolean;
}
