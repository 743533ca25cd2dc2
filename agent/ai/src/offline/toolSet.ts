import type { Context } from "../types.ts";

/** Names of the tools that a request may call: its own list, changed by the system messages in order. */
export function toolNames({ tools, messages }: Context): ReadonlySet<string> {
  const names = new Set(tools?.map(({ name }) => name));
  for (const message of messages) {
    if (message.role !== "system") continue;
    if (message.replace) names.clear();
    for (const { name } of message.toolsRemoved ?? []) names.delete(name);
    for (const { name } of message.toolsAdded ?? []) names.add(name);
  }
  return names;
}
