import type { ToolCall, ToolResultMessage } from "@relay-harness/protocol";
import { textOf } from "@relay-harness/protocol";

/** What a call was about, in a few words. */
export interface CallSubject {
  tool: string;
  /** One line; in quotes for a command when it stands in a digest. */
  target: string;
  /** File that the call names, as it was written. */
  path?: string;
  isCommand: boolean;
}

const maxTarget = 80;
const pathTools = new Set(["edit", "write", "ls"]);
const commandTools = new Set(["bash", "powershell"]);
const searchTools = new Set(["grep", "find"]);

/** harness.md §8.2, "target". */
export function callSubject({ name, arguments: args }: Pick<ToolCall, "name" | "arguments">): CallSubject {
  const text = (field: string): string | undefined => {
    const value = args[field];
    return typeof value === "string" ? value : undefined;
  };
  const path = text("path");
  if (name === "read" && path !== undefined) {
    return { tool: name, target: oneLine(path) + lineRange(args), path, isCommand: false };
  }
  if (pathTools.has(name) && path !== undefined) {
    const isFile = name !== "ls";
    return { tool: name, target: oneLine(path), ...(isFile && { path }), isCommand: false };
  }
  const command = text("command");
  if (commandTools.has(name) && command !== undefined) {
    return { tool: name, target: cut(command), isCommand: true };
  }
  const pattern = text("pattern");
  if (searchTools.has(name) && pattern !== undefined) {
    return { tool: name, target: `${cut(pattern)} in ${oneLine(path ?? ".")}`, isCommand: false };
  }
  return { tool: name, target: cut(JSON.stringify(args)), isCommand: false };
}

/** How a call ended: `ok`, `error`, or `exit N` of a command that failed. */
export function callOutcome({ isError, content, toolName }: ToolResultMessage): string {
  if (!isError) return "ok";
  const code = commandTools.has(toolName) ? /Command exited with code (\d+)$/.exec(textOf(content)) : null;
  return code ? `exit ${code[1]}` : "error";
}

function lineRange({ offset, limit }: ToolCall["arguments"]): string {
  if (typeof offset !== "number" && typeof limit !== "number") return "";
  const first = typeof offset === "number" ? offset : 1;
  return `:${first}${typeof limit === "number" ? `-${limit}` : ""}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function cut(text: string): string {
  const line = oneLine(text.slice(0, 8 * maxTarget));
  return line.length > maxTarget ? line.slice(0, maxTarget) : line;
}
