// Asks before a command that deletes; without anybody to ask, it is blocked.
import { isToolCallEventType, type ExtensionAPI } from "@relay-harness/coding-agent";

const dangerous = /\brm\s+-\w*[rf]|\bgit\s+reset\s+--hard/;

export default function (relay: ExtensionAPI) {
  relay.on("tool_call", async (event, ctx) => {
    if (!isToolCallEventType("bash", event) || !dangerous.test(event.input.command)) return;
    if (await ctx.ui.confirm("Run this command?", event.input.command)) return;
    return { block: true, reason: "The user did not allow this command." };
  });
}
