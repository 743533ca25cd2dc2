import type { ContextFile } from "../../resources/contextFiles.ts";
import { developmentGuideText, docsText, globalGuidelines, preambleText } from "./promptTexts.ts";

/** What the prompt says about a declared tool. */
export interface PromptTool {
  name: string;
  /** One line; absent: not listed. */
  promptSnippet?: string;
  promptGuidelines?: readonly string[];
}

export interface PromptInput {
  cwd: string;
  /** Tools that the request declares, in their order. */
  tools: readonly PromptTool[];
  /** Replaces preamble, tools, rules and docs. */
  customPrompt?: string;
  /** Further rules, such as the harness's. */
  guidelines?: readonly string[];
  /** Directory of Relay's documentation; absent: none is shipped. */
  docsPath?: string;
  append?: string;
  /** Absent: context files are off, the development-guide text too. */
  contextFiles?: readonly ContextFile[];
  /** Finished text of the skills section. */
  skills?: string;
  /** One line per server. */
  mcpServers?: readonly string[];
  /** Sections of extensions, by tag. */
  extensionSections?: Readonly<Record<string, string>>;
}

/** Names and order of Relay's own sections; those of extensions stand before `cwd` (cli.md §7). */
const sectionOrder = [
  "preamble",
  "tools",
  "rules",
  "docs",
  "append",
  "project_context",
  "skills",
  "mcp_servers",
] as const;

/**
 * The system prompt as named sections in their order. Depends on its input alone, with neither date
 * nor time, so that equal input gives equal bytes.
 */
export function buildPromptSections(input: PromptInput): Record<string, string> {
  const { customPrompt, append, contextFiles, skills, mcpServers = [] } = input;
  const sections: Record<string, string> = {};
  if (customPrompt === undefined) {
    sections.preamble = preambleText;
    const snippets = toolLines(input.tools);
    if (snippets.length > 0) sections.tools = tagged("tools", snippets.join("\n"));
    sections.rules = tagged("rules", ruleLines(input).join("\n"));
    if (input.docsPath !== undefined) sections.docs = tagged("docs", docsText(input.docsPath));
  } else {
    sections.preamble = customPrompt;
  }
  if (append) sections.append = tagged("append", append);
  if (contextFiles) sections.project_context = tagged("project_context", contextText(contextFiles));
  if (skills) sections.skills = tagged("skills", skills);
  if (mcpServers.length > 0) sections.mcp_servers = tagged("mcp_servers", mcpServers.join("\n"));
  Object.assign(sections, input.extensionSections);
  // stored bare: the transcript reads as a path, the rendered prompt gets the tag
  sections.cwd = input.cwd;
  return sections;
}

/** Text of a prompt: sections joined by blank lines, all but `preamble` inside their tag. */
export function renderSystemPrompt(sections: Readonly<Record<string, string>>): string {
  return Object.keys(sections)
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((name) => renderSection(name, sections[name] ?? ""))
    .filter((text) => text !== "")
    .join("\n\n");
}

function renderSection(name: string, text: string): string {
  return name === "preamble" || text.startsWith(`<${name}>`) ? text : tagged(name, text);
}

/** Sections that came later in a session still stand where a fresh prompt has them. */
function rankOf(name: string): number {
  if (name === "cwd") return sectionOrder.length + 1;
  const rank = sectionOrder.findIndex((known) => known === name);
  return rank === -1 ? sectionOrder.length : rank;
}

function toolLines(tools: readonly PromptTool[]): string[] {
  return tools.flatMap(({ name, promptSnippet }) => (promptSnippet ? [`- ${name}: ${promptSnippet}`] : []));
}

function ruleLines({ tools, guidelines = [] }: PromptInput): string[] {
  const rules = [...globalGuidelines, ...tools.flatMap((tool) => tool.promptGuidelines ?? []), ...guidelines];
  return [...new Set(rules)].map((rule) => `- ${rule}`);
}

function contextText(files: readonly ContextFile[]): string {
  const parts = files.map(
    ({ path, content }) =>
      `<project_instructions path="${escapeAttribute(path)}">\n${content.trimEnd()}\n</project_instructions>`,
  );
  return [developmentGuideText, ...parts].join("\n\n");
}

function tagged(name: string, text: string): string {
  return `<${name}>\n${text}\n</${name}>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
