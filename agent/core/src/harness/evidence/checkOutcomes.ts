import type { CheckKind, CheckState, NoEvidence } from "./evidenceState.ts";

/** A check found in a command, before its outcome is known. */
export interface CheckRun {
  command: string;
  kind: CheckKind;
  narrowed: "name" | "path" | null;
  /** Why its exit code does not reach the tool; `null` when it does. */
  masked: NoEvidence | null;
  /** One of `verifyCommands`; true for every check when none are set. */
  isDeclared: boolean;
}

/** How the call ended that ran the checks. */
export interface RunEnd {
  /** `null` when it is not known. */
  exitCode: number | null;
  /** Cancelled or timed out. */
  isInterrupted: boolean;
  /** The output says that no test ran. */
  ranNothing: boolean;
}

export type CheckOutcome = Pick<CheckState, "command" | "kind" | "narrowed" | "exitCode" | "result" | "why">;

/**
 * What the runs of one call prove. A failing call says only that one of its checks failed, so all but
 * the last one leave no record; a call that was cut off proves nothing.
 */
export function checkOutcomes(runs: readonly CheckRun[], end: RunEnd): CheckOutcome[] {
  const { exitCode } = end;
  if (exitCode === null || (end.isInterrupted && exitCode === 0)) return [];
  const open = runs.filter((run) => run.masked === null);
  const counted = open.filter((run) => run.isDeclared);
  const blamed = exitCode === 0 ? undefined : (counted.at(-1) ?? open.at(-1));
  return runs
    .filter((run) => run.masked !== null || exitCode === 0 || run === blamed)
    .map((run) => outcomeOf(run, exitCode, end.ranNothing));
}

function outcomeOf(run: CheckRun, exitCode: number, ranNothing: boolean): CheckOutcome {
  const { kind, narrowed } = run;
  const base = { command: oneLine(run.command), kind, narrowed, exitCode };
  if (run.masked !== null) return { ...base, result: "masked", why: run.masked };
  if (exitCode === 0 && ranNothing && kind === "test") {
    return { ...base, result: "masked", why: "nothing ran" };
  }
  if (!run.isDeclared) return { ...base, result: "undeclared", why: "not declared" };
  return { ...base, result: exitCode === 0 ? "passed" : "failed", why: null };
}

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
