import assert from "node:assert/strict";
import { notes, writeExtension } from "../support/extensions.ts";
import { runRelay, type AnyRecord } from "../support/relayProcess.ts";
import { ofType, textOf, useRpc } from "../support/rpcSuite.ts";

const compaction = { keepRecentTokens: 1 };

/** Source of a tool of an extension; `execute` is the body of its function. */
function toolSource(name: string, execute: string): string {
  return `relay.registerTool({
    name: "${name}", label: "${name}", description: "A tool",
    parameters: { type: "object", properties: { text: { type: "string" } } },
    execute: async (_id, params, signal, onUpdate, ctx) => { ${execute} },
  });`;
}

describe("rpc: tools, branches and compactions of extensions", () => {
  const suite = useRpc({ compaction });

  /** What the model's call of `outer` left in the session, and what was notified. */
  async function callOuter(): Promise<{ message: AnyRecord; records: AnyRecord[] }> {
    suite.model.add({ calls: [{ name: "outer", arguments: {}, id: "call_1" }] }, { text: "ok" });
    const relay = suite.start();
    const records = await relay.prompt("p");
    const ends = ofType(records, "message_end").map((record) => record.message as AnyRecord);
    return { message: ends.find(({ role }) => role === "toolResult") ?? assert.fail("no result"), records };
  }

  it("extension-api.md 6: models of a provider that an async factory registers are listed", async () => {
    suite.workspace.writeAgentFile(
      "extensions/late.ts",
      `export default async (relay) => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        relay.registerProvider("late", {
          baseUrl: "http://127.0.0.1:1/v1", api: "openai-completions", apiKey: "k",
          models: [{ id: "late-model" }],
        });
      };`,
    );
    const { stdout, stderr, code } = await runRelay(suite.workspace, ["--list-models"]);
    assert.deepEqual([stderr, code], ["", 0]);
    assert.match(stdout, /late +late-model/);
  });

  it("extension-api.md 13: a caller gets no structured form of content that a handler has replaced", async () => {
    const inner = `return { content: [{ type: "text", text: "old" }], structuredContent: { a: 1 }, details: { d: 1 } };`;
    writeExtension(
      suite.workspace,
      "nested",
      `${toolSource("inner", inner)}
      ${toolSource(
        "outer",
        `const { result } = await ctx.executeTool("inner", {});
        return { content: [{ type: "text", text: JSON.stringify(result) }] };`,
      )}
      relay.on("tool_result", ({ toolName }) =>
        toolName === "inner" ? { content: [{ type: "text", text: "new" }] } : undefined);`,
    );
    const { message } = await callOuter();
    assert.deepEqual(JSON.parse(textOf(message)), {
      content: [{ type: "text", text: "new" }],
      details: { d: 1 },
    });
  });

  it("extension-api.md 27: a result that is an error keeps its details, and its caller the structured form", async () => {
    const failing = `return { isError: true, content: [{ type: "text", text: "bad" }], structuredContent: { a: 1 }, details: { d: 1 } };`;
    writeExtension(
      suite.workspace,
      "failing",
      `${toolSource("inner", failing)}
      ${toolSource(
        "outer",
        `const { result, isError } = await ctx.executeTool("inner", {});
        ctx.ui.notify(JSON.stringify([isError, result.structuredContent, result.details]));
        ${failing}`,
      )}`,
    );
    const { message, records } = await callOuter();
    assert.deepEqual(notes(records), ['[true,{"a":1},{"d":1}]']);
    assert.deepEqual([message.isError, message.details, textOf(message)], [true, { d: 1 }, "bad"]);
    assert.equal("structuredContent" in message, false);
    const [, request] = suite.model.requests;
    const told = request?.messages.find(({ role }) => role === "tool");
    assert.match(textOf(told as AnyRecord), /bad/);
  });

  it("extension-api.md 29: an update after the tool has settled is no event", async () => {
    writeExtension(
      suite.workspace,
      "late",
      toolSource(
        "outer",
        `const update = (text) => onUpdate({ content: [{ type: "text", text }] });
        update("in time");
        setTimeout(() => { update("late"); ctx.ui.notify("updated"); }, 0);
        return { content: [{ type: "text", text: "done" }] };`,
      ),
    );
    suite.model.add({ calls: [{ name: "outer", arguments: {}, id: "call_1" }] }, { text: "ok" });
    const relay = suite.start();
    await relay.prompt("p");
    await relay.waitFor(({ method }) => method === "notify");
    const updates = ofType(relay.records, "tool_execution_update");
    assert.deepEqual(
      updates.map(({ partialResult }) => textOf(partialResult as AnyRecord)),
      ["in time"],
    );
  });

  it("extension-api.md 33: 300 nested calls leave 256 records and the usage of all", async () => {
    const usage = `{ input: 1, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 1, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0.5 } }`;
    writeExtension(
      suite.workspace,
      "many",
      `${toolSource("inner", `return { content: [], usage: ${usage} };`)}
      ${toolSource(
        "outer",
        `for (let n = 0; n < 300; n++) await ctx.executeTool("inner", {});
        return { content: [{ type: "text", text: "done" }] };`,
      )}`,
    );
    const { message } = await callOuter();
    const { calls, complete } = message.nestedCalls as AnyRecord;
    assert.deepEqual([calls.length, complete], [256, false]);
    assert.deepEqual([message.usage.totalTokens, message.usage.cost.total], [300, 150]);
  });

  it("extension-api.md 33: arguments of 9 KiB are left out of the record; a call of nothing resolves", async () => {
    writeExtension(
      suite.workspace,
      "large",
      `${toolSource("inner", `return { content: [{ type: "text", text: String(params.text.length) }] };`)}
      ${toolSource(
        "outer",
        `const { result } = await ctx.executeTool("inner", { text: "x".repeat(9 * 1024) });
        const { isError } = await ctx.executeTool("nope", {});
        return { content: [{ type: "text", text: result.content[0].text + " " + isError }] };`,
      )}`,
    );
    const { message } = await callOuter();
    assert.equal(textOf(message), `${9 * 1024} true`);
    const { calls, complete } = message.nestedCalls as AnyRecord;
    assert.equal(complete, false);
    assert.deepEqual(
      calls.map(({ name, arguments: args, argumentsBytes }: AnyRecord) => [
        name,
        args ?? null,
        argumentsBytes ?? null,
      ]),
      [
        ["inner", null, 9 * 1024 + JSON.stringify({ text: "" }).length],
        ["nope", {}, null],
      ],
    );
  });

  it("extension-api.md 43: state that is rebuilt from the branch follows a move in the tree", async () => {
    writeExtension(
      suite.workspace,
      "state",
      `let state = 0;
      const rebuild = (ctx) => {
        const own = ctx.sessionManager.getBranch().filter(({ customType }) => customType === "count");
        state = own.at(-1)?.data.value ?? 0;
      };
      relay.on("session_start", (_, ctx) => rebuild(ctx));
      relay.on("session_tree", (_, ctx) => rebuild(ctx));
      relay.registerCommand("set", {
        handler: (args) => { state = Number(args); relay.appendEntry("count", { value: state }); },
      });
      relay.registerCommand("tell", { handler: (_, ctx) => ctx.ui.notify(String(state)) });`,
    );
    suite.model.add({ text: "one" }, { text: "two" }, { text: "three" });
    const relay = suite.start();
    const run = (message: string): Promise<unknown> => relay.request({ type: "prompt", message });
    const leaf = async (): Promise<unknown> => (await relay.request({ type: "get_state" })).data.leafId;
    await relay.prompt("root");
    const root = await leaf();
    await relay.prompt("a");
    await run("/set 3");
    const branchA = await leaf();
    await relay.request({ type: "navigate_tree", targetId: root });
    await run("/tell");
    await relay.prompt("b");
    await run("/set 5");
    const branchB = await leaf();
    for (const targetId of [branchA, branchB]) {
      await relay.request({ type: "navigate_tree", targetId });
      await run("/tell");
    }
    assert.deepEqual(notes(relay.records), ["0", "3", "5"]);
  });

  it("extension-api.md 44: a cancelled compaction leaves no entry, and handlers hear that it was aborted", async () => {
    writeExtension(
      suite.workspace,
      "c",
      `relay.on("session_before_compact", ({ reason }, ctx) => {
        ctx.ui.notify(reason);
        return { cancel: true };
      });
      relay.on("session_compact_failed", ({ aborted, fromExtension }, ctx) =>
        ctx.ui.notify(JSON.stringify({ aborted, fromExtension })));`,
    );
    suite.model.add({ text: "a".repeat(200) }, { text: "b".repeat(200) });
    const relay = suite.start();
    await relay.prompt("p".repeat(4000));
    await relay.prompt("q");
    const response = await relay.request({ type: "compact" });
    assert.deepEqual([response.success, response.error], [false, "Compaction cancelled"]);
    assert.deepEqual(notes(relay.records), ["manual", '{"aborted":true,"fromExtension":false}']);
    const { entries } = (await relay.request({ type: "get_entries" })).data;
    assert.equal(JSON.stringify(entries).includes('"type":"compaction"'), false);
    assert.equal(suite.model.requests.length, 2);
  });
});
