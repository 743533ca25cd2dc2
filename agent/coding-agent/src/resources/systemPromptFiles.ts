import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expandTilde } from "../base/paths.ts";
import { statReachable } from "../base/reachable.ts";

export interface SystemPromptSources {
  cwd: string;
  agentDir: string;
  isProjectTrusted: boolean;
  /** Value of `--system-prompt`: text, or the path of a file. */
  systemPrompt?: string;
  /** Values of `--append-system-prompt`, in order. */
  appendSystemPrompt?: readonly string[];
}

export interface SystemPromptTexts {
  /** Replaces preamble, tools, rules and docs. */
  customPrompt?: string;
  append?: string;
}

/** The same with each appended text by itself. */
export interface PromptParts {
  customPrompt?: string;
  append: string[];
}

export function loadSystemPromptTexts(sources: SystemPromptSources): SystemPromptTexts {
  return joinPromptParts(loadPromptParts(sources));
}

export function joinPromptParts({ customPrompt, append }: PromptParts): SystemPromptTexts {
  return {
    ...(customPrompt !== undefined && { customPrompt }),
    ...(append.length > 0 && { append: append.join("\n\n") }),
  };
}

/**
 * Custom prompt: option, trusted `.relay/SYSTEM.md`, the user's. Appended: trusted
 * `.relay/APPEND_SYSTEM.md` or the user's, then the options (cli.md §7).
 */
export function loadPromptParts(sources: SystemPromptSources): PromptParts {
  const customPrompt =
    sources.systemPrompt === undefined ? promptFile(sources, "SYSTEM.md") : textOrFile(sources.systemPrompt);
  const append = [
    promptFile(sources, "APPEND_SYSTEM.md"),
    ...(sources.appendSystemPrompt ?? []).map((value) => textOrFile(value)),
  ].filter((text): text is string => text !== undefined && text.trim() !== "");
  return { ...(customPrompt !== undefined && { customPrompt }), append };
}

/** Content of the regular file that `value` names, from the process's directory, else `value`. */
function textOrFile(value: string): string {
  if (value === "" || value.includes("\n") || value.includes("\0")) return value;
  return readRegularFile(expandTilde(value)) ?? value;
}

function promptFile(
  { cwd, agentDir, isProjectTrusted }: SystemPromptSources,
  name: string,
): string | undefined {
  const project = isProjectTrusted ? readRegularFile(join(cwd, ".relay", name)) : undefined;
  return project ?? readRegularFile(join(agentDir, name));
}

function readRegularFile(path: string): string | undefined {
  return statReachable(path)?.isFile() ? readFileSync(path, "utf8") : undefined;
}
