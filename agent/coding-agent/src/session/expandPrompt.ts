import type { PromptTemplate } from "../resources/prompts/promptTemplate.ts";
import type { Skill } from "../resources/skills/skill.ts";
import type { SessionEvents } from "./events.ts";
import type { SessionResources } from "./sessionResources.ts";

/** Replaces a command that stands for a text. Immediate for what is no command. */
export type ExpandPrompt = (text: string) => string | Promise<string>;

const commandPattern = /^\/(\S+)(.*)$/s;
const skillPrefix = "skill:";

/**
 * Skills, then prompt templates, once (rpc.md §4.1 step 3). What is neither, and a skill whose file cannot
 * be read, stays as it is; the latter is told as `extension_error`.
 */
export function createPromptExpander(resources: SessionResources, events: SessionEvents): ExpandPrompt {
  const expand = async (text: string, name: string, args: string): Promise<string> => {
    const loader = await resources.load();
    if (name.startsWith(skillPrefix)) {
      const skillName = name.slice(skillPrefix.length);
      const skill = loader.getSkills().skills.find((candidate) => candidate.name === skillName);
      if (skill) return expandSkill(skill, args.trim(), text, events);
    }
    const template = loader.getPrompts().prompts.find((candidate) => candidate.name === name);
    return template ? expandTemplate(template, args) : text;
  };
  return (text) => {
    const [, name, args = ""] = (text.startsWith("/") && commandPattern.exec(text)) || [];
    return name === undefined ? text : expand(text, name, args);
  };
}

async function expandSkill(skill: Skill, args: string, text: string, events: SessionEvents): Promise<string> {
  const { expandSkill: expand } = await import("../resources/skills/expandSkill.ts");
  try {
    return expand(skill, args);
  } catch (error) {
    await events.emit({
      type: "extension_error",
      extensionPath: skill.filePath,
      event: "skill_expansion",
      error: error instanceof Error ? error.message : String(error),
    });
    return text;
  }
}

async function expandTemplate({ content }: PromptTemplate, args: string): Promise<string> {
  const { fillTemplate } = await import("../resources/prompts/fillTemplate.ts");
  return fillTemplate(content, args);
}
