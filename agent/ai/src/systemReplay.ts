import { textOf, type SystemMessage, type ToolDeclaration } from "@relay-harness/protocol";
import { removeLoneSurrogates } from "./convert/wellFormed.ts";
import type { Context } from "./types.ts";

export interface ReplayOptions {
  /** The target takes system messages in the middle of a conversation. */
  messagesInPlace?: boolean;
  /** The target takes tool changes there too. Needs `messagesInPlace`. */
  toolsInPlace?: boolean;
}

export interface ReplayedSystem {
  /** Text of the leading system prompt. */
  system: string;
  /** Top-level tools: the current set, or with `toolsInPlace` the set at the start. */
  tools: ToolDeclaration[];
  /** Messages that are not folded into `system` and go out where they stand. */
  laterSystemMessages: ReadonlySet<SystemMessage>;
}

/** Prompt and tool set of a conversation (models.md §16.1). */
export function replaySystem(context: Context, options: ReplayOptions = {}): ReplayedSystem {
  const { messages } = context;
  const leadingCount = options.messagesInPlace ? countLeading(messages) : messages.length;
  const state = new SystemState(context);
  const later = new Set<SystemMessage>();
  let leadingTools: ToolDeclaration[] | undefined;
  let system: string | undefined;
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index];
    if (message?.role !== "system") continue;
    if (index >= leadingCount) {
      system ??= state.text();
      leadingTools ??= state.tools();
      later.add(message);
    }
    state.apply(message);
  }
  const tools = (options.toolsInPlace && leadingTools) || state.tools();
  return { system: system ?? state.text(), tools, laterSystemMessages: later };
}

/**
 * Messages before the first one that speaks. A later `replace` discards what came before, so that
 * everything up to it leads.
 */
function countLeading(messages: Context["messages"]): number {
  const replace = messages.findLastIndex((message) => message.role === "system" && message.replace === true);
  if (replace >= 0) return replace + 1;
  const first = messages.findIndex((message) => message.role !== "system");
  return first < 0 ? messages.length : first;
}

class SystemState {
  private content: string[] = [];
  private readonly sections = new Map<string, string>();
  private readonly toolSet = new Map<string, ToolDeclaration>();

  constructor({ systemPrompt, tools }: Context) {
    if (systemPrompt) this.content.push(systemPrompt);
    for (const tool of tools ?? []) this.toolSet.set(tool.name, tool);
  }

  apply(message: SystemMessage): void {
    if (message.replace) {
      this.content = [];
      this.sections.clear();
      this.toolSet.clear();
    }
    const content = textOf(message.content, "\n\n");
    if (content) this.content.push(content);
    for (const [name, value] of Object.entries(message.sections ?? {})) {
      if (value === null) this.sections.delete(name);
      else this.sections.set(name, value);
    }
    for (const { name } of message.toolsRemoved ?? []) this.toolSet.delete(name);
    for (const tool of message.toolsAdded ?? []) this.toolSet.set(tool.name, tool);
  }

  text(): string {
    const sections = [...this.sections].map(([name, text]) =>
      name === "preamble" ? text : frameSection(name, text),
    );
    return joinParts([...this.content, ...sections]);
  }

  tools(): ToolDeclaration[] {
    return [...this.toolSet.values()];
  }
}

/** Text of a system message that goes out in place; empty when it changes nothing but tools. */
export function laterSystemText(message: SystemMessage): string {
  const sections = Object.entries(message.sections ?? {}).map(([name, text]) =>
    text === null ? `The section <${name}> no longer applies.` : frameSection(name, text),
  );
  return joinParts([textOf(message.content, "\n\n"), ...sections]);
}

function frameSection(name: string, text: string): string {
  if (text === "" || text.startsWith(`<${name}>`)) return text;
  return `<${name}>\n${text}\n</${name}>`;
}

function joinParts(parts: string[]): string {
  return removeLoneSurrogates(parts.filter((part) => part.trim() !== "").join("\n\n"));
}
