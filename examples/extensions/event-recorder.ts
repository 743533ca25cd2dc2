// Writes the name of every event to events.log, in the order in which they come.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { ExtensionAPI } from "@relay-harness/coding-agent";

const names = [
  ...["project_trust", "resources_discover", "mcp_servers_change", "session_start", "session_info_changed"],
  ...["session_before_switch", "session_before_fork", "session_before_compact", "session_compact"],
  ...["session_compact_failed", "session_before_tree", "session_tree", "session_shutdown", "input"],
  ...["before_agent_start", "agent_start", "agent_end", "turn_start", "turn_end", "agent_before_settle"],
  ...["agent_settled", "message_start", "message_update", "message_end", "ui_prompt_start", "ui_prompt_end"],
  ...["context", "context_with_system", "before_provider_headers", "before_provider_request"],
  ...["after_provider_response", "provider_stream_event", "cache_warming_decision", "model_select"],
  ...["thinking_level_select", "tool_execution_start", "tool_execution_update", "tool_execution_end"],
  ...["tool_call", "tool_result", "user_bash"],
] as const;

export default function (relay: ExtensionAPI) {
  const record = (event: { type: string }, ctx: { cwd: string }): void =>
    appendFileSync(join(ctx.cwd, "events.log"), `${event.type}\n`);
  for (const name of names) relay.on(name, record);
}
