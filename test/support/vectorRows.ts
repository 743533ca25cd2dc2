import { readFileSync } from "node:fs";

/** Tables of labelled inputs that more than one test reads. */
export type VectorTable =
  | "harness/assent"
  | "harness/authorization"
  | "harness/claims"
  | "harness/constraints"
  | "harness/corrections"
  | "harness/intake"
  | "harness/questions"
  | "shell/checks"
  | "shell/declared"
  | "shell/operations"
  | "shell/powershell";

/** Rows of a table, the number of the vector first; `⏎` is a line end. */
export function vectorRows(table: VectorTable): string[][] {
  const text = readFileSync(new URL(`../fixtures/${table}.tsv`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => line.replaceAll("⏎", "\n").split("\t"));
}
