import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

import type { AgentTool } from "@relay-harness/agent-core";

import { withFileMutationQueue } from "../base/mutationQueue.ts";
import { resolveToolPath } from "../base/paths.ts";
import { callCwd, throwIfAborted } from "./context.ts";
import { runnableTool, type ToolDefinition } from "./definition.ts";
import { assertNotSpecial } from "./regularFile.ts";
import { replaceContent } from "./replaceContent.ts";

export interface WriteToolInput {
  path: string;
  content: string;
}

/** How `write` reaches files; all paths are absolute. */
export interface WriteOperations {
  writeFile: (path: string, text: string) => Promise<void>;
  /** Creates the directory and its parents. */
  mkdir: (directory: string) => Promise<void>;
}

export interface WriteToolOptions {
  operations?: WriteOperations;
}

const localOperations: WriteOperations = {
  writeFile: async (path, text) => {
    await assertNotSpecial(path);
    await replaceContent(path, text);
  },
  mkdir: async (directory) => {
    await mkdir(directory, { recursive: true });
  },
};

const parameters = {
  type: "object",
  properties: {
    path: { type: "string", description: "File to write, relative to the working directory or absolute" },
    content: { type: "string", description: "The whole new content" },
  },
  required: ["path", "content"],
};

/** Definition of `write` (sessions-and-tools.md §12.2). */
export function createWriteToolDefinition(
  cwd: string,
  options: WriteToolOptions = {},
): ToolDefinition<WriteToolInput> {
  const operations = options.operations ?? localOperations;
  return {
    name: "write",
    label: "write",
    description:
      "Writes a file exactly as given, replacing what was there. Missing parent directories are created.",
    parameters,
    constrainedSampling: { type: "json_schema", strict: "prefer" },
    promptSnippet: "Create files or replace them as a whole",
    promptGuidelines: ["Use write only for new files and full rewrites."],
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    async execute(_toolCallId, input, signal, _onUpdate, context) {
      throwIfAborted(signal);
      const path = resolveToolPath(input.path, callCwd(cwd, context));
      return withFileMutationQueue(path, async () => {
        throwIfAborted(signal);
        await operations.mkdir(dirname(path));
        await operations.writeFile(path, input.content);
        return { content: [{ type: "text", text: `Successfully wrote to ${input.path}` }] };
      });
    },
  };
}

/** Runnable `write`. `cwd` resolves relative paths. */
export function createWriteTool(cwd: string, options?: WriteToolOptions): AgentTool<WriteToolInput> {
  return runnableTool(createWriteToolDefinition(cwd, options));
}
