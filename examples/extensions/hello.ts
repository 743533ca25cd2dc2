// A command and a tool.
import { defineTool, type ExtensionAPI } from "@relay-harness/coding-agent";

const greet = defineTool<{ name: string }, undefined>({
  name: "greet",
  label: "Greet",
  description: "Greets somebody by name.",
  parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  promptSnippet: "Greet somebody",
  execute: async (_toolCallId, { name }) => ({
    content: [{ type: "text", text: `Hello, ${name}!` }],
    details: undefined,
  }),
});

export default function (relay: ExtensionAPI) {
  relay.registerTool(greet);
  relay.registerCommand("hello", {
    description: "Show a greeting",
    handler: (name, ctx) => ctx.ui.notify(`Hello, ${name || "world"}!`, "info"),
  });
}
