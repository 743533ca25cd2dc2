// Selects tools, and adds one that is written here.
import { createAgentSession, defineTool, SessionManager } from "@relay-harness/coding-agent";

const clock = defineTool<{ timeZone: string }, undefined>({
  name: "clock",
  label: "Clock",
  description: "Tells the time of day in a time zone.",
  parameters: {
    type: "object",
    properties: { timeZone: { type: "string", description: "Such as Europe/Lisbon" } },
    required: ["timeZone"],
  },
  promptSnippet: "Tell the time of day",
  execute: async (_toolCallId, { timeZone }) => ({
    content: [{ type: "text", text: new Date().toLocaleTimeString("en", { timeZone }) }],
    details: undefined,
  }),
});

const { session } = await createAgentSession({
  // Only these: the model can look, and can change nothing. ["+grep", "-bash"] would change the default set.
  tools: ["read", "grep", "find", "ls", "clock"],
  customTools: [clock],
  sessionManager: SessionManager.inMemory(process.cwd()),
});
session.subscribe((event) => {
  if (event.type === "tool_execution_start") console.log(`-> ${event.toolName}`);
});
try {
  console.log(session.getActiveToolNames().join(", "));
  await session.prompt("What time is it in Lisbon?");
  console.log(session.getLastAssistantText());
} finally {
  await session.dispose();
}
