import type { EffectClass, Operation } from "../shell/types.ts";

/** What an approval is for: the same command with another tool or folder is another call. */
export interface GatedCall {
  tool: string;
  command: string;
  cwd: string;
}

/** An operation as records and the harness state show it. */
export interface OperationSummary {
  id: string;
  class: EffectClass[];
  label: string;
}

export function summarize(operations: readonly Operation[]): OperationSummary[] {
  return operations.map(({ id, classes, label }) => ({ id, class: [...classes], label }));
}

/** One string per call that is approved as one; outer whitespace of the command does not matter. */
export function callKey({ tool, command, cwd }: GatedCall): string {
  return JSON.stringify([tool, command.trim(), cwd]);
}
