// Keeps the model from writing to files that hold secrets.
import { basename } from "node:path";
import { isToolCallEventType, type ExtensionAPI } from "@relay-harness/coding-agent";

export default function (relay: ExtensionAPI) {
  relay.on("tool_call", (event) => {
    if (!isToolCallEventType("write", event) && !isToolCallEventType("edit", event)) return;
    if (!basename(event.input.path).startsWith(".env")) return;
    return { block: true, reason: `${event.input.path} is protected.` };
  });
}
