// Asks an agent of its own, in the same process and with tools that only read, and shows its answer as it comes.
import {
  createAgentSession,
  DefaultResourceLoader,
  getAgentDir,
  SessionManager,
  type ExtensionAPI,
} from "@relay-harness/coding-agent";

const role = "You review what another agent wants to do. Be short, and name what could go wrong.";

export default function (relay: ExtensionAPI) {
  relay.registerTool({
    name: "second_opinion",
    label: "Second opinion",
    description: "Asks a reviewer, who can read the project, about a plan.",
    parameters: { type: "object", properties: { plan: { type: "string" } }, required: ["plan"] },
    async execute(_id, { plan }, signal, onUpdate, ctx) {
      const { cwd, model } = ctx;
      const options = { cwd, agentDir: getAgentDir(), noExtensions: true, systemPromptOverride: () => role };
      const resourceLoader = new DefaultResourceLoader(options);
      await resourceLoader.reload();
      const sessionManager = SessionManager.inMemory(cwd);
      const tools = ["read", "grep", "find", "ls"];
      const { session } = await createAgentSession({ cwd, model, tools, resourceLoader, sessionManager });
      const abort = (): void => void session.abort();
      signal?.addEventListener("abort", abort, { once: true });
      let text = "";
      session.subscribe((event) => {
        if (event.type !== "message_update" || event.assistantMessageEvent.type !== "text_delta") return;
        text += event.assistantMessageEvent.delta;
        onUpdate?.({ content: [{ type: "text", text }], details: undefined });
      });
      try {
        await session.prompt(String(plan));
        const { cost } = session.getSessionStats();
        const answer = session.getLastAssistantText() ?? "No answer.";
        return { content: [{ type: "text", text: answer }], details: { cost } };
      } finally {
        signal?.removeEventListener("abort", abort);
        await session.dispose();
      }
    },
  });
}
