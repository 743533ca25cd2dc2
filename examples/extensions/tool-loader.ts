// Keeps tools out of the prompt until the model asks for them.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

export default function (relay: ExtensionAPI) {
  relay.registerTool<{ text: string }, undefined>({
    ...{ name: "shout", label: "Shout", description: "Repeats a text in capitals.", defaultActive: false },
    parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    execute: async (_id, { text }) => ({
      content: [{ type: "text", text: text.toUpperCase() }],
      details: undefined,
    }),
  });
  relay.registerTool<{ name: string }, undefined>({
    ...{ name: "load_tool", label: "Load a tool", exposure: "model-only" },
    description: "Makes a tool available. There is: shout.",
    promptSnippet: "Load further tools",
    promptGuidelines: ["Load a tool before you say that something cannot be done."],
    parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    execute: async (_id, { name }) => {
      if (!relay.getAllTools().some((tool) => tool.name === name))
        throw new Error(`There is no tool ${name}.`);
      relay.setActiveTools([...relay.getActiveTools(), name]);
      return { content: [{ type: "text", text: `${name} is ready.` }], details: undefined };
    },
  });
}
