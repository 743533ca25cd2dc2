import type { LayProblemCode } from "./layText.ts";

export type ProblemCode =
  | LayProblemCode
  | "missing"
  | "unknown-field"
  | "wrong-type"
  | "out-of-range"
  | "duplicate"
  | "invalid-id"
  | "not-an-option"
  | "unknown-question";

/** One thing that keeps a questionnaire from being written. */
export interface Problem {
  /** JSON path, such as `groups[0].questions[2].text`. */
  path: string;
  code: ProblemCode;
  /** The text to rewrite, or what is wrong with the value. */
  detail: string;
  /** Of a text: where the fragment starts in it. */
  start?: number;
}

const maxListed = 50;

/** One problem a line, for who called the tool. */
export function describeProblems(problems: readonly Problem[]): string {
  const lines = problems
    .slice(0, maxListed)
    .map(({ path, code, detail, start }) =>
      start === undefined ? `${path}: ${code}: ${detail}` : `${path}: ${code}: "${detail}"`,
    );
  const more = problems.length - lines.length;
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  return [
    `The questionnaire was not written: ${count}. Rewrite these texts for a reader without technical knowledge, and call the tool again with the whole questionnaire.`,
    ...lines,
    ...(more > 0 ? [`... and ${more} more`] : []),
  ].join("\n");
}
