import { stat } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";

import type { AgentTool, AgentToolResult } from "@relay-harness/agent-core";

import { resolveAgentDir } from "../base/agentDir.ts";
import { resolveToolPath } from "../base/paths.ts";
import type { TruncationResult } from "../base/truncate.ts";
import { abortable, callCwd, throwIfAborted } from "./context.ts";
import { runnableTool, type ToolDefinition } from "./definition.ts";
import { localBinaryLookup, rejectBinary, type BinaryLookup } from "./search/binaries.ts";
import { isSearchBinaryRejected } from "./search/searchProcess.ts";
import { assertReadable } from "./regularFile.ts";
import { atLeastOne, listingText } from "./searchResult.ts";

export interface FindToolInput {
  pattern: string;
  path?: string | null;
  /** Number of results. */
  limit?: number | null;
}

export interface FindToolDetails {
  truncation?: TruncationResult;
  resultLimitReached?: number;
}

/** How `find` searches; all paths are absolute. */
export interface FindOperations {
  exists: (path: string) => Promise<boolean> | boolean;
  /** Paths that match, absolute or relative to `cwd`, at most `limit`. */
  glob: (
    pattern: string,
    cwd: string,
    options: { ignore: string[]; limit: number },
  ) => Promise<string[]> | string[];
}

export interface FindToolOptions {
  operations?: FindOperations;
  /** Its `bin` is searched for `fd` first. Default: the agent directory of the environment. */
  agentDir?: string;
  /** Where `fd` is. Default: `<agentDir>/bin`, then `PATH`. */
  findBinary?: BinaryLookup;
}

const defaultLimit = 1000;

const parameters = {
  type: "object",
  properties: {
    pattern: {
      type: "string",
      description: "Glob on names (`*.ts`), or with `/` on paths relative to `path` (`src/**/*.test.ts`)",
    },
    path: { type: "string", description: "Directory to search; default: the working directory" },
    limit: { type: "number", description: "Most results to return; default 1000" },
  },
  required: ["pattern"],
};

interface Search {
  pattern: string;
  root: string;
  /** One more than is shown. */
  wanted: number;
  signal?: AbortSignal;
}

async function assertDirectory(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    throw new Error(`Path not found: ${path}`, { cause: error });
  });
  if (!found.isDirectory()) throw new Error(`Not a directory: ${path}`);
  await assertReadable(path, true);
}

async function matching(
  entries: AsyncGenerator<string>,
  matches: (entry: string) => boolean,
  wanted: number,
): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of entries) {
    if (!matches(entry)) continue;
    found.push(entry);
    if (found.length >= wanted) break;
  }
  return found;
}

async function localSearch(
  findBinary: BinaryLookup,
  { pattern, root, wanted, signal }: Search,
): Promise<string[]> {
  await assertDirectory(root);
  const { builtinEntries, entryMatcher, fdEntries } = await import("./search/findEntries.ts");
  const matches = entryMatcher(pattern, root);
  const binary = await findBinary("fd");
  if (binary) {
    try {
      return await matching(fdEntries(binary, root, signal), matches, wanted);
    } catch (error) {
      if (!isSearchBinaryRejected(error)) throw error;
      rejectBinary(binary);
    }
  }
  return matching(builtinEntries(root, signal), matches, wanted);
}

async function customSearch(
  operations: FindOperations,
  { pattern, root, wanted }: Search,
): Promise<string[]> {
  if (!(await operations.exists(root))) throw new Error(`Path not found: ${root}`);
  const found = await operations.glob(pattern || "**", root, { ignore: ["**/.git/**"], limit: wanted });
  return found.map((path) => {
    if (!isAbsolute(path)) return path;
    const own = relative(root, path).split(sep).join("/");
    return path.endsWith("/") && own !== "" ? `${own}/` : own;
  });
}

function findResult(found: readonly string[], limit: number): AgentToolResult<FindToolDetails> {
  if (found.length === 0) return { content: [{ type: "text", text: "No files found matching pattern" }] };
  const limitReached = found.length > limit;
  const notices = limitReached
    ? [`${limit} results limit reached. Use limit=${limit * 2} for more, or refine pattern`]
    : [];
  const { text, truncation } = listingText(found.slice(0, limit), notices);
  const details: FindToolDetails = {
    ...(truncation && { truncation }),
    ...(limitReached && { resultLimitReached: limit }),
  };
  return {
    content: [{ type: "text", text }],
    ...(Object.keys(details).length > 0 && { details }),
  };
}

/** Definition of `find` (sessions-and-tools.md §14.2). */
export function createFindToolDefinition(
  cwd: string,
  options: FindToolOptions = {},
): ToolDefinition<FindToolInput, FindToolDetails> {
  const findBinary =
    options.findBinary ?? localBinaryLookup(() => options.agentDir ?? resolveAgentDir(process.env));
  return {
    name: "find",
    label: "find",
    description:
      "Finds files and directories by glob, hidden ones too, except what .gitignore excludes. Returns paths " +
      "relative to the searched directory; directories end with `/`. At most 1000 results (`limit`) or 50KB, " +
      "whichever is reached first.",
    parameters,
    promptSnippet: "Find files by name",
    annotations: { readOnlyHint: true, openWorldHint: false },
    async execute(_toolCallId, input, signal, _onUpdate, context) {
      throwIfAborted(signal);
      const root = resolveToolPath(input.path ?? "", callCwd(cwd, context));
      const limit = atLeastOne(input.limit, defaultLimit);
      const search: Search = { pattern: input.pattern, root, wanted: limit + 1, ...(signal && { signal }) };
      return abortable(signal, async () => {
        const { operations } = options;
        const found = operations
          ? await customSearch(operations, search)
          : await localSearch(findBinary, search);
        return findResult(found, limit);
      });
    },
  };
}

/** Runnable `find`. `cwd` resolves relative paths. */
export function createFindTool(
  cwd: string,
  options?: FindToolOptions,
): AgentTool<FindToolInput, FindToolDetails> {
  return runnableTool(createFindToolDefinition(cwd, options));
}
