import { listCommand, shellQuote } from "./shellCommands.ts";
import type { PlannedCall } from "./steps.ts";

/** Lists a directory with what the request offers; `undefined` when nothing serves. */
export function listCall(path: string, tools: ReadonlySet<string>): PlannedCall | undefined {
  if (tools.has("ls")) return { name: "ls", arguments: path === "." ? {} : { path } };
  return tools.has("bash") ? { name: "bash", arguments: { command: listCommand(path) } } : undefined;
}

/** Reads a whole file with what the request offers; `undefined` when nothing serves. */
export function readCall(path: string, tools: ReadonlySet<string>): PlannedCall | undefined {
  if (tools.has("read")) return { name: "read", arguments: { path } };
  return tools.has("bash")
    ? { name: "bash", arguments: { command: `cat -- ${shellQuote(path)}` } }
    : undefined;
}
