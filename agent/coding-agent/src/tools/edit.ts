import { constants } from "node:fs";
import { access, readFile, writeFile } from "node:fs/promises";

import type { AgentTool } from "@relay-harness/agent-core";
import { isJsonObject, type JsonObject } from "@relay-harness/protocol";

import { diffTexts } from "../base/diff.ts";
import { withFileMutationQueue } from "../base/mutationQueue.ts";
import { resolveToolPath } from "../base/paths.ts";
import { callCwd, throwIfAborted } from "./context.ts";
import { runnableTool, type ToolDefinition } from "./definition.ts";
import { applyEdits, type Edit } from "./editMatch.ts";
import { normalizeLineEndings } from "./editText.ts";
import { assertNotSpecial } from "./regularFile.ts";

export interface EditToolInput {
  path: string;
  edits: Edit[];
}

export interface EditToolDetails {
  /** Numbered lines for people. */
  diff: string;
  /** Unified diff. */
  patch: string;
  firstChangedLine?: number;
}

/** How `edit` reaches files; all paths are absolute. */
export interface EditOperations {
  readFile: (path: string) => Promise<Buffer>;
  writeFile: (path: string, text: string) => Promise<void>;
  /** Rejects when the file cannot be read and written. */
  access: (path: string) => Promise<void>;
}

export interface EditToolOptions {
  operations?: EditOperations;
}

const localOperations: EditOperations = {
  readFile: (path) => readFile(path),
  writeFile: (path, text) => writeFile(path, text, "utf8"),
  access: async (path) => {
    await access(path, constants.R_OK | constants.W_OK);
    await assertNotSpecial(path);
  },
};

const byteOrderMark = "\uFEFF";

const parameters = {
  type: "object",
  properties: {
    path: { type: "string", description: "File to change, relative to the working directory or absolute" },
    edits: {
      type: "array",
      description:
        "Replacements. Each oldText is matched against the original file, not against the others' result",
      items: {
        type: "object",
        properties: {
          oldText: { type: "string", description: "Text to replace. Must occur exactly once in the file" },
          newText: { type: "string", description: "Text that takes its place" },
        },
        required: ["oldText", "newText"],
      },
    },
  },
  required: ["path", "edits"],
};

/** Appends a top-level `oldText`/`newText`, as older sessions have it, to `edits`. */
function acceptTopLevelEdit(raw: JsonObject): JsonObject {
  const { oldText, newText, ...rest } = raw;
  if (oldText === undefined && newText === undefined) return raw;
  const topLevel = {
    ...(oldText !== undefined && { oldText }),
    ...(newText !== undefined && { newText }),
  };
  return { ...rest, edits: [...editList(raw["edits"]), topLevel] };
}

/** `edits` as a list: it may come as JSON text, as a single object, or not at all. */
function editList(edits: unknown): unknown[] {
  if (edits === undefined || edits === null) return [];
  if (Array.isArray(edits)) return edits;
  if (typeof edits !== "string") return [edits];
  let parsed: unknown;
  try {
    parsed = JSON.parse(edits);
  } catch {
    // Not JSON: validation reports it as the item it is.
    return [edits];
  }
  return Array.isArray(parsed) || isJsonObject(parsed) ? editList(parsed) : [edits];
}

function errorCode(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return typeof code === "string"
    ? `Error code: ${code}.`
    : String(error instanceof Error ? error.message : error);
}

async function readText(operations: EditOperations, absolute: string, path: string): Promise<string> {
  let bytes: Buffer;
  try {
    await operations.access(absolute);
    bytes = await operations.readFile(absolute);
  } catch (error) {
    throw new Error(`Could not edit file: ${path}. ${errorCode(error)}`, { cause: error });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    // Rewriting would damage the bytes that are no text.
    throw new Error(`Could not edit file: ${path}. The file is not valid UTF-8.`, { cause: error });
  }
}

/** A write that fails half-way, on a full disk, must not cost what was there. */
async function replaceText(
  operations: EditOperations,
  absolute: string,
  { before, after }: { before: string; after: string },
): Promise<void> {
  try {
    await operations.writeFile(absolute, after);
  } catch (error) {
    await operations.writeFile(absolute, before).catch((lost: unknown) => {
      throw new Error(`${String(error)}; the content before could not be restored`, { cause: lost });
    });
    throw error;
  }
}

/** Definition of `edit` (sessions-and-tools.md §12.3). */
export function createEditToolDefinition(
  cwd: string,
  options: EditToolOptions = {},
): ToolDefinition<EditToolInput, EditToolDetails> {
  const operations = options.operations ?? localOperations;
  return {
    name: "edit",
    label: "edit",
    description:
      "Replaces parts of a file. Every oldText is matched against the original file, must occur exactly once in " +
      "it, and must not overlap another one. Several changes to one file belong into one call.",
    parameters,
    constrainedSampling: { type: "json_schema", strict: "prefer" },
    prepareArguments: acceptTopLevelEdit,
    promptSnippet: "Change parts of a file",
    promptGuidelines: [
      "Batch the changes to one file into one edit call; keep every oldText short, unique and free of overlaps.",
    ],
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    async execute(_toolCallId, input, signal, _onUpdate, context) {
      throwIfAborted(signal);
      if (!Array.isArray(input.edits) || input.edits.length === 0) {
        throw new Error("Edit tool input is invalid. edits must contain at least one replacement.");
      }
      const absolute = resolveToolPath(input.path, callCwd(cwd, context));
      return withFileMutationQueue(absolute, async () => {
        throwIfAborted(signal);
        const stored = await readText(operations, absolute, input.path);
        const mark = stored.startsWith(byteOrderMark) ? byteOrderMark : "";
        const original = stored.slice(mark.length);
        const result = applyEdits(original, input.edits, input.path);
        const difference = await diffTexts(
          input.path,
          normalizeLineEndings(original),
          normalizeLineEndings(result),
        );
        throwIfAborted(signal);
        await replaceText(operations, absolute, { before: stored, after: mark + result });
        const text = `Successfully replaced ${input.edits.length} block(s) in ${input.path}.`;
        return { content: [{ type: "text", text }], details: difference };
      });
    },
  };
}

/** Runnable `edit`. `cwd` resolves relative paths. */
export function createEditTool(
  cwd: string,
  options?: EditToolOptions,
): AgentTool<EditToolInput, EditToolDetails> {
  return runnableTool(createEditToolDefinition(cwd, options));
}
