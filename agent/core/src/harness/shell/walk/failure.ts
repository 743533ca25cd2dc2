import type { SimpleCommand, Statement } from "../tree.ts";

/** How surely a statement fails: it may succeed, always fails, or ends the shell with a failure. */
export type Failure = "maybe" | "fails" | "exits";

export function failureOf(statement: Statement): Failure {
  switch (statement.type) {
    case "simple":
      return simpleFailure(statement);
    case "list": {
      const endings = statement.items.map((item) => (item.isBackground ? "maybe" : failureOf(item.body)));
      return endings.includes("exits") ? "exits" : (endings.at(-1) ?? "maybe");
    }
    case "group": {
      const failure = failureOf(statement.body);
      return statement.isSubshell && failure === "exits" ? "fails" : failure;
    }
    case "redirected":
      return failureOf(statement.body);
    case "and": {
      const [left, right] = [failureOf(statement.left), failureOf(statement.right)];
      if (left !== "maybe") return left;
      return right === "maybe" ? "maybe" : "fails";
    }
    case "or": {
      const [left, right] = [failureOf(statement.left), failureOf(statement.right)];
      return left === "exits" ? "exits" : left === "fails" ? right : "maybe";
    }
    default:
      return "maybe";
  }
}

function simpleFailure(command: SimpleCommand): Failure {
  const [program, argument] = command.words;
  if (program?.source === "false") return "fails";
  if (program?.source !== "exit" && program?.source !== "return") return "maybe";
  // A bare `exit` behind `||` hands on the failure that led there.
  const status = argument?.source.replace(/["']/g, "") ?? "$?";
  return status === "$?" || status === "$LASTEXITCODE" || Number(status) > 0 ? "exits" : "maybe";
}

/** What the statement behind another one does with its status. */
export type StatusReader = "status" | "firstStage" | undefined;

/** `exit $?` right behind a statement, or `v=$?` there and `exit $v` at the end. */
export function readsStatus(statements: readonly Statement[], index: number): StatusReader {
  const next = statements[index + 1];
  if (!next) return undefined;
  const exit = exitArgument(next);
  if (exit === "$?" || exit === "$LASTEXITCODE" || exit === "") return "status";
  if (exit === "${PIPESTATUS[0]}") return "firstStage";
  if (isFailedTest(next)) return "status";
  const name = keptIn(next);
  return name && statements.slice(index + 2).some((later) => exitArgument(later) === `$${name}`)
    ? "status"
    : undefined;
}

function exitArgument(statement: Statement): string | undefined {
  if (statement.type !== "simple" || statement.words[0]?.source !== "exit") return undefined;
  const text = statement.words[1]?.source.replace(/"/g, "") ?? "";
  return text.replace(/^\$\{(\w+|\?)\}$/, "$$$1");
}

function keptIn(statement: Statement): string | undefined {
  if (statement.type !== "simple" || statement.words.length > 0) return undefined;
  const [assignment] = statement.assignments;
  return assignment?.value?.source.replace(/["{}]/g, "") === "$?" ? assignment.name : undefined;
}

/** PowerShell's `if ($LASTEXITCODE -ne 0) { exit 1 }`. */
function isFailedTest(statement: Statement): boolean {
  if (statement.type !== "branch") return false;
  const [condition] = statement.conditions;
  const [body] = statement.bodies;
  if (condition?.type !== "simple" || !body || failureOf(body) !== "exits") return false;
  return /^(\$LASTEXITCODE( -(ne|gt) 0)?|(-not |!)\s*\$\?)$/i.test(condition.source.trim());
}
