import { textOf, type AgentMessage, type SystemMessage, type ToolDeclaration } from "@relay-harness/protocol";

/** The prompt and tools that a run of system messages declares. */
export interface SystemState {
  content: string;
  sections: Readonly<Record<string, string>>;
  tools: readonly ToolDeclaration[];
}

/**
 * Replays system messages in order (models.md §12): `content` appends, `sections` patch by name,
 * tools are added, replaced in place and removed. `undefined` when there is no system message.
 */
export function replaySystemMessages(messages: Iterable<AgentMessage>): SystemState | undefined {
  let isDeclared = false;
  let content: string[] = [];
  const sections = new Map<string, string>();
  const tools = new Map<string, ToolDeclaration>();
  for (const message of messages) {
    if (message.role !== "system") continue;
    isDeclared = true;
    if (message.replace) {
      content = [];
      sections.clear();
      tools.clear();
    }
    const text = textOf(message.content);
    if (text !== "") content.push(text);
    for (const [name, value] of Object.entries(message.sections ?? {})) {
      if (value === null) sections.delete(name);
      else sections.set(name, value);
    }
    for (const { name } of message.toolsRemoved ?? []) tools.delete(name);
    for (const tool of message.toolsAdded ?? []) tools.set(tool.name, tool);
  }
  if (!isDeclared) return undefined;
  return {
    content: content.join("\n\n"),
    sections: Object.fromEntries(sections),
    tools: [...tools.values()],
  };
}

/** One system message that declares the whole state, such as a compaction's checkpoint. */
export function systemCheckpoint(state: SystemState, timestamp: number): SystemMessage {
  return {
    role: "system",
    content: state.content,
    ...(Object.keys(state.sections).length > 0 && { sections: { ...state.sections } }),
    toolsAdded: [...state.tools],
    timestamp,
  };
}
