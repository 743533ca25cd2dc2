import type { EffectClass, Operation } from "../shell/types.ts";

const longestCommand = 2000;

/** The classes of a command's operations, destructive first. */
export function effectClasses(operations: readonly Operation[]): EffectClass[] {
  const found = new Set(operations.flatMap(({ classes }) => classes));
  return (["destructive", "external"] as const).filter((name) => found.has(name));
}

export function dialogTitle(operations: readonly Operation[]): string {
  return `Allow ${effectClasses(operations).join(" and ")} command?`;
}

/** One line per operation, then the command and where it would run. */
export function dialogMessage(operations: readonly Operation[], command: string, cwd: string): string {
  const effects = operations.map(
    (operation) => `${effectClasses([operation]).join(", ")}: ${operation.label}`,
  );
  return [...effects, "", command.slice(0, longestCommand), `in ${cwd}`].join("\n");
}

const mark = "[harness:authorization] Not run:";

export function deniedText(operations: readonly Operation[], reason?: string): string {
  const text = `${mark} the developer declined ${labels(operations)}. Do not retry it or reach the same effect another way. Continue with what does not need it, or ask.`;
  return reason === undefined || reason.trim() === "" ? text : `${text} Reason: ${reason.trim()}`;
}

/** There is nobody to ask now: the agent asks in its answer. */
export function pendingText(operations: readonly Operation[], command: string): string {
  return `${mark} ${labels(operations)} needs the developer's approval. Ask in chat whether to run exactly this command, and stop until the answer: ${command}`;
}

/** The dialog ended without an answer. */
export function unansweredText(operations: readonly Operation[]): string {
  return `${mark} no answer to the approval of ${labels(operations)}.`;
}

function labels(operations: readonly Operation[]): string {
  return [...new Set(operations.map(({ label }) => label))].join(", ");
}
