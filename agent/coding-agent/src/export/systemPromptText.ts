import type { SystemState } from "../sessions/systemState.ts";

/** The prompt as one text: what was appended, then the sections, each in its frame (models.md §12). */
export function systemPromptText({ content, sections }: SystemState): string {
  const framed = Object.entries(sections).map(([name, text]) =>
    name === "preamble" || text.startsWith(`<${name}>`) ? text : `<${name}>\n${text}\n</${name}>`,
  );
  return [content, ...framed].filter((part) => part.trim() !== "").join("\n\n");
}
