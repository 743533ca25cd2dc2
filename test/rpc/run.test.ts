import assert from "node:assert/strict";
import { startScriptedModel, type ScriptedModel } from "../fakes/scriptedModel.ts";
import { RpcProcess } from "../support/relayProcess.ts";
import { configureFakeModel, createWorkspace, type Workspace } from "../support/workspace.ts";

describe("rpc: runs", () => {
  let workspace: Workspace;
  let model: ScriptedModel;
  beforeEach(async () => {
    workspace = createWorkspace();
    model = await startScriptedModel();
    configureFakeModel(workspace, model.baseUrl);
  });
  afterEach(async () => {
    await model.close();
    workspace.dispose();
  });

  it("rpc.md 13: a prompt produces the whole event sequence once", async () => {
    model.add({ text: "Hi" }, { text: "Again" });
    const relay = new RpcProcess(workspace);
    const records = await relay.prompt("Hello");
    assert.deepEqual(
      records.map((record) => record.assistantMessageEvent?.type ?? record.message?.role ?? record.type),
      ["response", "agent_start", "turn_start", "system", "system", "user", "user", "assistant", "text_start", "text_delta", "text_end", "assistant", "assistant", "agent_end", "agent_settled"],
    );
    assert.deepEqual(records[0]?.data, { disposition: "started" });
    await relay.close();
    assert.equal(relay.strayLine, undefined);
  });
});
