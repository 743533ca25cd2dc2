import { effectClasses, type Operation } from "@relay-harness/agent-core/harness";
import { shellFacts } from "../../session/harness/shellFacts.ts";
import { judgeCommand } from "./judgeCommand.ts";

/**
 * One line per operation of a command, then `run` or `ask`, then why the dialog would come up. Judged where
 * it would run: files and branches of `cwd` count.
 */
export async function explainCommand(
  command: string,
  { said, cwd }: { said: string; cwd: string },
): Promise<string> {
  const { analysis, decision, reason } = await judgeCommand(command, said, { facts: shellFacts(cwd) });
  const lines = [
    ...analysis.operations.map(operationLine),
    decision,
    ...(reason === undefined ? [] : [reason]),
  ];
  return `${lines.map(oneLine).join("\n")}\n`;
}

function operationLine(operation: Operation): string {
  const { id, label, targets, names } = operation;
  const objects = [...targets.map(({ text }) => text), ...names];
  const listed = objects.length > 0 ? ` [${objects.join(", ")}]` : "";
  return `${id} ${effectClasses([operation]).join(",")} ${label}${listed}`;
}

/** Names come from the command: they may hold line ends, and what a terminal obeys. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ");
}
