// A model that stands for two others: the small one answers until a request fails or grows long.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

const longConversation = 40;

export default function (relay: ExtensionAPI) {
  relay.registerVirtualModel({
    provider: "router",
    id: "auto",
    name: "Small first",
    thinkingLevels: ["off", "medium", "high"],
    route: (request, ctx) => {
      const usable = ctx.modelRegistry
        .getAvailable()
        .filter((model) => model.provider !== "router" && ctx.modelRegistry.hasConfiguredAuth(model));
      const byPrice = usable.toSorted((a, b) => a.cost.output - b.cost.output);
      const isHard = request.reason === "retry" || request.messages.length > longConversation;
      const model = isHard ? byPrice.at(-1) : byPrice[0];
      if (!model) throw new Error("No model has credentials.");
      // A new object is stored with the session; the same one again is not.
      const state = request.reason === "user" ? { last: model.id } : request.state;
      return { model, thinkingLevel: request.thinkingLevel, state };
    },
  });
  relay.registerCommand("router-off", {
    description: "Take the routed model away",
    handler: () => relay.unregisterVirtualModel("router", "auto"),
  });
}
