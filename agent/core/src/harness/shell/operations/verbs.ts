import { readOptions } from "../options.ts";
import type { Argument } from "../walk/argument.ts";
import type { Call } from "../walk/call.ts";

/** The operands of a command line tool, its global options and their values left out. */
export function operandsOf(call: Call, values = "", isSingleDash = false): readonly Argument[] {
  return readOptions(call.args, { values, isSingleDash }).operands;
}

/** The first words as one text: `pr create`. */
export function wordsText(operands: readonly Argument[], count = operands.length): string {
  return operands
    .slice(0, count)
    .map(({ text }) => text)
    .join(" ");
}

/** Sorted into sets once: `verbs("a b c")`. */
export function verbs(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ""));
}
