// Names a session after its first request.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

export default function (relay: ExtensionAPI) {
  relay.on("before_agent_start", (event, { ui }) => {
    if (relay.getSessionName() !== undefined || event.messageType !== "user") return;
    const title = event.prompt.split("\n")[0]?.slice(0, 40) ?? "";
    relay.setSessionName(title);
    ui.setTitle(title);
  });
}
