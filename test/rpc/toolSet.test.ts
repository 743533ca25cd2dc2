import assert from "node:assert/strict";
import { writeExtension } from "../support/extensions.ts";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";
import { ofType, useRpc } from "../support/rpcSuite.ts";

describe("rpc: the set of tools", () => {
  const suite = useRpc();

  const activeNames = ({ data }: AnyRecord): string[] =>
    (data.tools as AnyRecord[]).filter(({ active }) => active as boolean).map(({ name }) => name as string);
  const setTools = async (relay: RpcProcess, names: string[]): Promise<string[]> =>
    activeNames(await relay.request({ type: "set_tools", names }));
  const declared = (request: number): string[] =>
    (suite.model.requests[request]?.tools ?? []).map((tool: AnyRecord) => tool.function.name as string);

  it("rpc-additions.md §4: get_tools tells every tool and which are active", async () => {
    const relay = suite.start();
    const response = await relay.request({ type: "get_tools" });
    assert.deepEqual(activeNames(response), ["read", "bash", "edit", "write"]);
    const grep = (response.data.tools as AnyRecord[]).find(({ name }) => name === "grep");
    assert.deepEqual(
      { ...grep, description: undefined, parameters: undefined },
      {
        name: "grep",
        description: undefined,
        parameters: undefined,
        active: false,
        exposure: "direct",
        annotations: { readOnlyHint: true, openWorldHint: false },
        sourceInfo: {
          path: "builtin:grep",
          source: "builtin",
          scope: "temporary",
          origin: "top-level",
        },
      },
    );
  });

  for (const kind of ["without extensions", "with an extension"]) {
    it(`extension-api.md §9.3: set_tools counts from the next request on, and is recorded (${kind})`, async () => {
      if (kind === "with an extension") writeExtension(suite.workspace, "empty", "");
      suite.model.add({ text: "one" }, { text: "two" });
      const relay = suite.start([]);
      await relay.prompt("first");
      assert.deepEqual(await setTools(relay, ["ls", "nothing", "bash", "ls", "read"]), [
        "read",
        "bash",
        "ls",
      ]);
      const records = await relay.prompt("second");
      const system = ofType(records, "message_end").find(({ message }) => message.role === "system");
      assert.deepEqual(
        [system?.message.toolsAdded.map(({ name }: AnyRecord) => name), system?.message.toolsRemoved],
        [["ls"], [{ name: "edit" }, { name: "write" }]],
      );
      assert.deepEqual(
        [declared(0).toSorted(), declared(1).toSorted()],
        [
          ["bash", "edit", "read", "write"],
          ["bash", "ls", "read"],
        ],
      );
    });

    it(`extension-api.md §9.3: a resumed session and a move in the tree bring back the set (${kind})`, async () => {
      if (kind === "with an extension") writeExtension(suite.workspace, "empty", "");
      suite.model.add({ text: "one" }, { text: "two" });
      const first = suite.start([]);
      await first.prompt("first");
      await setTools(first, ["ls"]);
      await first.prompt("second");
      const { sessionFile } = (await first.request({ type: "get_state" })).data;
      const { messages } = (await first.request({ type: "get_fork_messages" })).data;
      await first.close();
      const second = suite.start(["--session", sessionFile as string]);
      assert.deepEqual(activeNames(await second.request({ type: "get_tools" })), ["ls"]);
      const moved = await second.request({ type: "navigate_tree", targetId: messages[0].entryId });
      assert.equal(moved.success, true, moved.error as string);
      assert.deepEqual(activeNames(await second.request({ type: "get_tools" })).toSorted(), [
        "bash",
        "edit",
        "read",
        "write",
      ]);
    });
  }

  it("extension-api.md §9.3: --exclude-tools caps what is chosen later", async () => {
    const relay = suite.start(["--no-session", "--exclude-tools", "bash"]);
    assert.deepEqual(await setTools(relay, ["bash", "read"]), ["read"]);
  });

  it("rpc-additions.md §4: set_scoped_models sets what is cycled through; an unknown model changes nothing", async () => {
    const relay = suite.start();
    const scope = async (): Promise<unknown> =>
      (await relay.request({ type: "get_available_models" })).data.scoped as unknown;
    const models = [
      { provider: "fake", id: "m0" },
      { provider: "fake", id: "m1", thinkingLevel: "high" },
    ];
    assert.equal((await relay.request({ type: "set_scoped_models", models })).success, true);
    assert.deepEqual(await scope(), models);
    const unknown = [
      { provider: "fake", id: "m0" },
      { provider: "fake", id: "m9" },
    ];
    const refused = await relay.request({ type: "set_scoped_models", models: unknown });
    assert.equal(refused.error, "Model not found: fake/m9");
    assert.deepEqual(await scope(), models);
    const cycled = await relay.request({ type: "cycle_model" });
    assert.deepEqual([cycled.data.model.id, cycled.data.isScoped], ["m0", true]);
    await relay.request({ type: "set_scoped_models", models: [] });
    assert.deepEqual(await scope(), []);
  });
});
