import assert from "node:assert/strict";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { canDropPrivileges } from "../support/relayProcess.ts";
import { useRpc } from "../support/rpcSuite.ts";

describe("rpc: configuration commands", () => {
  const suite = useRpc();
  const settings = (): Record<string, unknown> =>
    JSON.parse(readFileSync(join(suite.workspace.agentDir, "settings.json"), "utf8")) as Record<
      string,
      unknown
    >;

  it("rpc.md §4.4: modes and retry count at once and are saved for the user", async () => {
    const before = settings();
    const relay = suite.start();
    await relay.request({ type: "set_steering_mode", mode: "all" });
    await relay.request({ type: "set_follow_up_mode", mode: "all" });
    await relay.request({ type: "set_auto_retry", enabled: false });
    const { steeringMode, followUpMode, autoRetryEnabled } = (await relay.request({ type: "get_state" }))
      .data;
    assert.deepEqual([steeringMode, followUpMode, autoRetryEnabled], ["all", "all", false]);
    assert.deepEqual(settings(), {
      ...before,
      steeringMode: "all",
      followUpMode: "all",
      retry: { enabled: false },
    });
    const again = suite.start();
    const state = (await again.request({ type: "get_state" })).data;
    assert.deepEqual([state.steeringMode, state.followUpMode, state.autoRetryEnabled], ["all", "all", false]);
  });

  it("rpc.md §4.4: they count against a project's setting, in this process", async () => {
    suite.workspace.write(".relay/settings.json", JSON.stringify({ steeringMode: "all" }));
    const relay = suite.start(["--no-session", "--approve"]);
    assert.equal((await relay.request({ type: "get_state" })).data.steeringMode, "all");
    await relay.request({ type: "set_steering_mode", mode: "one-at-a-time" });
    assert.equal((await relay.request({ type: "get_state" })).data.steeringMode, "one-at-a-time");
    await relay.request({ type: "new_session" });
    assert.equal((await relay.request({ type: "get_state" })).data.steeringMode, "one-at-a-time");
  });

  it("rpc.md §4.4: what cannot be saved is a warning and still a success", async () => {
    const broken = '{ // kept\n  "steeringMode": "all",';
    suite.workspace.writeAgentFile("settings.json", broken);
    const relay = suite.start(["--no-session"], { mayReport: true });
    assert.equal((await relay.request({ type: "set_auto_retry", enabled: false })).success, true);
    assert.equal((await relay.request({ type: "get_state" })).data.autoRetryEnabled, false);
    await relay.close();
    assert.match(relay.stderr, /^Warning: could not save retry\.enabled: .+$/m);
    assert.equal(readFileSync(join(suite.workspace.agentDir, "settings.json"), "utf8"), broken);
  });

  it("a read-only agent directory does not keep a session from working", async function () {
    if (!canDropPrivileges()) this.skip();
    suite.model.add({ text: "ok" });
    chmodSync(suite.workspace.agentDir, 0o555);
    try {
      const relay = suite.start([], { unprivileged: true, mayReport: true });
      assert.equal((await relay.request({ type: "set_steering_mode", mode: "all" })).success, true);
      const records = await relay.prompt("hi");
      assert.deepEqual(records.at(-1), { type: "agent_settled", aborted: false });
      await relay.close();
      assert.match(relay.stderr, /^Warning: could not save steeringMode: /m);
      assert.match(relay.stderr, /^Error: Cannot write session file /m);
      assert.equal(relay.stderr.trimEnd().split("\n").length, 2, relay.stderr);
    } finally {
      chmodSync(suite.workspace.agentDir, 0o755);
    }
  });

  it("rpc.md §3: an answer to a dialog never gets a response, whatever it holds", async () => {
    const relay = suite.start();
    for (const fields of [{ id: "none", confirmed: true }, { id: 5 }, {}, { id: "x", value: {} }]) {
      relay.write(`${JSON.stringify({ type: "extension_ui_response", ...fields })}\n`);
    }
    await relay.request({ type: "get_state" });
    assert.equal(relay.records.length, 1);
  });
});
