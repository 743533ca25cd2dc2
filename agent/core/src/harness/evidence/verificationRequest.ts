import type { CheckState, EvidenceStatus } from "./evidenceState.ts";
import type { StatusInput } from "./status.ts";
import { countedChecks, failingCheck, passedOnlyUndeclared, selectedTests } from "./status.ts";

/** The statuses that the agent is asked about, once per request. */
export type FlaggedStatus = Extract<EvidenceStatus, "unverified" | "contradicted" | "no-effect">;

export function isFlagged(status: EvidenceStatus | null): status is FlaggedStatus {
  return status === "unverified" || status === "contradicted" || status === "no-effect";
}

type ReasonInput = Pick<StatusInput, "claims" | "changedCode" | "checks">;

/** Why the status was given, as one sentence; `null` for a status that needs no reason. */
export function evidenceReason(status: EvidenceStatus | null, input: ReasonInput): string | null {
  if (!isFlagged(status)) return null;
  switch (status) {
    case "unverified":
      return `Your message reports completion, but ${missingProof(input)}.`;
    case "contradicted":
      return `Your message says checks pass, but ${counterproof(input)}.`;
    case "no-effect":
      return "A change was requested and reported done, but no tool call changed anything.";
  }
}

function missingProof({ checks, changedCode }: ReasonInput): string {
  const failing = failingCheck(checks);
  if (failing) return `${failing.command} last failed (exit ${failing.exitCode ?? "unknown"})`;
  if (passedOnlyUndeclared(checks)) return "only undeclared checks ran";
  return `no check passed after the last change${pathList(changedCode)}`;
}

function pathList(paths: readonly string[]): string {
  if (paths.length === 0) return "";
  const more = paths.length > 3 ? ` +${paths.length - 3}` : "";
  return ` (${paths.slice(0, 3).join(", ")}${more})`;
}

function counterproof({ claims, checks }: ReasonInput): string {
  if (countedChecks(checks).length === 0) {
    const masked = checks.findLast(isMasked);
    return masked ? `the exit code of ${masked.command} was masked` : "none ran";
  }
  const failing = failingCheck(checks);
  if (failing) return `the last one failed: ${failing.command} (exit ${failing.exitCode ?? "unknown"})`;
  const selected = claims.includes("all-tests") ? selectedTests(checks) : undefined;
  return selected ? `the last test run selected tests by name: ${selected.command}` : "none ran";
}

// A run of no tests had an exit code; it only proves nothing.
function isMasked(check: CheckState): boolean {
  return check.result === "masked" && check.why !== "nothing ran";
}

/** The message that asks the agent to verify before the run ends. */
export function verificationRequest(
  status: FlaggedStatus,
  reason: string,
  verifyCommands: readonly string[],
): string {
  const checks =
    verifyCommands.length > 0
      ? verifyCommands.join(" or ")
      : "the project's tests, type check, build or lint";
  return (
    `[harness:evidence] Status: ${status}. ${reason} Run ${checks} without masking the exit code ` +
    "and report the result, or state plainly what is not verified."
  );
}

/** What the developer reads when the answer to the request is flagged again. */
export function evidenceWarning(status: FlaggedStatus, reason: string): string {
  return `Evidence: ${status}. ${reason}`;
}
