// Brings skills and templates that lie beside it.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

export default function (relay: ExtensionAPI) {
  relay.on("resources_discover", () => ({
    skillPaths: ["team/skills"],
    promptPaths: ["team/prompts"],
  }));
}
