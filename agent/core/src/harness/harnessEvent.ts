import type { HarnessSkillUsage } from "@relay-harness/protocol";
import type { ApprovalEntry } from "./authorization/approvalEntry.ts";
import type { ConstraintData } from "./constraints/constraintData.ts";
import type { CorrectionData } from "./corrections/correctionLedger.ts";

/** What the harness learns and decides, while it happens (harness.md §13). */
export type HarnessEvent =
  /** A rule began, or ended. */
  | { type: "constraint"; data: ConstraintData }
  /** The developer corrected the agent, or took that back. */
  | { type: "correction"; data: CorrectionData }
  /** A command was asked about, or ran because the developer allowed it. */
  | { type: "authorization"; data: ApprovalEntry }
  /** The first edit of a turn that only asks was held back. */
  | { type: "question_block"; toolCallId: string }
  /** The end of a run was judged; with the verification request, or the warning after one. */
  | { type: "evidence"; status: string | null; request?: string; warning?: string }
  /** Signals on the size of changes, all that fired in this request. */
  | { type: "slice"; signals: readonly string[] }
  /** Results were replaced by stubs; `elided` of them are in the request. */
  | { type: "elision"; elided: number }
  /** A request has settled that used skills. */
  | { type: "skill"; usage: readonly HarnessSkillUsage[] };
