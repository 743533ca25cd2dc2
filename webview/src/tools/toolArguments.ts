import type { ToolItem } from "@relay-harness/protocol";

/** A text argument of a call. While the arguments arrive, what of it is there. */
export function argumentOf(item: Pick<ToolItem, "args" | "argsText">, name: string): string | undefined {
  const value = item.args?.[name];
  if (typeof value === "string") return value;
  return item.argsText === undefined ? undefined : partialArgument(item.argsText, name);
}

/** Finds `"name": "value` in JSON that may end anywhere. Nested objects are not told apart. */
function partialArgument(json: string, name: string): string | undefined {
  const start = new RegExp(`"${name}"\\s*:\\s*"`).exec(json.slice(0, maxHead));
  if (!start) return undefined;
  const rest = json.slice(start.index + start[0].length, maxHead);
  const body = /^(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/.exec(rest)?.[0] ?? "";
  // What was matched holds whole escapes only, so that it is the inside of a JSON string.
  return body === "" ? undefined : (JSON.parse(`"${body.replace(controls, " ")}"`) as string);
}

/** Titles come from the beginning of the arguments; a whole file may follow. */
const maxHead = 4000;

const controls = /[\u0000-\u001F]/g;
