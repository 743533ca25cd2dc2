import type { AnyRecord } from "../support/relayProcess.ts";
import { vectorRows } from "../support/vectorRows.ts";

/** A labelled line, with the answer that it has to get. */
export interface VectorCase {
  line: { id: string; kind: string; input: string; shell?: string; lang?: string };
  /** Of the answer: what the vector tells. */
  read: (result: AnyRecord) => unknown;
  expected: unknown;
}

const whole = (result: unknown): unknown => result;
const isYes = (cell: string | undefined): boolean => cell === "yes";

function lettersOf(classes: readonly string[]): string {
  return classes.map((name) => name.charAt(0).toUpperCase()).join("");
}

/** The rows of one table as cases; `id` keeps the name of the vector. */
function casesOf(
  name: string,
  kind: string,
  table: Parameters<typeof vectorRows>[0],
  toCase: (cells: string[]) => Omit<VectorCase, "line"> & { input: string; shell?: string; lang?: string },
): VectorCase[] {
  return vectorRows(table).map(([number, ...cells]) => {
    const { input, shell, lang, ...rest } = toCase(cells);
    const line = { id: `${name} ${number}`, kind, input, ...(shell && { shell }), ...(lang && { lang }) };
    return { line, ...rest };
  });
}

/** Per table of harness-vectors.md: its rows as lines of `relay harness classify`. */
export const vectorCases: Record<string, VectorCase[]> = {
  V1: casesOf("V1", "constraint", "harness/constraints", ([input = "", expected]) => ({
    input,
    read: whole,
    expected: isYes(expected),
  })),
  V2: casesOf("V2", "authorization", "shell/operations", ([command, ids = "", classes = ""]) => ({
    input: `$ ${command}`,
    read: ({ gated, ops, classes: found }) => [gated, ops, lettersOf(found as string[])],
    expected: [ids !== "-", ids === "-" ? [] : [...new Set(ids.split(", "))], classes === "-" ? "" : classes],
  })),
  V3: casesOf("V3", "authorization", "harness/authorization", ([message, command, decision]) => ({
    input: `${message}\n$ ${command}`,
    read: (result) => [result.gated, result.decision, typeof result.reason],
    expected: [true, decision, decision === "ask" ? "string" : "undefined"],
  })),
  V4: casesOf("V4", "question", "harness/questions", ([input = "", expected]) => ({
    input,
    read: whole,
    expected,
  })),
  V5: casesOf("V5", "correction", "harness/corrections", ([input = "", expected]) => ({
    input,
    read: whole,
    expected: isYes(expected),
  })),
  V6: casesOf("V6", "claim", "harness/claims", ([input = "", expected = ""]) => ({
    input,
    read: whole,
    expected: expected === "none" ? [] : expected.split(", "),
  })),
  V7: casesOf("V7", "masked", "shell/checks", ([input = "", expected = ""]) => {
    if (expected === "no check") return { input, read: whole, expected: null };
    const [kind, counts, narrowed] = expected.split(" / ");
    return {
      input,
      // Of a runner that hides its exit code, the vector does not tell the kind.
      read: (result) => ({ ...result, ...(kind === "hidden" && { kind }) }),
      expected: { kind, counts: counts === "counts", narrowed: narrowed === "-" ? null : narrowed },
    };
  }),
  V8: casesOf("V8", "intake", "harness/intake", ([lang = "", input = "", expected = ""]) => ({
    input,
    lang,
    read: whole,
    expected: expected === "" ? [] : expected.split(", "),
  })),
  V9: casesOf("V9", "authorization", "shell/powershell", ([command, expected = ""]) => {
    const isGated = /^[a-z]+\.[a-z]/.test(expected);
    const [op, classes] = expected.split(", ");
    return {
      input: `$ ${command}`,
      shell: "powershell",
      read: ({ ops, classes: found }) => [ops, lettersOf(found as string[])],
      expected: isGated ? [[op], classes] : [[], ""],
    };
  }),
};
