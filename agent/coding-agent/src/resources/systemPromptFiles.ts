import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
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

export interface PromptText {
  text: string;
  /** Absolute path of the file it is from. */
  source?: string;
}

export interface PromptParts {
  /** Replaces preamble, tools, rules and docs. */
  customPrompt?: PromptText;
  append: PromptText[];
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
  ].filter((part): part is PromptText => part !== undefined && part.text.trim() !== "");
  return { ...(customPrompt !== undefined && { customPrompt }), append };
}

/** Content of the regular file that `value` names, from the process's directory, else `value`. */
function textOrFile(value: string): PromptText {
  if (value === "" || value.includes("\n") || value.includes("\0")) return { text: value };
  return readRegularFile(resolve(expandTilde(value))) ?? { text: value };
}

function promptFile(
  { cwd, agentDir, isProjectTrusted }: SystemPromptSources,
  name: string,
): PromptText | undefined {
  const project = isProjectTrusted ? readRegularFile(join(cwd, ".relay", name)) : undefined;
  return project ?? readRegularFile(join(agentDir, name));
}

function readRegularFile(path: string): PromptText | undefined {
  return statReachable(path)?.isFile() ? { text: readFileSync(path, "utf8"), source: path } : undefined;
}
