import { isJsonObject, type JsonObject } from "@relay-harness/protocol";

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === "string";
const object: Check = isJsonObject;
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const shape = (fields: Readonly<Record<string, Check>>): Check => {
  // Every entry of a session passes here.
  const checks = Object.entries(fields);
  return (value) => isJsonObject(value) && checks.every(([name, check]) => check(value[name]));
};

/** Fields of content blocks; other types of blocks may come from elsewhere and are passed over. */
const blockFields: Readonly<Record<string, Check>> = {
  text: shape({ text }),
  thinking: shape({ thinking: text }),
  image: shape({ data: text, mimeType: text }),
  toolCall: shape({ id: text, name: text, arguments: object }),
};

const block: Check = (value) =>
  isJsonObject(value) && typeof value.type === "string" && checkOf(blockFields, value.type)(value);
const blocks = listOf(block);
const content: Check = (value) => text(value) || blocks(value);
const named = listOf(shape({ name: text }));
const sections: Check = (value) => isJsonObject(value) && Object.values(value).every(optional(text));

const messageFields: Readonly<Record<string, Check>> = {
  user: shape({ content }),
  assistant: shape({ content: blocks, provider: optional(text), model: optional(text) }),
  toolResult: shape({ content: blocks, toolCallId: text }),
  system: shape({
    content,
    sections: optional(sections),
    toolsAdded: optional(named),
    toolsRemoved: optional(named),
  }),
  bashExecution: shape({ command: text, output: text }),
  custom: shape({ content }),
  branchSummary: shape({ summary: text }),
  compactionSummary: shape({ summary: text }),
};

const message: Check = (value) =>
  isJsonObject(value) && typeof value.role === "string" && checkOf(messageFields, value.role)(value);

/** Whether a message from outside can be stored and sent. Unknown roles pass. */
export function isSendableMessage(value: unknown): boolean {
  return message(value) && (!isJsonObject(value) || value.role !== "assistant" || isUsage(value.usage));
}

const entryFields: Readonly<Record<string, Check>> = {
  message: shape({ message }),
  model_change: shape({ provider: text, modelId: text }),
  thinking_level_change: shape({ thinkingLevel: text }),
  usage: shape({ kind: text, provider: text, model: text, usage: isUsage, note: optional(text) }),
  custom: shape({ customType: text }),
  compaction: shape({ summary: text, firstKeptEntryId: text, systemMessage: optional(message) }),
  branch_summary: shape({ summary: text }),
  custom_message: shape({ customType: text, content }),
  context_edit: shape({
    targetId: text,
    replacement: (value) => value === null || content(value),
  }),
  label: shape({ targetId: text, label: optional(text) }),
  session_info: shape({ name: optional(text) }),
};

/**
 * Whether an entry's fields are what readers rely on. One that fails counts like one of an unknown type:
 * it keeps its place in the tree and says nothing. Unknown types and roles pass.
 */
export function isReadableEntry(entry: JsonObject): boolean {
  return (
    typeof entry.type === "string" &&
    checkOf(entryFields, entry.type)(entry) &&
    !isNestedDeeper(entry, maxDepth)
  );
}

/** Readers go through values by recursion; what this program and its models write is far from it. */
const maxDepth = 500;

function isNestedDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth === 0) return true;
  for (const child of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof child === "object" && isNestedDeeper(child, depth - 1)) return true;
  }
  return false;
}

/** Token counts and costs that can be added up. */
export function isUsage(value: unknown): boolean {
  if (!isJsonObject(value) || !isJsonObject(value.cost)) return false;
  const { input, output, cacheRead, cacheWrite, totalTokens, cost } = value;
  return [input, output, cacheRead, cacheWrite, totalTokens, cost.total].every(isAmount);
}

/** The sum of as many as a file can hold is still a number. */
export function isAmount(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value < 1e100;
}

function checkOf(table: Readonly<Record<string, Check>>, name: string): Check {
  return (Object.hasOwn(table, name) && table[name]) || (() => true);
}
