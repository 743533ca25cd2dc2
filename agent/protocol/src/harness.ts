/** Harness of a session as a client sees it (harness.md §10). Lists of a pillar that is off are empty. */
export interface HarnessState {
  v: 1;
  /** ISO 8601, of the newest change in it. */
  at: string;
  settings: HarnessCoreSettings;
  /** Of this branch, oldest first. */
  constraints: HarnessConstraint[];
  corrections: HarnessCorrection[];
  approvals: HarnessApproval[];
  /** The newest developer message; `null` before the first. */
  turn: HarnessTurn | null;
  /** Of the current request, or the last one. */
  evidence: HarnessEvidence | null;
  slice: HarnessSlice;
  context: HarnessContext;
  /** Of the last run. */
  skills: HarnessSkillUsage[];
  /** Computed on request and kept. */
  audit: HarnessSkillFinding[];
  /** Texts of active constraints, then of corrections that were not retracted. */
  learnings: string[];
}

/** The `harnessCore.*` settings that the session was created with. */
export interface HarnessCoreSettings {
  alignment: boolean;
  authorizationGate: boolean;
  scopeGuard: boolean;
  evidence: boolean;
  context: boolean;
  contextKeepRecent: number;
  contextBatchSize: number;
  skills: boolean;
  verifyCommands: string[];
  maxChangedLines: number;
  maxFileLines: number;
}

export type HarnessLanguage = "en" | "pt" | "es";

export interface HarnessConstraint {
  id: string;
  text: string;
  lang: HarnessLanguage;
  /** The rule of harness.md §2 that recognised it. */
  form: string;
  status: "active" | "superseded" | "retracted";
  reason: "contradicted" | "developer" | "superseded" | null;
  entryId: string;
  at: string;
  /** Stands in the current block. */
  restated: boolean;
  /** Suspended by the newest message, for its request. */
  exception: boolean;
}

export interface HarnessCorrection {
  id: string;
  text: string;
  entryId: string;
  at: string;
  /** Restated in the current request. */
  active: boolean;
  retracted: boolean;
}

export type EffectClass = "destructive" | "external";

export interface HarnessOperation {
  id: string;
  class: EffectClass[];
  label: string;
}

export interface HarnessApproval {
  id: string;
  status: "pending" | "approved" | "used" | "denied" | "expired" | "message";
  tool: string;
  command: string;
  cwd: string;
  ops: HarnessOperation[];
  at: string;
}

export interface HarnessTurn {
  entryId: string;
  kind: "question" | "request";
  /** A call was blocked in it. */
  editBlocked: boolean;
  editsAllowed: boolean;
}

export type EvidenceStatus = "verified" | "unverified" | "contradicted" | "no-effect" | "acknowledged";
export type ClaimKind = "ack" | "all-tests" | "checks" | "completion";

export interface HarnessEvidence {
  entryId: string;
  status: EvidenceStatus | null;
  reason: string | null;
  claims: ClaimKind[];
  changeRequest: boolean;
  effect: boolean;
  changes: { path: string; kind: "code" | "doc"; count: number }[];
  checks: HarnessCheck[];
  /** A verification request was sent. */
  requested: boolean;
  /** The request has settled. */
  final: boolean;
}

export interface HarnessCheck {
  /** `null` for a check that the user ran. */
  toolCallId: string | null;
  /** One line, at most 200 characters. */
  command: string;
  kind: "test" | "types" | "lint" | "build";
  exitCode: number | null;
  result: "passed" | "failed" | "masked" | "undeclared";
  /** Why the run is no evidence, such as `pipe`. */
  why: string | null;
  narrowed: "name" | "path" | null;
  afterLastChange: boolean;
  /** From an earlier request. */
  carried: boolean;
  at: string;
}

export interface HarnessSlice {
  git: boolean;
  /** `null` outside of git, or when counting took too long. */
  changedLines: number | null;
  limit: number;
  fired: boolean;
  files: { path: string; before: number; after: number; fired: boolean }[];
}

/** Tool results of the last request; batches since the session was opened. */
export interface HarnessContext {
  results: number;
  verbatim: number;
  elided: number;
  pending: number;
  savedChars: number;
  batches: number;
}

export interface HarnessSkillUsage {
  name: string;
  entryLoads: number;
  /** Distinct resources. */
  fanout: number;
  /** Reads and runs of resources: files of the skill beside its entry. */
  loads: number;
  /** Loads with an action among the next three calls; a run script is its own. */
  effective: number;
  /** `effective / loads`; null without loads. */
  uptake: number | null;
  /** Loads by thirds of the request's calls. */
  early: number;
  middle: number;
  late: number;
  /** Loads of a resource that was loaded before. */
  revisits: number;
}

export interface HarnessSkillFinding {
  skill: string;
  rule:
    | "entry-long-flat"
    | "entry-long"
    | "description-long"
    | "missing-reference"
    | "reference-without-reason"
    | "unreferenced-file";
  message: string;
  path?: string;
}

/** Outcome of a check that the user ran. */
export interface HarnessCheckResult {
  command: string;
  /** Absent when it was cancelled. */
  exitCode?: number;
  cancelled: boolean;
  passed: boolean;
  durationMs: number;
  /** The last of its output. */
  outputTail: string;
}
