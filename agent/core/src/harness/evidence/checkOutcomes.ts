import type { CheckRun, MaskReason } from "../shell/types.ts";
import type { CheckState, NoEvidence } from "./evidenceState.ts";

/** How the call ended that ran the checks. */
export interface RunEnd {
  /** `null` when it is not known. */
  exitCode: number | null;
  /** Cancelled or timed out. */
  isInterrupted: boolean;
  /** The output says that no test ran. */
  ranNothing: boolean;
}

/** Whether the project declared its checks, so that others do not count. */
export type CheckPolicy = "any check" | "declared checks";

export type CheckOutcome = Pick<CheckState, "command" | "kind" | "narrowed" | "exitCode" | "result" | "why">;

/**
 * What the runs of one call prove. A failing call says only that one of its checks failed, so all but
 * the last one leave no record; a call that was cut off proves nothing.
 */
export function checkOutcomes(
  runs: readonly CheckRun[],
  end: RunEnd,
  policy: CheckPolicy = "any check",
): CheckOutcome[] {
  const { exitCode } = end;
  if (exitCode === null || (end.isInterrupted && exitCode === 0)) return [];
  const open = runs.filter((run) => run.counts);
  const counted = open.filter((run) => isAccepted(run, policy));
  const blamed = exitCode === 0 ? undefined : (counted.at(-1) ?? open.at(-1));
  return runs
    .filter((run) => !run.counts || exitCode === 0 || run === blamed)
    .map((run) => outcomeOf(run, exitCode, end.ranNothing, isAccepted(run, policy)));
}

function isAccepted(run: CheckRun, policy: CheckPolicy): boolean {
  return policy === "any check" || run.isDeclared;
}

function outcomeOf(run: CheckRun, exitCode: number, ranNothing: boolean, accepted: boolean): CheckOutcome {
  const { kind, narrowed } = run;
  const base = { command: oneLine(run.command), kind, narrowed, exitCode };
  if (!run.counts) return { ...base, result: "masked", why: reasons[run.masked ?? "sequence"] };
  if (exitCode === 0 && ranNothing && kind === "test") {
    return { ...base, result: "masked", why: "nothing ran" };
  }
  if (!accepted) return { ...base, result: "undeclared", why: "not declared" };
  return { ...base, result: exitCode === 0 ? "passed" : "failed", why: null };
}

const reasons: Readonly<Record<MaskReason, NoEvidence>> = {
  sequence: "later command",
  pipe: "pipe",
  alternative: "or",
  condition: "condition",
  negated: "negated",
  background: "background",
  substitution: "substitution",
  loop: "loop",
  wrapper: "runner",
  runner: "runner",
};

const longestCommand = 200;

/** A command as one line of at most 200 characters. */
function oneLine(command: string): string {
  // Cut before the replacement too: a command can be a whole file.
  const line = command
    .slice(0, longestCommand * 5)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > longestCommand ? `${line.slice(0, longestCommand - 1)}…` : line;
}
