// A tool with state that follows the branch: it lives in the details of the tool's results.
import type { ExtensionAPI, ExtensionContext } from "@relay-harness/coding-agent";

interface Details {
  todos: string[];
}

export default function (relay: ExtensionAPI) {
  let todos: string[] = [];
  const rebuild = (_: unknown, ctx: ExtensionContext): void => {
    todos = [];
    for (const entry of ctx.sessionManager.getBranch()) {
      if (entry.type !== "message" || entry.message.role !== "toolResult") continue;
      if (entry.message.toolName === "todo") todos = (entry.message.details as Details).todos;
    }
  };
  relay.on("session_start", rebuild);
  relay.on("session_tree", rebuild);

  relay.registerTool<{ add: string }, Details>({
    name: "todo",
    label: "Todo",
    description: "Adds an item to the list of things to do and returns the list.",
    parameters: { type: "object", properties: { add: { type: "string" } }, required: ["add"] },
    promptSnippet: "Keep a list of things to do",
    execute: async (_toolCallId, { add }) => {
      todos = [...todos, add];
      const text = todos.map((todo) => `- ${todo}`).join("\n");
      return { content: [{ type: "text", text }], details: { todos } };
    },
  });
  relay.registerCommand("todos", {
    description: "Show the list",
    handler: (_, ctx) => ctx.ui.notify(todos.length > 0 ? todos.join("\n") : "Nothing to do."),
  });
}
