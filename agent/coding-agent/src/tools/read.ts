import type { AgentTool, AgentToolResult } from "@relay-harness/agent-core";
import type { TextContent } from "@relay-harness/protocol";

import { resolveReadPath } from "../base/paths.ts";
import { DEFAULT_MAX_BYTES, formatSize, type TruncationResult } from "../base/truncate.ts";
import { abortable, callCwd, current, toolContext, type Lazy } from "./context.ts";
import { runnableTool, type ToolDefinition } from "./definition.ts";
import { LineWindow, type LineWindowResult } from "./lineWindow.ts";
import { readImageResult } from "./readImage.ts";
import { localReadOperations, readChunks, type ReadOperations } from "./readOperations.ts";

export interface ReadToolInput {
  path: string;
  /** First line, 1-based. */
  offset?: number | null;
  /** Number of lines. */
  limit?: number | null;
}

export interface ReadToolDetails {
  truncation?: TruncationResult;
  /** Id of the selected model, which cannot see the image of this result. */
  imageUnsupportedByModel?: string;
}

export interface ReadToolOptions {
  operations?: ReadOperations;
  /** Fit images into the inline limits. Default true; the context of a call wins. */
  autoResizeImages?: Lazy<boolean>;
}

const description =
  "Reads a file. Text comes back as it is, at most 2000 lines or 50KB, whichever is reached first; a note then " +
  "says which offset to continue with. `offset` is the first line (1-based), `limit` the number of lines. " +
  "PNG, JPEG, GIF, WebP and BMP images come back as images.";

const parameters = {
  type: "object",
  properties: {
    path: { type: "string", description: "File to read, relative to the working directory or absolute" },
    offset: { type: "number", description: "Line to start at, counted from 1" },
    limit: { type: "number", description: "Most lines to return" },
  },
  required: ["path"],
};

const outputSchema = {
  anyOf: [
    { type: "string" },
    {
      type: "object",
      properties: {
        type: { const: "image" },
        data: { type: "string", description: "Base64" },
        mimeType: { type: "string" },
        note: { type: "string" },
      },
      required: ["type", "data", "mimeType"],
    },
  ],
};

interface Range {
  offset: number;
  end: number;
  limited: boolean;
}

function lineRange(input: ReadToolInput): Range {
  const offset = atLeastOne(input.offset) ?? 1;
  const limit = atLeastOne(input.limit);
  return limit === undefined
    ? { offset, end: Number.POSITIVE_INFINITY, limited: false }
    : { offset, end: offset + limit - 1, limited: true };
}

function atLeastOne(value: number | null | undefined): number | undefined {
  if (typeof value !== "number" || Number.isNaN(value)) return undefined;
  return Math.max(1, Math.trunc(value));
}

function textResult(path: string, range: Range, window: LineWindowResult): AgentToolResult<ReadToolDetails> {
  const { truncation, fileLines, firstLineBytes } = window;
  const { offset } = range;
  if (offset > fileLines) {
    throw new Error(`Offset ${offset} is beyond end of file (${fileLines} lines total)`);
  }
  let text = truncation.content;
  if (truncation.firstLineExceedsLimit) {
    text =
      `[Line ${offset} is ${formatSize(firstLineBytes)}, exceeds ${formatSize(DEFAULT_MAX_BYTES)} limit. ` +
      `Use bash: sed -n '${offset}p' ${path} | head -c ${DEFAULT_MAX_BYTES}]`;
  } else if (truncation.truncated) {
    const last = offset + truncation.outputLines - 1;
    const limit = truncation.truncatedBy === "bytes" ? ` (${formatSize(DEFAULT_MAX_BYTES)} limit)` : "";
    text += `\n\n[Showing lines ${offset}-${last} of ${fileLines}${limit}. Use offset=${last + 1} to continue.]`;
  } else if (range.end < fileLines) {
    const rest = fileLines - range.end;
    text += `\n\n[${rest} more lines in file. Use offset=${range.end + 1} to continue.]`;
  }
  const content: TextContent[] = [{ type: "text", text }];
  return {
    content,
    ...(truncation.truncated && { details: { truncation } }),
    structuredContent: text,
  };
}

/** The file that the argument names. Rejects when it cannot be read. */
async function accessiblePath(argument: string, cwd: string, { access }: ReadOperations): Promise<string> {
  let isAccessed = false;
  const exists = async (candidate: string): Promise<boolean> => {
    isAccessed = await access(candidate).then(
      () => true,
      () => false,
    );
    return isAccessed;
  };
  const path = await resolveReadPath(argument, cwd, exists);
  if (!isAccessed) await access(path);
  return path;
}

/** Definition of `read` (sessions-and-tools.md §12.1). */
export function createReadToolDefinition(
  cwd: string,
  options: ReadToolOptions = {},
): ToolDefinition<ReadToolInput, ReadToolDetails> {
  const operations = options.operations ?? localReadOperations;
  return {
    name: "read",
    label: "read",
    description,
    parameters,
    outputSchema,
    constrainedSampling: { type: "json_schema", strict: "prefer" },
    promptSnippet: "Read text files and images",
    promptGuidelines: ["To look at a file use read, not cat or sed."],
    annotations: { readOnlyHint: true, openWorldHint: false },
    execute: (_toolCallId, input, signal, _onUpdate, context) =>
      abortable(signal, async () => {
        const path = await accessiblePath(input.path, callCwd(cwd, context), operations);
        const declared = await operations.detectImageMimeType?.(path);
        const chunks = readChunks(operations, path, signal);
        const image = await readImageResult({
          chunks,
          mimeType: operations.detectImageMimeType ? (declared ?? undefined) : "sniff",
          autoResize: toolContext(context).images?.autoResize ?? current(options.autoResizeImages ?? true),
          model: toolContext(context).model,
        });
        if (image.result) return image.result;

        const range = lineRange(input);
        const window = new LineWindow(range.offset, range.end);
        for (const chunk of image.read) window.push(chunk);
        for await (const chunk of chunks) window.push(chunk);
        return textResult(input.path, range, window.finish());
      }),
  };
}

/** Runnable `read`. `cwd` resolves relative paths. */
export function createReadTool(
  cwd: string,
  options?: ReadToolOptions,
): AgentTool<ReadToolInput, ReadToolDetails> {
  return runnableTool(createReadToolDefinition(cwd, options));
}
