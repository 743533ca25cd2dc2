import type { AgentMessage, JsonObject } from "@relay-harness/protocol";

/** Paths as the model named them. */
export interface FileOperations {
  read: Set<string>;
  written: Set<string>;
  edited: Set<string>;
}

/** What a summary remembers of files. Sorted; a file that was changed is not listed as read. */
export interface FileLists {
  readFiles: string[];
  modifiedFiles: string[];
}

const setOfTool: Partial<Record<string, keyof FileOperations>> = {
  read: "read",
  write: "written",
  edit: "edited",
};

export function emptyFileOperations(): FileOperations {
  return { read: new Set(), written: new Set(), edited: new Set() };
}

/** Adds the files that the calls in `messages` name, those made by other tools included. */
export function collectFileOperations(messages: readonly AgentMessage[], into: FileOperations): void {
  for (const message of messages) {
    if (message.role === "assistant") {
      for (const block of message.content ?? []) {
        if (block.type === "toolCall") addCall(block, into);
      }
    } else if (message.role === "toolResult") {
      for (const call of message.nestedCalls?.calls ?? []) addCall(call, into);
    }
  }
}

function addCall(
  { name, arguments: args }: { name: string; arguments?: JsonObject },
  into: FileOperations,
): void {
  const kind = setOfTool[name];
  const path = args?.path;
  if (kind && typeof path === "string" && path !== "") into[kind].add(path);
}

/** Adds what an earlier summary of Relay's own remembered; other details are left alone. */
export function addSummaryDetails(details: unknown, into: FileOperations): void {
  if (typeof details !== "object" || details === null) return;
  const { readFiles, modifiedFiles } = details as { readFiles?: unknown; modifiedFiles?: unknown };
  for (const path of strings(readFiles)) into.read.add(path);
  for (const path of strings(modifiedFiles)) into.edited.add(path);
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

export function fileLists({ read, written, edited }: FileOperations): FileLists {
  const modified = new Set([...written, ...edited]);
  return {
    readFiles: [...read].filter((path) => !modified.has(path)).sort(),
    modifiedFiles: [...modified].sort(),
  };
}

/** The blocks that end a summary; empty when there are no files. */
export function fileListBlocks({ readFiles, modifiedFiles }: FileLists): string {
  return block("read-files", readFiles) + block("modified-files", modifiedFiles);
}

function block(name: string, paths: readonly string[]): string {
  return paths.length === 0 ? "" : `\n\n<${name}>\n${paths.join("\n")}\n</${name}>`;
}
