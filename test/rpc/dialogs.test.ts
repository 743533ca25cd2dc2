import assert from "node:assert/strict";
import { useRpc } from "../support/rpcSuite.ts";

describe("rpc: answers to dialogs", () => {
  const suite = useRpc();

  it("rpc.md 57: an answer that nobody waits for gets no response, whatever it looks like", async () => {
    const relay = suite.start();
    const answers = [
      { id: "unknown", confirmed: true },
      { id: "unknown", value: 5, remember: "session" },
      { id: 7, cancelled: true },
      { confirmed: true },
      {},
    ];
    for (const answer of answers) {
      relay.write(`${JSON.stringify({ type: "extension_ui_response", ...answer })}\n`);
    }
    const state = await relay.request({ type: "get_state" });
    assert.equal(state.success, true);
    assert.deepEqual(relay.records, [state]);
  });

  it("an answer as the last record before the end of stdin does no harm", async () => {
    const relay = suite.start();
    relay.write('{"type":"extension_ui_response","id":"late","value":"x"}');
    assert.deepEqual(await relay.close(), { code: 0, signal: null });
    assert.deepEqual(relay.records, []);
  });
});
