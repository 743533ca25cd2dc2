/** A context file such as `AGENTS.md`. */
export interface PromptContextFile {
  path: string;
  content: string;
}

export interface PromptSkill {
  name: string;
  description: string;
  filePath: string;
}

/** What the system prompt is rendered from. Collections are copies that a handler may change. */
export interface SystemPromptOptions {
  /** Replaces the default prefix. */
  customPrompt?: string;
  /** Replaces the whole prompt for the run. */
  forceSystemPrompt?: string;
  /** Active tools; a change counts as `setActiveTools`. */
  selectedTools: string[];
  /** Active tools that requests do not declare. */
  hiddenTools: string[];
  toolSnippets: Record<string, string>;
  toolGuidelines: Record<string, string[]>;
  promptGuidelines: string[];
  /** Sections of extensions by tag. */
  sections: Record<string, string>;
  appendSystemPrompt: string;
  cwd: string;
  contextFiles: PromptContextFile[];
  skills: PromptSkill[];
}
