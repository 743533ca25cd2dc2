// An option of the command line, --plan, that lets the model read and nothing else.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

export default function (relay: ExtensionAPI) {
  relay.registerFlag("plan", { type: "boolean", description: "Read only" });
  relay.on("session_start", () => {
    if (relay.getFlag("plan") === true) relay.setActiveTools(["read"]);
  });
  relay.on("before_agent_start", ({ systemPromptOptions }) => {
    if (relay.getFlag("plan") === true) systemPromptOptions.sections.plan = "Make a plan. Change nothing.";
  });
}
