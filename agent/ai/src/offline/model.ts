import type { Model } from "@relay-harness/protocol";

/** The model that answers when no other is available (models.md §25.2). */
export const offlineModel: Model = {
  id: "guide",
  name: "Offline guide",
  api: "relay-offline",
  provider: "offline",
  baseUrl: "",
  reasoning: false,
  input: ["text"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 32_768,
  maxTokens: 4_096,
};
