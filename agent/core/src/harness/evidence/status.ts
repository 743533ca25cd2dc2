import type { CheckKind } from "../shell/types.ts";
import type { CheckState, Claim, EvidenceStatus } from "./evidenceState.ts";

export interface StatusInput {
  /** The last message is whole: not aborted, no error, not cut at the length limit. */
  isWhole: boolean;
  /** A command of this request waits for the developer. */
  hasPendingApproval: boolean;
  claims: readonly Claim[];
  changeRequest: boolean;
  effect: boolean;
  /** Paths of changed code, in order of their first change. */
  changedCode: readonly string[];
  hasChangedDocs: boolean;
  /** By start. */
  checks: readonly CheckState[];
}

/** Compares what the final message claims with what the request did; `null` when there is nothing to say. */
export function evidenceStatus(input: StatusInput): EvidenceStatus | null {
  if (!input.isWhole || input.hasPendingApproval) return null;
  const claims = new Set(input.claims);
  const counted = countedChecks(input.checks);
  if (claims.has("checks") && counted.length === 0) {
    return passedOnlyUndeclared(input.checks) ? "unverified" : "contradicted";
  }
  if (claims.has("ack")) return "acknowledged";
  if (!claims.has("checks") && !claims.has("completion")) return null;
  if (claims.has("checks") && failingCheck(input.checks)) return "contradicted";
  if (claims.has("all-tests") && selectedTests(input.checks)) return "contradicted";
  if (claims.has("completion") && input.changeRequest && !input.effect) return "no-effect";
  if (input.changedCode.length === 0) {
    const passed = counted.some((check) => check.result === "passed");
    return input.hasChangedDocs || (claims.has("checks") && passed) ? "verified" : null;
  }
  const covered = counted.some((check) => check.result === "passed" && check.afterLastChange);
  return covered && !failingCheck(input.checks) ? "verified" : "unverified";
}

/** Its outcome is known, and the project accepts it as a check. */
export function isCounted({ result }: Pick<CheckState, "result">): boolean {
  return result === "passed" || result === "failed";
}

export function countedChecks(checks: readonly CheckState[]): CheckState[] {
  return checks.filter(isCounted);
}

/** The newest check that failed and that no check of its kind passed after. */
export function failingCheck(checks: readonly CheckState[]): CheckState | undefined {
  const lastOfKind = new Map<CheckKind, CheckState>();
  for (const check of countedChecks(checks)) lastOfKind.set(check.kind, check);
  const failing = new Set([...lastOfKind.values()].filter((check) => check.result === "failed"));
  return checks.findLast((check) => failing.has(check));
}

/** The last test run when it selected tests by name, so that it says nothing about all of them. */
export function selectedTests(checks: readonly CheckState[]): CheckState | undefined {
  const last = countedChecks(checks).findLast((check) => check.kind === "test");
  return last?.narrowed === "name" ? last : undefined;
}

export function passedOnlyUndeclared(checks: readonly CheckState[]): boolean {
  return (
    countedChecks(checks).length === 0 &&
    checks.some((check) => check.result === "undeclared" && check.exitCode === 0 && check.afterLastChange)
  );
}
