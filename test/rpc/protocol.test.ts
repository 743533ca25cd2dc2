import assert from "node:assert/strict";
import { rpcCommandTypes } from "@relay-harness/protocol";
import { useRpc } from "../support/rpcSuite.ts";

describe("rpc: get_protocol", () => {
  const suite = useRpc();

  it("rpc-additions.md §1: the handshake names versions, commands, events and dialogs", async () => {
    const relay = suite.start();
    const { data } = await relay.request({ type: "get_protocol" });
    assert.match(data.protocol as string, /^1\.\d+$/);
    assert.equal(data.node, process.versions.node);
    assert.match(data.relay as string, /^\d+\.\d+\.\d+/);
    assert.deepEqual(data.commands, rpcCommandTypes);
    for (const event of ["agent_start", "message_update", "bash_execution_update", "extension_error"]) {
      assert.ok(data.events.includes(event), event);
    }
    assert.deepEqual([...data.uiMethods].sort(), [
      "confirm", "editor", "input", "notify", "select", "setStatus", "setTitle", "setWidget", "set_editor_text",
    ]); // prettier-ignore
    assert.deepEqual(data.features, ["harness"]);
  });

  it("rpc-additions.md 1: no listed command is unknown when it is sent alone", async () => {
    const relay = suite.start();
    const { data } = await relay.request({ type: "get_protocol" });
    for (const type of data.commands as string[]) {
      const { success, error } = await relay.request({ type });
      if (!success) assert.doesNotMatch(error as string, /^Unknown command|Not available/, type);
    }
  });
});
