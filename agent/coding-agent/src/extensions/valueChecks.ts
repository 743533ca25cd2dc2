import { validateHeaderName, validateHeaderValue } from "node:http";
import { isJsonObject, type AgentMessage } from "@relay-harness/protocol";
import { isSendableMessage, isUsage } from "../sessions/entryShape.ts";
import { errorText } from "./errors.ts";
import type { SystemPromptOptions } from "./types/systemPrompt.ts";

// Extensions are written in JavaScript too: what a handler returns or changes is checked where it is taken over,
// so that the mistake is told as one of the extension, and the value so far goes on.

/** Why a value cannot be written as JSON; `undefined`: it can. */
export function jsonProblem(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) === undefined ? "it is no JSON" : undefined;
  } catch (error) {
    return errorText(error).split("\n", 1)[0];
  }
}

export function areMessages(value: unknown): value is AgentMessage[] {
  return Array.isArray(value) && value.every(isSendableMessage) && jsonProblem(value) === undefined;
}

/** Takes out the headers that no request can have. Returns what was wrong with each. */
export function removeBadHeaders(headers: Record<string, unknown>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const problem = headerProblem(name, value);
    if (problem === undefined) return [];
    delete headers[name];
    return [`The header ${JSON.stringify(name)} is left out: ${problem}`];
  });
}

function headerProblem(name: string, value: unknown): string | undefined {
  if (value !== null && typeof value !== "string") return "its value must be a text or null";
  try {
    validateHeaderName(name);
    if (value !== null) validateHeaderValue(name, value);
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}

/** What a tool's result cannot be replaced with. */
export function toolResultProblem(patch: Record<string, unknown>): string | undefined {
  const { content, details, structuredContent, isError, usage } = patch;
  const bad = [
    ...(content === undefined || isSendableMessage({ role: "toolResult", toolCallId: "", content })
      ? []
      : ["content"]),
    ...(details === undefined || jsonProblem(details) === undefined ? [] : ["details"]),
    ...(structuredContent === undefined || jsonProblem(structuredContent) === undefined
      ? []
      : ["structuredContent"]),
    ...(isError === undefined || typeof isError === "boolean" ? [] : ["isError"]),
    ...(usage === undefined || isUsage(usage) ? [] : ["usage"]),
  ];
  return bad.length === 0 ? undefined : `The returned result is left out: ${bad.join(", ")} cannot be stored`;
}

const isText = (value: unknown): value is string => typeof value === "string";
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isRecordOf = (value: unknown, check: (item: unknown) => boolean): boolean =>
  isJsonObject(value) && Object.values(value).every(check);
const areObjectsWith = (value: unknown, names: readonly string[]): boolean =>
  Array.isArray(value) &&
  value.every((item) => isJsonObject(item) && names.every((name) => isText(item[name])));
const isOptionalText = (value: unknown): boolean => value === undefined || isText(value);

const promptFields: { [K in keyof Required<SystemPromptOptions>]: (value: unknown) => boolean } = {
  customPrompt: isOptionalText,
  forceSystemPrompt: isOptionalText,
  selectedTools: areTexts,
  hiddenTools: areTexts,
  toolSnippets: (value) => isRecordOf(value, isText),
  toolGuidelines: (value) => isRecordOf(value, areTexts),
  promptGuidelines: areTexts,
  sections: (value) => isRecordOf(value, isText),
  appendSystemPrompt: isText,
  cwd: isText,
  contextFiles: (value) => areObjectsWith(value, ["path", "content"]),
  skills: (value) => areObjectsWith(value, ["name", "description", "filePath"]),
};

/** Puts back the fields that no prompt can be made of. Returns their names. */
export function restoreBadPromptFields(options: SystemPromptOptions, before: SystemPromptOptions): string[] {
  const bad = Object.entries(promptFields).flatMap(([name, check]) =>
    check(options[name as keyof SystemPromptOptions]) ? [] : [name],
  );
  const kept = Object.fromEntries(Object.entries(before).filter(([name]) => bad.includes(name)));
  for (const name of bad) delete options[name as keyof SystemPromptOptions];
  Object.assign(options, structuredClone(kept));
  return bad;
}
