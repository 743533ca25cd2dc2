import type { Model } from "@relay-harness/protocol";

export const offlineProviderId = "offline";

/** The rule-based stand-in of models.md §25.2. A fresh object each time. */
export function offlineGuideModel(): Model {
  return {
    id: "guide",
    name: "Offline guide",
    api: "relay-offline",
    provider: offlineProviderId,
    baseUrl: "",
    reasoning: false,
    input: ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 32768,
    maxTokens: 4096,
  };
}
