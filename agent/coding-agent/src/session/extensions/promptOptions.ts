import type { PromptSkill, SystemPromptOptions } from "../../extensions/types/systemPrompt.ts";
import type { AnyToolDefinition } from "../../tools/definition.ts";
import type { PromptInput } from "../systemPrompt/promptSections.ts";

/** What the prompt is made of, as extensions change it: copies throughout. */
export function systemPromptOptions(
  input: PromptInput,
  {
    active,
    hiddenNames,
    skills,
  }: {
    active: readonly AnyToolDefinition[];
    hiddenNames: readonly string[];
    skills: readonly PromptSkill[];
  },
): SystemPromptOptions {
  const { customPrompt, append = "", cwd, guidelines = [], contextFiles = [], extensionSections } = input;
  return {
    ...(customPrompt !== undefined && { customPrompt }),
    selectedTools: active.map(({ name }) => name),
    hiddenTools: [...hiddenNames],
    toolSnippets: Object.fromEntries(
      active.flatMap(({ name, promptSnippet }) => (promptSnippet ? [[name, promptSnippet]] : [])),
    ),
    toolGuidelines: Object.fromEntries(
      active.flatMap(({ name, promptGuidelines }) =>
        promptGuidelines ? [[name, [...promptGuidelines]]] : [],
      ),
    ),
    promptGuidelines: [...guidelines],
    sections: { ...extensionSections },
    appendSystemPrompt: append,
    cwd,
    contextFiles: contextFiles.map(({ path, content }) => ({ path, content })),
    skills: skills.map(({ name, description, filePath }) => ({ name, description, filePath })),
  };
}

/** Puts changed options in place of what the prompt is made of. */
export function adjustedInput(input: PromptInput, options: SystemPromptOptions): PromptInput {
  const { toolSnippets, toolGuidelines, selectedTools, hiddenTools } = options;
  const declared = selectedTools.filter((name) => !hiddenTools.includes(name));
  return {
    ...input,
    customPrompt: options.customPrompt,
    tools: declared.map((name) => ({
      name,
      ...(toolSnippets[name] !== undefined && { promptSnippet: toolSnippets[name] }),
      ...(toolGuidelines[name] && { promptGuidelines: toolGuidelines[name] }),
    })),
    guidelines: options.promptGuidelines,
    append: options.appendSystemPrompt,
    cwd: options.cwd,
    // Context files that are off stay off.
    contextFiles: input.contextFiles && options.contextFiles,
    extensionSections: options.sections,
  };
}
