import assert from "node:assert/strict";
import { addedCommands } from "../support/commandList.ts";
import { writeExtension } from "../support/extensions.ts";
import type { AnyRecord } from "../support/relayProcess.ts";
import { configureFakeModel } from "../support/workspace.ts";
import { gate, ofType, outline, useRpc } from "../support/rpcSuite.ts";

describe("rpc: reload", () => {
  const suite = useRpc();

  it("rpc-additions.md §4: reload reads files again, tells what changed before it answers, and keeps the session", async () => {
    suite.model.add({ text: "one" });
    const relay = suite.start([], { mayReport: true });
    await relay.prompt("first");
    const { sessionId } = (await relay.request({ type: "get_state" })).data;
    const from = relay.records.length;
    assert.deepEqual((await relay.request({ type: "reload" })).data, { diagnostics: [] });
    assert.deepEqual(outline(relay.records.slice(from)), ["response:reload"]);
    suite.workspace.writeAgentFile("skills/pdf/SKILL.md", "---\ndescription: d\n---\n");
    suite.workspace.writeAgentFile("prompts/broken.md", "---\na: b: c\n---\nX");
    suite.workspace.writeAgentFile("settings.json", { offlineModel: false, theme: "light", retry: "no" });
    const changedFrom = relay.records.length;
    const { data } = await relay.request({ type: "reload" });
    assert.deepEqual(
      data.diagnostics.map(({ type }: { type: string }) => type),
      ["warning", "warning"],
    );
    const [settings, resources, response] = relay.records.slice(changedFrom);
    assert.equal(settings?.type, "settings_changed");
    assert.ok((settings?.keys as string[]).includes("theme"));
    assert.deepEqual(resources, { type: "resources_changed", kinds: ["skills", "prompts", "commands"] });
    assert.equal(response?.command, "reload");
    assert.equal((await relay.request({ type: "get_state" })).data.sessionId, sessionId);
    assert.equal((await relay.request({ type: "get_commands" })).data.commands.at(-1).name, "skill:pdf");
  });

  it("extension-api.md §2.6: reload is refused while a response is on its way", async () => {
    const { opened, open } = gate();
    suite.model.add({ text: "one", before: opened });
    const relay = suite.start();
    await relay.request({ type: "prompt", message: "go" });
    const refused = await relay.request({ type: "reload" });
    assert.equal(refused.error, "Wait for the current response to finish before reloading.");
    open();
    await relay.waitFor(({ type }) => type === "agent_settled");
    assert.equal((await relay.request({ type: "reload" })).success, true);
  });

  it("rpc-additions.md 24: session_replaced tells what an extension did, not what the client asked for", async () => {
    writeExtension(
      suite.workspace,
      "swap",
      `relay.registerCommand("fresh", { handler: async (_, ctx) => void (await ctx.newSession()) });
      relay.registerCommand("again", { handler: (_, ctx) => ctx.reload() });`,
    );
    const relay = suite.start([]);
    for (const type of ["new_session", "reload"]) assert.equal((await relay.request({ type })).success, true);
    assert.deepEqual(ofType(relay.records, "session_replaced"), []);
    for (const [message, reason] of [
      ["/fresh", "new"],
      ["/again", "reload"],
    ]) {
      const from = relay.records.length;
      await relay.request({ type: "prompt", message });
      const { sessionId, sessionFile, cwd } = (await relay.request({ type: "get_state" })).data;
      assert.deepEqual(ofType(relay.records.slice(from), "session_replaced"), [
        { type: "session_replaced", reason, sessionId, sessionFile, cwd },
      ]);
    }
  });

  it("rpc.md §5: while an extension replaces the session, commands wait and then apply to the new one", async () => {
    writeExtension(
      suite.workspace,
      "swap",
      `relay.on("session_shutdown", async (event, ctx) => {
        if (event.reason === "new") await ctx.ui.confirm("End?", "");
      });
      relay.registerCommand("fresh", { handler: (_, ctx) => ctx.newSession({
        withSession: async (next) => { await next.ui.input("Name?"); },
      }) });`,
    );
    const relay = suite.start([]);
    const before = (await relay.request({ type: "get_state" })).data.sessionId as string;
    const handled = relay.send({ type: "prompt", message: "/fresh" });
    const isDialog = (method: string) => (record: { type?: string; method?: string }) =>
      record.type === "extension_ui_request" && record.method === method;
    const { id } = await relay.waitFor(isDialog("confirm"));
    const state = relay.send({ type: "get_state" });
    assert.equal((await relay.request({ type: "abort" })).success, true);
    assert.ok(!relay.records.some((record) => record.id === state));
    relay.write(`${JSON.stringify({ type: "extension_ui_response", id, confirmed: true })}\n`);
    // The command still waits for its second dialog.
    const input = await relay.waitFor(isDialog("input"));
    const answered = await relay.waitFor((record) => record.id === state);
    assert.notEqual(answered.data.sessionId, before);
    assert.ok(!relay.records.some((record) => record.id === handled));
    relay.write(`${JSON.stringify({ type: "extension_ui_response", id: input.id, cancelled: true })}\n`);
    await relay.waitFor((record) => record.id === handled);
  });

  it("rpc-additions.md §6: commands that an extension registers after its start are told once", async () => {
    writeExtension(
      suite.workspace,
      "late",
      `relay.registerCommand("more", { handler: () => {
        for (const name of ["a", "b"]) relay.registerCommand(name, { handler: () => undefined });
      } });`,
    );
    const relay = suite.start();
    await relay.request({ type: "prompt", message: "/more" });
    const commands = await addedCommands(relay);
    assert.deepEqual(
      commands.map(({ name }) => name as unknown),
      ["more", "a", "b"],
    );
    await relay.waitFor(({ type }) => type === "resources_changed");
    assert.deepEqual(ofType(relay.records, "resources_changed"), [
      { type: "resources_changed", kinds: ["commands"] },
    ]);
  });

  it("rpc-additions.md §6: what an extension's new session has other than the one before is told", async () => {
    writeExtension(
      suite.workspace,
      "next",
      `relay.registerCommand("next", { handler: (_, ctx) => ctx.newSession().then(() => undefined) });`,
    );
    const relay = suite.start();
    await relay.request({ type: "prompt", message: "/next" });
    assert.deepEqual(ofType(relay.records, "resources_changed"), []);
    suite.workspace.writeAgentFile("prompts/own.md", "Own");
    configureFakeModel(suite.workspace, suite.model.baseUrl, { theme: "light" });
    await relay.request({ type: "prompt", message: "/next" });
    const told = relay.records.filter(({ type }) => /_changed$|_replaced$/.test(String(type))).slice(1);
    assert.deepEqual(
      told.map(({ type, keys, kinds }) => [type, keys ?? kinds]),
      [
        ["settings_changed", ["theme"]],
        ["resources_changed", ["prompts", "commands"]],
        ["session_replaced", undefined],
      ],
    );
  });

  it("extension-api.md §18: what was active stays so at a reload, and new defaults join", async () => {
    writeExtension(
      suite.workspace,
      "tools",
      `relay.registerTool({ name: "mine", description: "d", parameters: { type: "object" }, execute: () => ({ content: [] }) });`,
    );
    const relay = suite.start();
    const active = async (): Promise<unknown[]> =>
      ((await relay.request({ type: "get_tools" })).data.tools as AnyRecord[])
        .filter((tool) => tool.active === true)
        .map(({ name }) => name as unknown)
        .sort();
    suite.model.add({ text: "one" });
    await relay.prompt("hello");
    await relay.request({ type: "set_tools", names: ["read", "write", "mine"] });
    configureFakeModel(suite.workspace, suite.model.baseUrl, { defaultTools: ["+grep", "-write"] });
    writeExtension(
      suite.workspace,
      "more",
      `relay.registerTool({ name: "more", description: "d", parameters: { type: "object" }, execute: () => ({ content: [] }) });`,
    );
    await relay.request({ type: "reload" });
    assert.deepEqual(await active(), ["grep", "mine", "more", "read", "write"]);
  });

  it("rpc.md §4.8: when no session can be opened any more, that is answered, and the process ends with 1", async () => {
    const good = `export default (relay) =>
      relay.on("session_shutdown", ({ reason }) => process.stderr.write("end " + reason + "\\n"));`;
    for (const [type, told] of [
      ["new_session", "end new\n"],
      ["reload", "end reload\n"],
    ] as const) {
      const path = suite.workspace.write("gate.ts", good);
      const relay = suite.start(["-e", path], { mayReport: true });
      await relay.request({ type: "get_state" });
      await relay.request({ type: "get_commands" });
      suite.workspace.write("gate.ts", "export default (");
      const replaced = await relay.request({ type });
      assert.match(replaced.error as string, /Failed to load extension/);
      assert.deepEqual(await relay.exit, { code: 1, signal: null });
      assert.ok(relay.stderr.startsWith(`${told}Error: `), relay.stderr);
      assert.doesNotMatch(relay.stderr, /end quit/);
    }
  });
});
