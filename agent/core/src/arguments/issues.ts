import { typeOfJson } from "./jsonValues.ts";

/** Member names and array indexes from the arguments to a value. */
export type IssuePath = readonly (string | number)[];

/** One reason why arguments do not match their schema. */
export type Issue = { path: IssuePath } & (
  | { kind: "missing" }
  | { kind: "unknown" }
  | { kind: "type"; expected: readonly string[]; value: unknown }
  | { kind: "literal"; allowed: readonly unknown[] }
  | { kind: "other"; message: string }
);

/** Error text of arguments that do not match (`sessions-and-tools.md` §10.2). */
export function validationText(toolName: string, issues: readonly Issue[], received: unknown): string {
  const items = issues.map((issue) => `  - ${issueText(issue)}`).join("\n");
  return `Validation failed for tool "${toolName}":\n${items}\n\nReceived arguments:\n${JSON.stringify(received, null, 2)}`;
}

function issueText(issue: Issue): string {
  const path = issue.path.length > 0 ? issue.path.join(".") : "root";
  switch (issue.kind) {
    case "missing":
      return `${path}: missing`;
    case "unknown":
      return `${path}: unknown field`;
    case "type":
      return `${path}: expected ${issue.expected.join(" or ")}, got ${typeOfJson(issue.value)}`;
    case "literal":
      return `${path}: expected one of ${JSON.stringify(issue.allowed)}`;
    case "other":
      return `${path}: ${issue.message}`;
  }
}

/**
 * Issues of a value that matches no branch of a union: merged when the branches ask for types or
 * literals, else those of the branch that was evidently meant.
 */
export function unionIssues(path: IssuePath, branches: readonly (readonly Issue[])[]): readonly Issue[] {
  const own = branches.map((issues) => issues.find((issue) => issue.path.length === path.length));
  if (own.every((issue) => issue?.kind === "literal")) {
    return [{ path, kind: "literal", allowed: unique(own.flatMap((issue) => issue.allowed)) }];
  }
  const candidates = branches.filter((_, index) => own[index]?.kind !== "type");
  if (candidates.length === 0) {
    const types = own.flatMap((issue) => (issue?.kind === "type" ? [issue] : []));
    const expected = unique(types.flatMap((issue) => issue.expected)) as string[];
    return [{ path, kind: "type", expected, value: types[0]?.value }];
  }
  const fewest = Math.min(...candidates.map((issues) => issues.length));
  const closest = candidates.filter((issues) => issues.length === fewest);
  if (closest.length === 1 && closest[0]) return closest[0];
  return [{ path, kind: "other", message: "matches none of the allowed forms" }];
}

function unique(values: readonly unknown[]): unknown[] {
  return [...new Set(values)];
}
