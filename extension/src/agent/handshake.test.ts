import assert from "node:assert/strict";
import { rpcCommandTypes } from "@relay-harness/protocol";
import { checkProtocol } from "./handshake.ts";

const info = {
  protocol: "1.3",
  relay: "0.1.0",
  node: "22.0.0",
  commands: [...rpcCommandTypes] as string[],
  events: [],
  uiMethods: [],
  features: [],
};

describe("handshake", () => {
  it("takes an agent of its own version whole", () => {
    const result = checkProtocol(info);
    assert.deepEqual(result, { ok: true, knows: new Set(rpcCommandTypes), disabled: {} });
  });

  it("vscode.md 3: another major version says what to update", () => {
    assert.deepEqual(checkProtocol({ ...info, protocol: "2.0" }), {
      ok: false,
      message:
        "The agent speaks version 2.0 of the protocol, this extension version 1. Update the Relay extension.",
    });
    assert.deepEqual(checkProtocol({ ...info, protocol: "0.9" }), {
      ok: false,
      message:
        "The agent speaks version 0.9 of the protocol, this extension version 1. " +
        "Update the agent (Relay 0.1.0), or clear the setting relay.agent.path.",
    });
  });

  it("vscode.md 3: a lower minor version disables the controls of what it lacks", () => {
    const commands = info.commands.filter((name) => name !== "navigate_tree");
    const result = checkProtocol({ ...info, commands });
    const reason = "The agent (Relay 0.1.0) does not know navigate_tree. Update it.";
    assert.deepEqual(result.ok && result.disabled, { branches: reason, edit: reason });
  });
});
