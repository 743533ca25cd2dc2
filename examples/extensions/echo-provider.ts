// A provider of its own: its model repeats what it is told.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

const usage = {
  ...{ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 },
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0, totalFromProvider: false },
};

export default function (relay: ExtensionAPI) {
  relay.registerProvider("echo", {
    name: "Echo",
    baseUrl: "http://localhost",
    apiKey: "none",
    api: "echo",
    models: [{ id: "echo-1", name: "Echo", contextWindow: 10_000, maxTokens: 1_000 }],
    streamSimple: async function* (model, { messages }) {
      const last = messages.findLast(({ role }) => role === "user")?.content ?? "";
      const parts = typeof last === "string" ? [last] : last.map((part) => ("text" in part ? part.text : ""));
      const message = {
        role: "assistant" as const,
        content: [{ type: "text" as const, text: `You said: ${parts.join("")}` }],
        ...{ api: model.api, provider: model.provider, model: model.id, usage },
        stopReason: "stop" as const,
        timestamp: Date.now(),
      };
      yield { type: "start", partial: message };
      yield { type: "done", reason: "stop", message };
    },
  });
  relay.registerCommand("echo-off", {
    description: "Take the echo away",
    handler: () => relay.unregisterProvider("echo"),
  });
}
