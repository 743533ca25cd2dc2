// Decides about refreshing the provider's prompt cache: only while it saves more than it costs twice over.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

export default function (relay: ExtensionAPI) {
  relay.on("cache_warming_decision", ({ warmCost, missCost, continuationProbability }) => ({
    action: missCost * continuationProbability > 2 * warmCost ? "warm" : "stop",
  }));
}
