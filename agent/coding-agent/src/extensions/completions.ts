import type { CompletionItem } from "@relay-harness/protocol";
import type { CommandDefinition } from "./types/api.ts";

const patienceMs = 2000;

/**
 * What a command offers for the arguments typed so far; `[]` when it takes too long. Rejects with what the
 * extension throws.
 */
export async function commandCompletions(
  command: CommandDefinition,
  prefix: string,
): Promise<CompletionItem[]> {
  if (!command.getArgumentCompletions) return [];
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), patienceMs)));
  try {
    const offered: unknown = await Promise.race([command.getArgumentCompletions(prefix), late]);
    return Array.isArray(offered) ? offered.flatMap(itemOf) : [];
  } finally {
    clearTimeout(timer);
  }
}

/** Nothing for what is no completion: extensions are not bound to their types. */
function itemOf(offered: unknown): CompletionItem[] {
  if (typeof offered !== "object" || offered === null || !("value" in offered)) return [];
  const { value, label, description } = offered as Record<string, unknown>;
  if (typeof value !== "string") return [];
  return [
    {
      value,
      ...(typeof label === "string" && { label }),
      ...(typeof description === "string" && { description }),
    },
  ];
}
