import assert from "node:assert/strict";
import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { addedCommands } from "../support/commandList.ts";
import { writeExtension } from "../support/extensions.ts";
import type { RpcProcess } from "../support/relayProcess.ts";
import { gate, ofType, useRpc } from "../support/rpcSuite.ts";

const mayReport = { mayReport: true };

describe("rpc: project trust", () => {
  const suite = useRpc();
  let resources: string[];
  beforeEach(() => {
    resources = [
      suite.workspace.write(".relay/settings.json", '{"theme":"project"}'),
      join(suite.workspace.cwd, ".relay/prompts"),
    ];
    suite.workspace.write(".relay/prompts/own.md", "Own");
  });

  const trustOf = async (relay: RpcProcess): Promise<unknown> =>
    (await relay.request({ type: "get_trust" })).data;
  const setTrust = async (relay: RpcProcess, decision: string, remember: boolean): Promise<unknown> =>
    (await relay.request({ type: "set_trust", decision, remember })).data;
  const commands = async (relay: RpcProcess): Promise<string[]> =>
    (await addedCommands(relay)).map(({ name }) => name as string);
  const theme = async (relay: RpcProcess): Promise<unknown> =>
    (await relay.request({ type: "get_settings" })).data.effective.theme as unknown;

  it("rpc-additions.md 20: a remembered decision loads the project, and is saved under the canonical directory", async () => {
    const relay = suite.start([], mayReport);
    assert.deepEqual(await trustOf(relay), { decision: "undecided", source: "none", resources });
    assert.deepEqual(await commands(relay), []);
    const { sessionId } = (await relay.request({ type: "get_state" })).data;
    assert.deepEqual(await setTrust(relay, "trusted", true), { reloaded: true });
    assert.deepEqual(ofType(relay.records, "settings_changed"), [
      { type: "settings_changed", keys: ["theme"] },
    ]);
    assert.deepEqual(ofType(relay.records, "resources_changed"), [
      { type: "resources_changed", kinds: ["prompts", "commands"] },
    ]);
    assert.deepEqual(ofType(relay.records, "session_replaced"), []);
    assert.deepEqual([await commands(relay), await theme(relay)], [["own"], "project"]);
    assert.deepEqual(await trustOf(relay), { decision: "trusted", source: "saved", resources });
    assert.equal((await relay.request({ type: "get_state" })).data.sessionId, sessionId);
    assert.deepEqual(JSON.parse(readFileSync(join(suite.workspace.agentDir, "trust.json"), "utf8")), {
      [realpathSync(suite.workspace.cwd)]: true,
    });
    assert.deepEqual(await setTrust(relay, "trusted", true), { reloaded: false });
    const next = suite.start();
    assert.deepEqual(await commands(next), ["own"]);
  });

  it("rpc-additions.md 20: during a run nothing is reloaded; the next reload loads the project", async () => {
    const { opened, open } = gate();
    suite.model.add({ text: "one", before: opened });
    const relay = suite.start(undefined, mayReport);
    await relay.request({ type: "prompt", message: "go" });
    assert.deepEqual(await setTrust(relay, "trusted", true), { reloaded: false });
    assert.deepEqual([await commands(relay), (await theme(relay)) === "project"], [[], false]);
    open();
    await relay.waitFor(({ type }) => type === "agent_settled");
    await relay.request({ type: "reload" });
    assert.deepEqual([await commands(relay), await theme(relay)], [["own"], "project"]);
  });

  it("rpc-additions.md §4: a decision that is not remembered is of this process, also for its later sessions", async () => {
    const relay = suite.start(["--approve"], mayReport);
    assert.deepEqual(await trustOf(relay), { decision: "trusted", source: "option", resources });
    assert.deepEqual(await commands(relay), ["own"]);
    assert.deepEqual(await setTrust(relay, "untrusted", false), { reloaded: true });
    assert.deepEqual(await trustOf(relay), { decision: "untrusted", source: "client", resources });
    await relay.request({ type: "new_session" });
    assert.deepEqual([await commands(relay), (await theme(relay)) === "project"], [[], false]);
    const next = suite.start(undefined, mayReport);
    assert.deepEqual(await trustOf(next), { decision: "undecided", source: "none", resources });
  });

  it("rpc-additions.md §4: extensions of the project run once it is trusted, and no longer once it is not", async () => {
    suite.workspace.write(
      ".relay/extensions/own.ts",
      `export default (relay: any) => relay.registerCommand("own-command", { handler: () => undefined });`,
    );
    const relay = suite.start(undefined, mayReport);
    assert.deepEqual(await commands(relay), []);
    await setTrust(relay, "trusted", false);
    assert.deepEqual(await commands(relay), ["own-command", "own"]);
    assert.deepEqual(await setTrust(relay, "untrusted", false), { reloaded: true });
    assert.deepEqual(await commands(relay), []);
  });

  it("rpc-additions.md §4: what an extension decided is told, and the user's word for the process comes before it", async () => {
    writeExtension(suite.workspace, "judge", `relay.on("project_trust", () => ({ trusted: "yes" }));`);
    const relay = suite.start(undefined, mayReport);
    assert.deepEqual(await trustOf(relay), { decision: "trusted", source: "extension", resources });
    assert.deepEqual(await setTrust(relay, "untrusted", true), { reloaded: false });
    assert.deepEqual(await setTrust(relay, "untrusted", false), { reloaded: true });
    assert.deepEqual(await commands(relay), []);
  });

  it("a decision that cannot be saved is refused, and counts for nothing", async () => {
    suite.workspace.writeAgentFile("trust.json", "no object" as never);
    const relay = suite.start(undefined, mayReport);
    const { success } = await relay.request({ type: "set_trust", decision: "trusted", remember: true });
    assert.deepEqual([success, await commands(relay)], [false, []]);
  });
});
