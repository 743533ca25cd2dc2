import assert from "node:assert/strict";
import { answer, dialog, notes, writeExtension } from "../support/extensions.ts";
import type { AnyRecord } from "../support/relayProcess.ts";
import { isSettled, ofType, useRpc } from "../support/rpcSuite.ts";

/** A command that opens a dialog and tells what came of it. */
const asking = `
  const show = (ctx, value) => ctx.ui.notify(JSON.stringify(value ?? null));
  relay.registerCommand("confirm", { handler: async (args, ctx) =>
    show(ctx, await ctx.ui.confirm("T", "M", args ? JSON.parse(args) : undefined)) });
  relay.registerCommand("select", { handler: async (_, ctx) => show(ctx, await ctx.ui.select("T", ["A", "B"])) });
  relay.registerCommand("input", { handler: async (_, ctx) => show(ctx, await ctx.ui.input("T", "type")) });
  relay.registerCommand("editor", { handler: async (_, ctx) => show(ctx, await ctx.ui.editor("T", "pre")) });`;

describe("rpc: dialogs of extensions", () => {
  const suite = useRpc();

  it("rpc.md 57: an answer settles its dialog once, and gets no response", async () => {
    writeExtension(suite.workspace, "ask", asking);
    const relay = suite.start();
    relay.send({ type: "prompt", message: "/confirm" });
    const request = await dialog(relay, "confirm");
    const { id, ...rest } = request;
    assert.match(id as string, /^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    assert.deepEqual(rest, { type: "extension_ui_request", method: "confirm", title: "T", message: "M" });
    answer(relay, request, { confirmed: true });
    await relay.waitFor(({ type }) => type === "response");
    answer(relay, request, { confirmed: false });
    answer(relay, { id: "unknown" }, { confirmed: true });
    relay.write('{"type":"extension_ui_response","confirmed":true}\n');
    const state = await relay.request({ type: "get_state" });
    assert.equal(relay.records.at(-1), state);
    assert.deepEqual(notes(relay.records), ["true"]);
    assert.equal(relay.records.length, 4);
  });

  it("rpc.md 58, extension-api.md 45: a timeout gives the default, and what is no timeout is not sent", async () => {
    writeExtension(suite.workspace, "ask", asking);
    const relay = suite.start();
    relay.send({ type: "prompt", message: '/confirm {"timeout":50}' });
    const request = await dialog(relay, "confirm");
    assert.equal(request.timeout, 50);
    await relay.waitFor(({ type }) => type === "response");
    answer(relay, request, { confirmed: true });
    const from = relay.records.length;
    relay.send({ type: "prompt", message: '/confirm {"timeout":0}' });
    const endless = await dialog(relay, "confirm", from);
    assert.equal("timeout" in endless, false);
    answer(relay, endless, { confirmed: true });
    await relay.waitFor(({ type }) => type === "response", from);
    assert.deepEqual(notes(relay.records), ["false", "true"]);
  });

  const answers: [method: string, fields: AnyRecord, result: string][] = [
    ["confirm", { value: "x" }, "false"],
    ["confirm", {}, "false"],
    ["confirm", { cancelled: true, confirmed: true }, "false"],
    ["select", { cancelled: true }, "null"],
    ["select", {}, "null"],
    ["select", { confirmed: true }, "null"],
    ["select", { value: "Z" }, '"Z"'],
    ["input", { value: "" }, '""'],
    ["input", { value: 5 }, "null"],
    ["editor", { value: "text" }, '"text"'],
  ];
  it("rpc.md 58: answers of every shape give what their dialog can make of them", async () => {
    writeExtension(suite.workspace, "ask", asking);
    const relay = suite.start();
    for (const [method, fields] of answers) {
      const from = relay.records.length;
      relay.send({ type: "prompt", message: `/${method}` });
      answer(relay, await dialog(relay, method, from), fields);
      await relay.waitFor(({ type }) => type === "response", from);
    }
    assert.deepEqual(
      notes(relay.records),
      answers.map(([, , result]) => result),
    );
  });

  it("rpc.md 59: an abort ends the dialog of a run's hook, not that of a command", async () => {
    writeExtension(
      suite.workspace,
      "gate",
      `${asking}
      relay.on("tool_call", async (_, ctx) => {
        const allowed = await ctx.ui.confirm("Allow?", "bash");
        ctx.ui.notify("gate " + allowed);
        if (!allowed) return { block: true, reason: "no" };
      });`,
    );
    suite.model.add({ calls: [{ name: "bash", arguments: { command: "echo hi" } }] }, { text: "never" });
    const relay = suite.start();
    const command = relay.send({ type: "prompt", message: "/confirm" });
    const own = await dialog(relay, "confirm");
    const from = relay.records.length;
    relay.send({ type: "prompt", message: "go" });
    await dialog(relay, "confirm", from);
    assert.equal((await relay.request({ type: "abort" })).success, true);
    assert.deepEqual(notes(relay.records), ["gate false"]);
    assert.equal(relay.records.filter(isSettled)[0]?.aborted, true);
    answer(relay, own, { confirmed: true });
    await relay.waitFor(({ id }) => id === command);
    assert.deepEqual(notes(relay.records), ["gate false", "true"]);
  });

  it("rpc.md 60, rpc-additions.md 2: state and protocol can be read while session_start waits, prompts wait with it", async () => {
    writeExtension(
      suite.workspace,
      "hello",
      `relay.on("session_start", async (_, ctx) => ctx.ui.notify("said " + (await ctx.ui.confirm("T", "M"))));`,
    );
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    const request = await dialog(relay, "confirm");
    const prompt = relay.send({ type: "prompt", message: "p" });
    const { data } = await relay.request({ type: "get_state" });
    assert.equal(data.isStreaming, false);
    assert.equal((await relay.request({ type: "get_protocol" })).success, true);
    assert.equal(
      relay.records.some(({ id }) => id === prompt),
      false,
    );
    answer(relay, request, { confirmed: true });
    await relay.waitFor(isSettled);
    const at = relay.records.findIndex(({ id }) => id === prompt);
    const said = relay.records.findIndex(({ message }) => message === "said true");
    assert.ok(said !== -1 && said < at);
  });

  it("rpc.md 61: the end of stdin settles a dialog, and session_shutdown still runs", async () => {
    writeExtension(
      suite.workspace,
      "ask",
      `${asking}
      relay.registerCommand("wait", { handler: async (_, ctx) => process.stderr.write("got " + (await ctx.ui.confirm("T", "M")) + "\\n") });
      relay.on("session_shutdown", async (_, ctx) => process.stderr.write("bye " + (await ctx.ui.confirm("T", "M")) + "\\n"));`,
    );
    const relay = suite.start(undefined, { mayReport: true });
    relay.send({ type: "prompt", message: "/wait" });
    await dialog(relay, "confirm");
    assert.deepEqual(await relay.close(), { code: 0, signal: null });
    assert.equal(relay.stderr, "got false\nbye false\n");
    assert.equal(ofType(relay.records, "extension_ui_request").length, 1);
  });

  it("rpc.md §9: a replacement settles the dialogs of the old session", async () => {
    writeExtension(
      suite.workspace,
      "ask",
      `${asking}
      relay.registerCommand("wait", { handler: async (_, ctx) => process.stderr.write("got " + (await ctx.ui.confirm("T", "M")) + "\\n") });`,
    );
    const relay = suite.start(undefined, { mayReport: true });
    const waiting = relay.send({ type: "prompt", message: "/wait" });
    await dialog(relay, "confirm");
    assert.deepEqual((await relay.request({ type: "new_session" })).data, { cancelled: false });
    await relay.waitFor(({ id }) => id === waiting);
    assert.equal(relay.stderr, "got false\n");
  });

  it("seeds/rpc-extension-ui.md: notices become records, and what needs a terminal gives its empty value", async () => {
    writeExtension(
      suite.workspace,
      "ui",
      `relay.registerCommand("ui", { handler: async (_, ctx) => {
        const { ui } = ctx;
        ui.notify("n", "warning");
        ui.setStatus("s", "on");
        ui.setStatus("s", undefined);
        ui.setWidget("w", ["a", "b"], { placement: "belowEditor" });
        ui.setWidget("f", () => ({ render: () => [] }));
        ui.setWidget("w", undefined);
        ui.setTitle("t");
        ui.setEditorText("e");
        ui.pasteToEditor("p");
        ui.setFooter(); ui.setHeader(); ui.setWorkingMessage("x"); ui.setToolsExpanded(true);
        ui.onTerminalInput(() => undefined)();
        const values = [await ui.custom(() => ({ render: () => [] })), ui.getEditorText(), ui.getEditorComponent(),
          ui.getToolsExpanded(), ui.getAllThemes(), ui.getTheme("x"), ui.setTheme("x"), ui.theme.fg("accent", "z")];
        ui.notify(JSON.stringify(values));
      } });`,
    );
    const relay = suite.start();
    await relay.request({ type: "prompt", message: "/ui" });
    const shown = ofType(relay.records, "extension_ui_request").map((request) => ({
      ...request,
      id: undefined,
      type: undefined,
    }));
    assert.deepEqual(JSON.parse(JSON.stringify(shown)), [
      { method: "notify", message: "n", notifyType: "warning" },
      { method: "setStatus", statusKey: "s", statusText: "on" },
      { method: "setStatus", statusKey: "s" },
      { method: "setWidget", widgetKey: "w", widgetLines: ["a", "b"], widgetPlacement: "belowEditor" },
      { method: "setWidget", widgetKey: "w" },
      { method: "setTitle", title: "t" },
      { method: "set_editor_text", text: "e" },
      { method: "set_editor_text", text: "p" },
      {
        method: "notify",
        message: JSON.stringify([
          null, "", null, false, [], null,
          { success: false, error: "Theme switching not supported in RPC mode" }, "z",
        ]), // prettier-ignore
      },
    ]);
  });

  it("extension-api.md 47: dialogs that overlap are one wait for the user", async () => {
    writeExtension(
      suite.workspace,
      "span",
      `for (const name of ["ui_prompt_start", "ui_prompt_end"] as const) {
        relay.on(name, (event) => void process.stderr.write(JSON.stringify(event) + "\\n"));
      }
      relay.registerCommand("two", { handler: async (_, ctx) => {
        await Promise.all([ctx.ui.confirm("one", "M"), ctx.ui.input("two")]);
      } });`,
    );
    const relay = suite.start(undefined, { mayReport: true });
    relay.send({ type: "prompt", message: "/two" });
    answer(relay, await dialog(relay, "confirm"), { confirmed: true });
    answer(relay, await dialog(relay, "input"), { value: "x" });
    await relay.waitFor(({ type }) => type === "response");
    const event = (type: string): string =>
      `{"type":"${type}","reason":"ui_prompt","kind":"confirm","title":"one"}\n`;
    assert.equal(relay.stderr, event("ui_prompt_start") + event("ui_prompt_end"));
  });
});
