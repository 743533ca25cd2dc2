import type { ProtocolInfo, RpcCommandType } from "@relay-harness/protocol";
import type { ChatState, ControlName } from "@relay-harness/protocol/webview";
import { localize } from "../base/localize.ts";

const supportedMajor = "1";

/** Commands without which a control of the chat cannot work. */
const commandsOfControls: { [control in ControlName]?: readonly RpcCommandType[] } = {
  send: ["prompt"],
  queue: ["clear_queue", "steer", "follow_up"],
  models: ["get_available_models", "set_model"],
  thinking: ["get_available_thinking_levels", "set_thinking_level"],
  contextReport: ["get_context"],
  stats: ["get_session_stats"],
  find: ["get_entries"],
  branches: ["get_outline", "navigate_tree"],
  edit: ["navigate_tree"],
  fork: ["fork"],
  harness: ["get_harness"],
  runCheck: ["harness_run_check"],
  allowEdits: ["harness_allow_edits"],
  undoRule: ["harness_retract"],
  shell: ["bash"],
};

export type Handshake =
  { ok: true; knows: ReadonlySet<string>; disabled: ChatState["disabled"] } | { ok: false; message: string };

/** Whether this build of the editor's part can work with an agent, and what it has to do without. */
export function checkProtocol(info: ProtocolInfo): Handshake {
  const [major] = info.protocol.split(".");
  if (major !== supportedMajor) {
    const problem = localize(
      "The agent speaks version {0} of the protocol, this extension version {1}.",
      info.protocol,
      supportedMajor,
    );
    const remedy =
      Number(major) > Number(supportedMajor)
        ? localize("Update the Relay extension.")
        : localize("Update the agent (Relay {0}), or clear the setting {1}.", info.relay, "relay.agent.path");
    return { ok: false, message: `${problem} ${remedy}` };
  }
  const knows = new Set(info.commands);
  const disabled: ChatState["disabled"] = {};
  for (const [control, commands] of Object.entries(commandsOfControls)) {
    const missing = commands.find((command) => !knows.has(command));
    if (missing === undefined) continue;
    const reason = localize("The agent (Relay {0}) does not know {1}. Update it.", info.relay, missing);
    disabled[control as ControlName] = reason;
  }
  return { ok: true, knows, disabled };
}
