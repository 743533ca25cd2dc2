import type { SystemMessage } from "@relay-harness/protocol";
import type { ContextFiles } from "../resources/contextFiles.ts";
import type { SystemPromptTexts } from "../resources/systemPromptFiles.ts";
import type { SystemState } from "../sessions/systemState.ts";
import type { AnyToolDefinition } from "../tools/definition.ts";
import { promptChange } from "./systemPrompt/promptChange.ts";
import { buildPromptSections } from "./systemPrompt/promptSections.ts";

/** Instructions of project and user, as they are now. */
export type PromptContextFiles = Pick<ContextFiles, "files" | "refresh" | "drainWarnings">;

export interface PromptSourceOptions {
  cwd: string;
  texts: SystemPromptTexts;
  /** Absent: context files are off. */
  contextFiles: PromptContextFiles | undefined;
  /** Active tools in their order. */
  tools: () => readonly AnyToolDefinition[];
  /** Rules beside those of the tools. */
  guidelines: readonly string[];
  /** Directory of Relay's documentation, if it is shipped. */
  docsPath: string | undefined;
  onWarning: (warning: string) => void;
}

/** What the system prompt and the tool declarations should be, and how that differs from a transcript. */
export class PromptSource {
  private sections: Record<string, string> | undefined;
  private builtFor: readonly AnyToolDefinition[] | undefined;

  constructor(private readonly options: PromptSourceOptions) {}

  /**
   * The system message that brings a transcript up to date; `undefined` when nothing changed. Reads
   * context files that changed since the last call (cli.md §6).
   */
  change(declared: SystemState | undefined): SystemMessage | undefined {
    const sections = this.currentSections();
    return promptChange(declared, { sections, tools: this.options.tools() }, Date.now());
  }

  /** The prompt by sections, with context files as they are now. */
  currentSections(): Record<string, string> {
    const { contextFiles, onWarning } = this.options;
    const tools = this.options.tools();
    const hasNewFiles = contextFiles?.refresh() ?? false;
    for (const warning of contextFiles?.drainWarnings() ?? []) onWarning(warning);
    if (hasNewFiles || !this.sections || this.builtFor !== tools) {
      this.builtFor = tools;
      this.sections = buildPromptSections({
        cwd: this.options.cwd,
        tools,
        ...this.options.texts,
        guidelines: this.options.guidelines,
        docsPath: this.options.docsPath,
        contextFiles: contextFiles?.files,
      });
    }
    return this.sections;
  }
}
