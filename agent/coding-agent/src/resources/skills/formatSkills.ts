import type { Skill } from "./skill.ts";

export interface FormatSkillsOptions {
  /** Tool that reads a skill's file. `null`: the model reaches it in a way that must not be named. */
  reader?: "read" | "bash" | null;
  /** Says that a skill's file routes to its other files. Default true. */
  isRouter?: boolean;
}

/** The skills section of a system prompt (cli.md §10.3); empty when no skill is for the model to choose. */
export function formatSkillsForPrompt(
  skills: readonly Pick<Skill, "name" | "description" | "filePath" | "disableModelInvocation">[],
  { reader = "read", isRouter = true }: FormatSkillsOptions = {},
): string {
  const offered = skills.filter((skill) => !skill.disableModelInvocation);
  if (offered.length === 0) return "";
  const lines = offered.map(
    ({ name, description, filePath }) =>
      `<skill><name>${escapeText(name)}</name><description>${escapeText(description)}</description>` +
      `<location>${escapeText(filePath)}</location></skill>`,
  );
  return [instructions(reader), ...(isRouter ? [routerLine] : []), "", ...lines].join("\n");
}

const routerLine =
  "- Treat the file as a router: load a reference, or run a script, when the step at hand needs it, not all of them at once.";

function instructions(reader: "read" | "bash" | null): string {
  const means = reader === null ? "" : ` with the ${reader} tool`;
  return `A skill holds instructions for one kind of task. When the task at hand fits a description below, load the file at its location${means} before you start, and follow it.
- Relative paths in a skill count from the directory of its file; use them as absolute paths in tool calls.`;
}

function escapeText(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}
