import { stat } from "node:fs/promises";
import { basename, dirname } from "node:path";

import type { AgentTool, AgentToolResult } from "@relay-harness/agent-core";

import { resolveAgentDir } from "../base/agentDir.ts";
import { resolveToolPath } from "../base/paths.ts";
import type { TruncationResult } from "../base/truncate.ts";
import { abortable, callCwd, throwIfAborted } from "./context.ts";
import { runnableTool, type ToolDefinition } from "./definition.ts";
import { assertNotSpecial, assertReadable } from "./regularFile.ts";
import { localBinaryLookup, rejectBinary, type BinaryLookup } from "./search/binaries.ts";
import { GrepCollector } from "./search/grepCollector.ts";
import type { GrepEvent, GrepQuery, GrepTarget } from "./search/grepEvents.ts";
import { isSearchBinaryRejected } from "./search/searchProcess.ts";
import { atLeastOne, listingText } from "./searchResult.ts";

export interface GrepToolInput {
  pattern: string;
  path?: string | null;
  glob?: string | null;
  ignoreCase?: boolean | null;
  literal?: boolean | null;
  /** Lines before and after each match. */
  context?: number | null;
  /** Number of matches. */
  limit?: number | null;
}

export interface GrepToolDetails {
  truncation?: TruncationResult;
  matchLimitReached?: number;
  linesTruncated?: boolean;
}

/** How `grep` looks at its path; the search itself is local. */
export interface GrepOperations {
  /** Rejects when there is nothing at the path. */
  isDirectory: (path: string) => Promise<boolean> | boolean;
}

export interface GrepToolOptions {
  operations?: GrepOperations;
  /** Its `bin` is searched for `rg` first. Default: the agent directory of the environment. */
  agentDir?: string;
  /** Where `rg` is. Default: `<agentDir>/bin`, `PATH`, the optional package. */
  findBinary?: BinaryLookup;
}

const defaultLimit = 100;
/** More lines than a result can hold. */
const maxContext = 100_000;

const localOperations: GrepOperations = {
  isDirectory: async (path) => (await stat(path)).isDirectory(),
};

const parameters = {
  type: "object",
  properties: {
    pattern: { type: "string", description: "Regular expression, or plain text with `literal`" },
    path: { type: "string", description: "Directory or file to search; default: the working directory" },
    glob: {
      type: "string",
      description: "Files to search, for example `*.ts`, `src/**/*.ts` or `!*.test.ts`",
    },
    ignoreCase: { type: "boolean", description: "Ignore upper and lower case" },
    literal: { type: "boolean", description: "Take the pattern as plain text" },
    context: { type: "number", description: "Lines to show before and after each match; default 0" },
    limit: { type: "number", description: "Most matches to return; default 100" },
  },
  required: ["pattern"],
};

async function grepTarget(operations: GrepOperations, path: string): Promise<GrepTarget> {
  let isDirectory: boolean;
  try {
    isDirectory = await operations.isDirectory(path);
  } catch (error) {
    throw new Error(`Path not found: ${path}`, { cause: error });
  }
  if (!isDirectory) await assertNotSpecial(path);
  await assertReadable(path, isDirectory);
  return isDirectory ? { directory: path } : { directory: dirname(path), file: basename(path) };
}

async function collect(
  events: AsyncGenerator<GrepEvent>,
  limit: number,
  context: number,
): Promise<GrepCollector> {
  const collector = new GrepCollector(limit, context);
  for await (const event of events) {
    if (!collector.add(event)) break;
  }
  return collector;
}

async function search(
  findBinary: BinaryLookup,
  query: GrepQuery,
  target: GrepTarget,
  limit: number,
): Promise<GrepCollector> {
  const binary = await findBinary("rg");
  if (binary) {
    const { ripgrep } = await import("./search/ripgrep.ts");
    try {
      return await collect(ripgrep(binary, query, target), limit, query.context);
    } catch (error) {
      if (!isSearchBinaryRejected(error)) throw new Error(messageOf(error), { cause: error });
      rejectBinary(binary);
    }
  }
  const { builtinGrep } = await import("./search/builtinGrep.ts");
  return collect(builtinGrep(query, target), limit, query.context);
}

/** The message of ripgrep without its name in front. */
function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/^rg: /, "");
}

function grepResult(found: GrepCollector, limit: number): AgentToolResult<GrepToolDetails> {
  if (found.lines.length === 0) return { content: [{ type: "text", text: "No matches found" }] };
  const notices: string[] = [];
  if (found.limitReached) {
    notices.push(`${limit} matches limit reached. Use limit=${limit * 2} for more, or refine pattern`);
  }
  if (found.linesTruncated) {
    notices.push("Some lines truncated to 500 chars. Use read tool to see full lines");
  }
  const { text, truncation } = listingText(found.lines, notices);
  const details: GrepToolDetails = {
    ...(truncation && { truncation }),
    ...(found.limitReached && { matchLimitReached: limit }),
    ...(found.linesTruncated && { linesTruncated: true }),
  };
  return {
    content: [{ type: "text", text }],
    ...(Object.keys(details).length > 0 && { details }),
  };
}

/** Definition of `grep` (sessions-and-tools.md §14.1). */
export function createGrepToolDefinition(
  cwd: string,
  options: GrepToolOptions = {},
): ToolDefinition<GrepToolInput, GrepToolDetails> {
  const operations = options.operations ?? localOperations;
  const findBinary =
    options.findBinary ?? localBinaryLookup(() => options.agentDir ?? resolveAgentDir(process.env));
  return {
    name: "grep",
    label: "grep",
    description:
      "Searches the content of files line by line. Returns `file:line: text`; hidden files are searched, files " +
      "that .gitignore excludes are not. At most 100 matches (`limit`) or 50KB, whichever is reached first; " +
      "lines are cut to 500 characters.",
    parameters,
    promptSnippet: "Search the content of files",
    annotations: { readOnlyHint: true, openWorldHint: false },
    async execute(_toolCallId, input, signal, _onUpdate, context) {
      throwIfAborted(signal);
      const path = resolveToolPath(input.path ?? "", callCwd(cwd, context));
      const target = await grepTarget(operations, path);
      const limit = atLeastOne(input.limit, defaultLimit);
      const query: GrepQuery = {
        pattern: input.pattern,
        literal: input.literal ?? false,
        ignoreCase: input.ignoreCase ?? false,
        context: Math.min(maxContext, Math.max(0, Math.trunc(input.context ?? 0))),
        ...(input.glob && { glob: input.glob }),
        ...(signal && { signal }),
      };
      return abortable(signal, async () => grepResult(await search(findBinary, query, target, limit), limit));
    },
  };
}

/** Runnable `grep`. `cwd` resolves relative paths. */
export function createGrepTool(
  cwd: string,
  options?: GrepToolOptions,
): AgentTool<GrepToolInput, GrepToolDetails> {
  return runnableTool(createGrepToolDefinition(cwd, options));
}
