import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import type { AgentTool, AgentToolResult } from "@relay-harness/agent-core";

import { pathExists, resolveToolPath } from "../base/paths.ts";
import type { TruncationResult } from "../base/truncate.ts";
import { callCwd, throwIfAborted } from "./context.ts";
import { runnableTool, type ToolDefinition } from "./definition.ts";
import { atLeastOne, listingText } from "./searchResult.ts";

export interface LsToolInput {
  path?: string | null;
  /** Number of entries. */
  limit?: number | null;
}

export interface LsToolDetails {
  truncation?: TruncationResult;
  entryLimitReached?: number;
}

/** How `ls` reaches directories; all paths are absolute. */
export interface LsOperations {
  exists: (path: string) => Promise<boolean> | boolean;
  /** Follows symbolic links; rejects when the target is missing. */
  stat: (path: string) => Promise<{ isDirectory: () => boolean }> | { isDirectory: () => boolean };
  /** Names of the entries. */
  readdir: (path: string) => Promise<string[]> | string[];
}

export interface LsToolOptions {
  operations?: LsOperations;
}

const defaultLimit = 500;
/** Entries that are looked at together. */
const batchSize = 64;

const localOperations: LsOperations = {
  exists: pathExists,
  stat: (path) => stat(path),
  readdir: (path) => readdir(path),
};

const parameters = {
  type: "object",
  properties: {
    path: { type: "string", description: "Directory to list; default: the working directory" },
    limit: { type: "number", description: "Most entries to return; default 500" },
  },
};

function byName(left: string, right: string): number {
  const [lowerLeft, lowerRight] = [left.toLowerCase(), right.toLowerCase()];
  if (lowerLeft !== lowerRight) return lowerLeft < lowerRight ? -1 : 1;
  return left < right ? -1 : 1;
}

/** Entry as it is listed; `undefined` when it leads nowhere. */
async function listedEntry(
  operations: LsOperations,
  directory: string,
  name: string,
): Promise<string | undefined> {
  try {
    const found = await operations.stat(join(directory, name));
    return found.isDirectory() ? `${name}/` : name;
  } catch {
    // A dangling link, or gone since the directory was read.
    return undefined;
  }
}

async function listEntries(operations: LsOperations, directory: string, wanted: number): Promise<string[]> {
  const names = [...(await operations.readdir(directory))].sort(byName);
  const listed: string[] = [];
  for (let from = 0; from < names.length && listed.length < wanted; from += batchSize) {
    const batch = names.slice(from, from + batchSize);
    const entries = await Promise.all(batch.map((name) => listedEntry(operations, directory, name)));
    listed.push(...entries.filter((entry) => entry !== undefined));
  }
  return listed;
}

function lsResult(entries: readonly string[], limit: number): AgentToolResult<LsToolDetails> {
  if (entries.length === 0) return { content: [{ type: "text", text: "(empty directory)" }] };
  const limitReached = entries.length > limit;
  const notices = limitReached ? [`${limit} entries limit reached. Use limit=${limit * 2} for more`] : [];
  const { text, truncation } = listingText(entries.slice(0, limit), notices);
  const details: LsToolDetails = {
    ...(truncation && { truncation }),
    ...(limitReached && { entryLimitReached: limit }),
  };
  return {
    content: [{ type: "text", text }],
    ...(Object.keys(details).length > 0 && { details }),
  };
}

/** Definition of `ls` (sessions-and-tools.md §14.3). */
export function createLsToolDefinition(
  cwd: string,
  options: LsToolOptions = {},
): ToolDefinition<LsToolInput, LsToolDetails> {
  const operations = options.operations ?? localOperations;
  return {
    name: "ls",
    label: "ls",
    description:
      "Lists a directory in alphabetical order, hidden entries included; directories end with `/`. At most 500 " +
      "entries (`limit`) or 50KB, whichever is reached first.",
    parameters,
    promptSnippet: "List directories",
    annotations: { readOnlyHint: true, openWorldHint: false },
    async execute(_toolCallId, input, signal, _onUpdate, context) {
      throwIfAborted(signal);
      const path = resolveToolPath(input.path ?? "", callCwd(cwd, context));
      if (!(await operations.exists(path))) throw new Error(`Path not found: ${path}`);
      if (!(await operations.stat(path)).isDirectory()) throw new Error(`Not a directory: ${path}`);
      const limit = atLeastOne(input.limit, defaultLimit);
      const entries = await listEntries(operations, path, limit + 1);
      throwIfAborted(signal);
      return lsResult(entries, limit);
    },
  };
}

/** Runnable `ls`. `cwd` resolves relative paths. */
export function createLsTool(cwd: string, options?: LsToolOptions): AgentTool<LsToolInput, LsToolDetails> {
  return runnableTool(createLsToolDefinition(cwd, options));
}
