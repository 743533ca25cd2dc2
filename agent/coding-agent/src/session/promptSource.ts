import type { SystemMessage } from "@relay-harness/protocol";
import type { ContextFile } from "../resources/contextFiles.ts";
import type { ResourceLoader } from "../resources/resourceLoader.ts";
import { formatSkillsForPrompt } from "../resources/skills/formatSkills.ts";
import type { Skill } from "../resources/skills/skill.ts";
import type { SystemState } from "../sessions/systemState.ts";
import type { AnyToolDefinition } from "../tools/definition.ts";
import { promptChange } from "./systemPrompt/promptChange.ts";
import { buildPromptSections, type PromptInput } from "./systemPrompt/promptSections.ts";

export interface PromptSourceOptions {
  cwd: string;
  /** Asked before each request. */
  resources: Omit<ResourceLoader, "reload" | "extendResources" | "getThemes">;
  /** Active tools in their order. */
  tools: () => readonly AnyToolDefinition[];
  /** Rules beside those of the tools. */
  guidelines: () => readonly string[];
  /** Directory of Relay's documentation, if it is shipped. */
  docsPath: string | undefined;
  /** Skills are told to be read as routers. */
  isSkillRouter: boolean;
  onWarning: (warning: string) => void;
}

/** What the sections depend on and may have changed. */
interface PromptInputs {
  tools: readonly AnyToolDefinition[];
  customPrompt: string | undefined;
  append: string;
  /** Absent: off. */
  contextFiles: readonly ContextFile[] | undefined;
  skills: readonly Skill[];
}

/** What the system prompt and the tool declarations should be, and how that differs from a transcript. */
export class PromptSource {
  private built: { inputs: PromptInputs; sections: Record<string, string> } | undefined;
  /** Changes what the prompt is made of, for one run. */
  adjust: ((input: PromptInput) => PromptInput) | undefined;

  constructor(private readonly options: PromptSourceOptions) {}

  /**
   * The system message that brings a transcript up to date; `undefined` when nothing changed. Reads
   * context files that changed since the last call (cli.md §6).
   */
  change(declared: SystemState | undefined): SystemMessage | undefined {
    const sections = this.currentSections();
    return promptChange(declared, { sections, tools: this.options.tools() }, Date.now());
  }

  /** The prompt by sections, with resources as they are now. */
  currentSections(): Record<string, string> {
    const inputs = this.inputs();
    if (this.adjust) return buildPromptSections(this.adjust(this.promptInput(inputs)));
    if (this.built && isSame(this.built.inputs, inputs)) return this.built.sections;
    const sections = buildPromptSections(this.promptInput(inputs));
    this.built = { inputs, sections };
    return sections;
  }

  /** What the prompt is made of, with resources as they are now. */
  input(): PromptInput {
    return this.promptInput(this.inputs());
  }

  /** Skills that the prompt names. */
  skills(): readonly Skill[] {
    return this.options.resources.getSkills().skills;
  }

  private promptInput({ tools, customPrompt, append, contextFiles, skills }: PromptInputs): PromptInput {
    const { cwd, guidelines, docsPath, isSkillRouter } = this.options;
    return {
      cwd,
      tools,
      ...(customPrompt !== undefined && { customPrompt }),
      append,
      guidelines: guidelines(),
      docsPath,
      contextFiles,
      skills: skillsText(skills, tools, isSkillRouter),
    };
  }

  private inputs(): PromptInputs {
    const { resources, tools, onWarning } = this.options;
    const contextFiles = resources.noContextFiles ? undefined : resources.getAgentsFiles().agentsFiles;
    for (const warning of resources.drainWarnings?.() ?? []) onWarning(warning);
    return {
      tools: tools(),
      customPrompt: resources.getSystemPrompt(),
      append: resources.getAppendSystemPrompt().join("\n\n"),
      contextFiles,
      skills: resources.getSkills().skills,
    };
  }
}

/** Without a tool that reads files, skills are of no use to the model. */
function skillsText(
  skills: readonly Skill[],
  tools: readonly { name: string }[],
  isRouter: boolean,
): string | undefined {
  const readers = ["read", "bash"] as const;
  const reader = readers.find((name) => tools.some((tool) => tool.name === name));
  return reader && formatSkillsForPrompt(skills, { reader, isRouter });
}

function isSame(a: PromptInputs, b: PromptInputs): boolean {
  return (
    a.tools === b.tools &&
    a.customPrompt === b.customPrompt &&
    a.append === b.append &&
    isSameList(a.skills, b.skills, (one, other) => one === other) &&
    isSameList(
      a.contextFiles,
      b.contextFiles,
      (one, other) => one.path === other.path && one.content === other.content,
    )
  );
}

function isSameList<T>(
  a: readonly T[] | undefined,
  b: readonly T[] | undefined,
  isSameItem: (one: T, other: T) => boolean,
): boolean {
  if (a === b) return true;
  if (a?.length !== b?.length) return false;
  return a?.every((item, index) => isSameItem(item, b?.[index] as T)) ?? false;
}
