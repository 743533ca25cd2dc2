import type { SystemMessage, ToolDeclaration } from "@relay-harness/protocol";
import type { AgentContext, AnyAgentTool } from "./types.ts";

/** Name of the prompt section that the agent owns. */
const promptSection = "prompt";

/**
 * System message that brings what the transcript declares in step with the context's prompt and
 * tools; `undefined` when nothing differs.
 */
export function systemDelta(context: AgentContext, timestamp: number): SystemMessage | undefined {
  const declared = replay(context);
  const prompt = context.systemPrompt ?? "";
  const toolsAdded = context.tools
    .map(declarationOf)
    .filter((tool) => !isSameDeclaration(declared.tools.get(tool.name), tool));
  const names = new Set(context.tools.map((tool) => tool.name));
  const toolsRemoved = [...declared.tools.keys()]
    .filter((name) => !names.has(name))
    .map((name) => ({ name }));
  const hasNewPrompt = declared.prompt !== prompt;
  if (!hasNewPrompt && toolsAdded.length === 0 && toolsRemoved.length === 0) return undefined;
  return {
    role: "system",
    content: "",
    ...(hasNewPrompt ? { sections: { [promptSection]: prompt || null } } : {}),
    ...(toolsAdded.length > 0 ? { toolsAdded } : {}),
    ...(toolsRemoved.length > 0 ? { toolsRemoved } : {}),
    timestamp,
  };
}

function declarationOf(tool: AnyAgentTool): ToolDeclaration {
  const { name, description, parameters, constrainedSampling } = tool;
  return {
    name,
    description,
    parameters,
    ...(constrainedSampling === undefined ? {} : { constrainedSampling }),
  };
}

/** Compared as they are stored, because a transcript may come from a file. */
function isSameDeclaration(declared: ToolDeclaration | undefined, tool: ToolDeclaration): boolean {
  if (!declared || declared.description !== tool.description) return false;
  return (
    isSameJson(declared.parameters, tool.parameters) &&
    isSameJson(declared.constrainedSampling, tool.constrainedSampling)
  );
}

function isSameJson(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

function replay(context: AgentContext): { prompt: string; tools: Map<string, ToolDeclaration> } {
  let prompt = "";
  let tools = new Map<string, ToolDeclaration>();
  for (const message of context.messages) {
    if (message.role !== "system") continue;
    if (message.replace) {
      prompt = "";
      tools = new Map();
    }
    const section = message.sections?.[promptSection];
    if (section !== undefined) prompt = section ?? "";
    for (const { name } of message.toolsRemoved ?? []) tools.delete(name);
    for (const tool of message.toolsAdded ?? []) tools.set(tool.name, tool);
  }
  return { prompt, tools };
}
