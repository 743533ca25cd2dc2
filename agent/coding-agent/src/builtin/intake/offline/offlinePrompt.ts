import type { PromptParts } from "../command/prompt.ts";
import { draftQuestionnaire } from "./draftQuestionnaire.ts";
import { draftTexts } from "./draftTexts.ts";
import { requestStems } from "./requestWords.ts";
import { searchProject } from "./searchProject.ts";

/**
 * For the offline guide, which cannot analyze code: the checklist as a questionnaire, with choices that a search
 * of the request's words found, spelled out as the one call that it has to make.
 */
export async function offlinePrompt({
  description,
  language,
  sources,
  toolName,
  cwd,
}: PromptParts & { cwd: string }): Promise<string> {
  const words = [description, ...sources.map(({ text }) => text)].join("\n");
  const found = await searchProject(cwd, requestStems(words));
  const { questionnaire, choices } = draftQuestionnaire({ description, language, found });
  const spelled = {
    tool: toolName,
    language,
    // The tool knows the request.
    arguments: { ...questionnaire, request: undefined },
    note: draftTexts(language).note(choices),
  };
  const quoted = description.replaceAll("```", "'''");
  return `/intake ${quoted}\n\n\`\`\`relay-call\n${JSON.stringify(spelled)}\n\`\`\``;
}
