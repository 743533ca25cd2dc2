// Thinks harder when it is asked to, and says which model is at work.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

export default function (relay: ExtensionAPI) {
  relay.on("input", ({ text }, { thinkingLevel }) => {
    if (!/think hard/i.test(text) || thinkingLevel === "high") return;
    const before = relay.getThinkingLevel();
    relay.setThinkingLevel("high");
    const stop = relay.on("agent_settled", () => {
      stop();
      relay.setThinkingLevel(before);
    });
  });
  relay.on("model_select", ({ model }, { ui }) => ui.setStatus("model", model.name));
  relay.on("thinking_level_select", ({ level }, { ui }) => ui.setStatus("thinking", level));
  relay.registerCommand("next-model", {
    description: "Use the next model of the scope",
    handler: async (_, { scopedModels, model, modelRegistry, ui }) => {
      const list =
        scopedModels.length > 0 ? scopedModels.map((entry) => entry.model) : modelRegistry.getAvailable();
      const at = list.findIndex(({ provider, id }) => provider === model?.provider && id === model.id);
      const next = list[(at + 1) % list.length];
      if (!next || !(await relay.setModel(next)))
        ui.notify("There is no other model with credentials.", "warning");
    },
  });
}
