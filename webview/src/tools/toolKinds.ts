import type { ToolItem } from "@relay-harness/protocol";
import type { StringKey } from "../strings/strings.ts";
import { argumentOf } from "./toolArguments.ts";

/** How a call of a tool is told. */
export interface ToolKind {
  readonly icon: string;
  readonly running: StringKey;
  readonly done: StringKey;
  /** What the call is about: a file is shown by name and directory, code in the editor's font. */
  readonly subject: "file" | "code" | "name";
  readonly argument?: string;
}

const kinds: Readonly<Record<string, ToolKind>> = {
  read: { icon: "file", running: "reading", done: "read", subject: "file", argument: "path" },
  edit: { icon: "edit", running: "editing", done: "edited", subject: "file", argument: "path" },
  write: { icon: "new-file", running: "creating", done: "created", subject: "file", argument: "path" },
  bash: { icon: "terminal", running: "running", done: "ran", subject: "code", argument: "command" },
  powershell: { icon: "terminal", running: "running", done: "ran", subject: "code", argument: "command" },
  grep: { icon: "search", running: "searching", done: "searched", subject: "code", argument: "pattern" },
  find: { icon: "search", running: "searching", done: "searched", subject: "code", argument: "pattern" },
  ls: { icon: "list-tree", running: "listing", done: "listed", subject: "file", argument: "path" },
};

const otherTool: ToolKind = { icon: "tools", running: "calling", done: "called", subject: "name" };

export function kindOfTool(name: string): ToolKind {
  return Object.hasOwn(kinds, name) ? (kinds[name] ?? otherTool) : otherTool;
}

/** The argument that tells calls of a tool apart, as far as it has arrived. */
export function subjectOf(item: Pick<ToolItem, "name" | "args" | "argsText">): string {
  const { argument } = kindOfTool(item.name);
  if (argument !== undefined) return argumentOf(item, argument) ?? (item.name === "ls" ? "." : "");
  for (const name of ["path", "file", "command", "query", "pattern", "url", "name"]) {
    const value = argumentOf(item, name);
    if (value !== undefined) return value;
  }
  return "";
}
