// Goes on once when files were changed and no test was run since.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

export default function (relay: ExtensionAPI) {
  let needsCheck = false;
  let hasAsked = false;
  relay.on("agent_start", () => void (needsCheck = false));
  relay.on("input", () => void (hasAsked = false));
  relay.on("tool_execution_end", ({ toolName, isError }) => {
    if (isError) return;
    if (toolName === "edit" || toolName === "write") needsCheck = true;
    if (toolName === "bash") needsCheck = false;
  });
  relay.on("turn_end", ({ message }) => {
    // Kept for later, where the model does not read it.
    return { entries: [{ type: "custom", customType: "turn", data: { stopReason: message.stopReason } }] };
  });
  relay.on("agent_before_settle", ({ outcome, context, entries }) => {
    // Without the guard it would never end.
    if (!needsCheck || hasAsked || outcome !== "completed" || !context.canContinue) return;
    hasAsked = true;
    const content = "Files were changed. Run the tests before you finish.";
    const ask = { type: "custom_message", customType: "check", content, display: true } as const;
    return { entries: [...entries, ask], continue: true };
  });
}
