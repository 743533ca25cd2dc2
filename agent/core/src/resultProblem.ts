import { isJsonObject } from "@relay-harness/protocol";

/**
 * What keeps a result of a tool from being stored and sent; `undefined`: nothing. Tools come from outside too: a
 * result that is no JSON, or without content, would break the transcript of every later request.
 */
export function resultProblem(result: unknown): string | undefined {
  if (!isJsonObject(result) || !Array.isArray(result.content)) return "no content";
  if (!result.content.every(isBlock)) return "content that is neither text nor an image";
  for (const field of ["details", "structuredContent"] as const) {
    if (!isJson(result[field])) return `${field} that are no JSON`;
  }
  return isUsage(result.usage) ? undefined : "usage without its numbers";
}

function isBlock(block: unknown): boolean {
  if (!isJsonObject(block)) return false;
  if (block.type === "text") return typeof block.text === "string";
  return block.type === "image" && typeof block.data === "string" && typeof block.mimeType === "string";
}

/** What JSON has no word for, such as a function, is left out of it like `undefined`. */
function isJson(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "bigint";
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

function isUsage(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isJsonObject(value) || !isJsonObject(value.cost)) return false;
  const { input, output, cacheRead, cacheWrite, totalTokens, cost } = value;
  return [input, output, cacheRead, cacheWrite, totalTokens, cost.total].every(Number.isFinite);
}
