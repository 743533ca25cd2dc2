import assert from "node:assert/strict";
import { notes, writeExtension } from "../support/extensions.ts";
import type { AnyRecord } from "../support/relayProcess.ts";
import { isSettled, milestones, ofType, outline, textOf, useRpc, userTexts } from "../support/rpcSuite.ts";

const bashCall = (command: string, id = "call_1"): object => ({ name: "bash", arguments: { command }, id });

describe("rpc: what extensions change", () => {
  const suite = useRpc();
  const sent = (request: number): AnyRecord[] =>
    (suite.model.requests[request]?.messages ?? []) as AnyRecord[];
  const toolText = (records: readonly AnyRecord[]): string =>
    textOf(
      records.find((record) => record.type === "message_end" && record.message.role === "toolResult")
        ?.message as AnyRecord,
    );

  it("extension-api.md 11: a gate that throws blocks the call", async () => {
    writeExtension(
      suite.workspace,
      "gate",
      `relay.on("tool_call", () => { throw new Error("E"); });
      relay.on("tool_result", (_, ctx) => ctx.ui.notify("result"));`,
    );
    suite.model.add({ calls: [bashCall("echo hi") as never] }, { text: "ok" });
    const relay = suite.start();
    const records = await relay.prompt("p");
    assert.equal(toolText(records), "E");
    const [end] = ofType(records, "tool_execution_end");
    assert.deepEqual([end?.isError, "durationMs" in (end ?? {})], [true, false]);
    assert.deepEqual(notes(records), []);
    assert.deepEqual(
      ofType(records, "extension_error").map(({ event, error }) => [event, error]),
      [["tool_call", "E"]],
    );
  });

  it("extension-api.md 12: what one handler changes of the input, the next one sees and the tool runs", async () => {
    writeExtension(
      suite.workspace,
      "a",
      `relay.on("tool_call", (event) => { if (event.input.command === "echo 1") event.input.command = "echo 2"; });`,
    );
    writeExtension(
      suite.workspace,
      "b",
      `relay.on("tool_call", (event, ctx) => {
        ctx.ui.notify(String(event.input.command));
        if (event.input.command === "rm") return { block: true, reason: "first" };
      });
      relay.on("tool_call", () => ({ block: true, reason: "second" }));`,
    );
    suite.model.add({ calls: [bashCall("rm") as never] }, { text: "ok" });
    const relay = suite.start();
    assert.equal(toolText(await relay.prompt("p")), "first");
    assert.deepEqual(notes(relay.records), ["rm"]);
  });

  it("extension-api.md 12-13: changed input runs; a changed result is stored", async () => {
    writeExtension(
      suite.workspace,
      "a",
      `relay.on("tool_call", (event) => { event.input.command = "echo 2"; });
      relay.on("tool_result", (event) => ({ content: [{ type: "text", text: "got " + event.content[0].text.trim() }] }));
      relay.on("tool_result", (event) => ({ details: { seen: event.content[0].text } }));`,
    );
    suite.model.add({ calls: [bashCall("echo 1") as never] }, { text: "ok" });
    const relay = suite.start();
    const records = await relay.prompt("p");
    assert.equal(toolText(records), "got 2");
    const result = records.find(({ message }) => message?.role === "toolResult" && message.details);
    assert.deepEqual(result?.message.details, { seen: "got 2" });
  });

  it("extension-api.md 16: a replaced message is stored and sent; another role is refused", async () => {
    writeExtension(
      suite.workspace,
      "m",
      `relay.on("message_end", ({ message }) => {
        if (message.role === "user") return { message: { ...message, role: "assistant" } };
        if (message.role !== "assistant") return;
        return { message: { ...message, content: [{ type: "text", text: "changed" }] } };
      });`,
    );
    suite.model.add({ text: "said" });
    const relay = suite.start();
    const records = await relay.prompt("p");
    assert.deepEqual(userTexts(records), ["p"]);
    assert.equal((await relay.request({ type: "get_last_assistant_text" })).data.text, "changed");
    assert.deepEqual(
      ofType(records, "extension_error").map(({ event }) => event),
      ["message_end"],
    );
  });

  it("extension-api.md 17: a request keeps prompt and tools whatever handlers make of its messages", async () => {
    writeExtension(
      suite.workspace,
      "c",
      `relay.on("context", () => ({ messages: [{ role: "user", content: [{ type: "text", text: "only" }], timestamp: 1 }] }));
      relay.on("context_with_system", ({ messages }) => ({ messages: messages.slice(1) }));`,
    );
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    const records = await relay.prompt("p");
    assert.deepEqual(
      sent(0).map(({ role }) => role),
      ["system", "user"],
    );
    assert.match(JSON.stringify(sent(0)[1]), /only/);
    assert.ok(suite.model.requests[0]?.tools?.some((tool) => tool.function.name === "bash"));
    assert.deepEqual(
      ofType(records, "extension_error").map(({ event }) => event),
      ["context_with_system"],
    );
    assert.deepEqual(userTexts(records), ["p"]);
  });

  it("extension-api.md 18: headers and body of a request can be changed, its answer can be watched", async () => {
    writeExtension(
      suite.workspace,
      "h",
      `relay.on("before_provider_headers", ({ headers }) => {
        headers["X-A"] = "1";
        for (const name of Object.keys(headers)) if (name.toLowerCase() === "user-agent") headers[name] = null;
      });
      relay.on("before_provider_request", ({ payload }) => ({ ...payload, user: "me" }));
      relay.on("after_provider_response", ({ status }, ctx) => ctx.ui.notify("status " + status));
      let parts = 0;
      relay.on("provider_stream_event", ({ provider, model }, ctx) => { if (parts++ === 0) ctx.ui.notify(provider + "/" + model); });`,
    );
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    await relay.prompt("p");
    const request = suite.model.server.requests[0];
    assert.equal(request?.headers["x-a"], "1");
    assert.doesNotMatch(String(request?.headers["user-agent"]), /relay/i);
    assert.equal((request?.json as AnyRecord).user, "me");
    assert.deepEqual(notes(relay.records), ["status 200", "fake/m1"]);
  });

  it("extension-api.md 19: valid drafts of a turn are appended in order, before its public end", async () => {
    writeExtension(
      suite.workspace,
      "t",
      `relay.on("turn_end", (event) => ({
        entries: [
          { type: "custom", customType: "k", data: { turn: event.turnIndex, outcome: event.outcome } },
          { type: "custom_message", customType: "c", content: "note", display: true },
          { type: "context_edit", targetId: event.messageEntryId, replacement: { content: "short" } },
        ],
      }));`,
    );
    suite.model.add({ text: "long" }, { text: "ok" });
    const relay = suite.start();
    const records = await relay.prompt("p");
    assert.deepEqual(milestones(records).slice(-7), [
      "end:assistant", "entry_appended", "entry_appended", "entry_appended", "turn_end", "agent_end", "agent_settled",
    ]); // prettier-ignore
    assert.deepEqual(
      ofType(records, "entry_appended").map(({ entry }) => entry.type),
      ["custom", "custom_message", "context_edit"],
    );
    assert.deepEqual(ofType(records, "entry_appended")[0]?.entry.data, { turn: 0, outcome: "completed" });
    assert.equal(outline(records).includes("start:custom"), false);
    await relay.prompt("q");
    assert.deepEqual(
      sent(1)
        .slice(1)
        .map((message) => textOf(message)),
      ["p", "short", "note", "q"],
    );
  });

  it("extension-api.md 19: one bad draft spoils the list and its continuation", async () => {
    writeExtension(
      suite.workspace,
      "t",
      `relay.on("turn_end", () => ({
        entries: [
          { type: "context_edit", targetId: "nope", replacement: null },
          { type: "custom", customType: "k" },
        ],
        continue: true,
      }));`,
    );
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    const records = await relay.prompt("p");
    assert.deepEqual(ofType(records, "entry_appended"), []);
    const [error] = ofType(records, "extension_error");
    assert.deepEqual(
      [error?.event, error?.error],
      ["turn_end", "Invalid boundary entries: Entry nope not found"],
    );
    assert.equal(suite.model.requests.length, 1);
  });

  it("extension-api.md 20: a turn that is to go on sends one request, a queued message counts as it", async () => {
    writeExtension(
      suite.workspace,
      "t",
      `let left = 1;
      relay.on("turn_end", () => ({ continue: left-- > 0 }));
      relay.registerCommand("again", { handler: () => { left = 1; } });`,
    );
    suite.model.add({ text: "one" }, { text: "two" });
    const relay = suite.start();
    const records = await relay.prompt("p");
    assert.equal(suite.model.requests.length, 2);
    assert.equal(ofType(records, "agent_start").length, 1);
    await relay.request({ type: "prompt", message: "/again" });
    await relay.request({ type: "follow_up", message: "f" });
    suite.model.add({ text: "three" }, { text: "four" });
    const more = await relay.prompt("q");
    assert.equal(suite.model.requests.length, 4);
    assert.deepEqual(userTexts(more), ["q", "f"]);
  });

  it("extension-api.md §6.2: before settling an extension appends and asks for one more run", async () => {
    writeExtension(
      suite.workspace,
      "s",
      `let left = 1;
      relay.on("agent_before_settle", () => {
        if (left-- <= 0) return;
        return { entries: [{ type: "custom_message", customType: "c", content: "check", display: false }], continue: true };
      });
      relay.on("agent_settled", ({ aborted }, ctx) => ctx.ui.notify(JSON.stringify([aborted, ctx.isIdle()])));`,
    );
    suite.model.add({ text: "one" }, { text: "two" });
    const relay = suite.start();
    await relay.prompt("p");
    await relay.waitFor(({ method }) => method === "notify");
    assert.deepEqual(milestones(relay.records).filter((word) => /agent|entry/.test(word)), [
      "agent_start", "agent_end", "entry_appended", "agent_start", "agent_end", "agent_settled",
    ]); // prettier-ignore
    assert.equal(textOf(sent(1).at(-1) as AnyRecord), "check");
    assert.deepEqual(notes(relay.records), ["[false,true]"]);
  });

  it("extension-api.md 21: an aborted run is not asked before it settles", async () => {
    writeExtension(
      suite.workspace,
      "s",
      `relay.on("agent_before_settle", (_, ctx) => ctx.ui.notify("asked"));
      relay.on("agent_settled", ({ aborted }, ctx) => ctx.ui.notify("settled " + aborted));`,
    );
    suite.model.add({ text: "x", hold: new Promise(() => undefined) });
    const relay = suite.start();
    relay.send({ type: "prompt", message: "p" });
    await relay.waitFor((record) => record.assistantMessageEvent?.type === "text_delta");
    await relay.request({ type: "abort" });
    assert.deepEqual(notes(relay.records), ["settled true"]);
  });

  it("extension-api.md 25: a section of a run is taken back by the next one", async () => {
    writeExtension(
      suite.workspace,
      "b",
      `let first = true;
      relay.on("before_agent_start", (event) => {
        if (first) event.systemPromptOptions.sections.x = "1";
        first = false;
        return { message: { customType: "c", content: "extra", display: true } };
      });`,
    );
    suite.model.add({ text: "one" }, { text: "two" });
    const relay = suite.start();
    const systemOf = (records: readonly AnyRecord[]): AnyRecord[] =>
      records.filter(({ type, message }) => type === "message_end" && message.role === "system");
    const first = await relay.prompt("p");
    assert.equal(systemOf(first).length, 1);
    assert.equal(systemOf(first)[0]?.message.sections.x, "1");
    assert.match(JSON.stringify(sent(0)[0]), /<x>\\n1\\n<\/x>/);
    assert.deepEqual(
      milestones(first).filter((word) => word.startsWith("end:")),
      ["end:system", "end:user", "end:custom", "end:assistant"],
    );
    const second = await relay.prompt("q");
    assert.deepEqual(
      systemOf(second).map(({ message }) => message.sections),
      [{ x: null }],
    );
  });

  it("extension-api.md §6.2: a forced prompt leads the requests of its run, the transcript keeps sections", async () => {
    writeExtension(
      suite.workspace,
      "f",
      `relay.on("before_agent_start", (event) => event.messageType === "user" && event.prompt === "p" ? { systemPrompt: "Be a poet." } : undefined);
      relay.on("before_agent_start", (event, ctx) => ctx.ui.notify(event.systemPrompt.slice(0, 10)));`,
    );
    suite.model.add({ text: "one" }, { text: "two" });
    const relay = suite.start();
    await relay.prompt("p");
    assert.equal(textOf(sent(0)[0] as AnyRecord), "Be a poet.");
    assert.ok(suite.model.requests[0]?.tools?.length);
    await relay.prompt("q");
    assert.notEqual(textOf(sent(1)[0] as AnyRecord), "Be a poet.");
    assert.equal(notes(relay.records)[0], "Be a poet.");
  });

  it("extension-api.md 37-38: an idle message is stored with its pair; one that triggers starts a run", async () => {
    writeExtension(
      suite.workspace,
      "m",
      `relay.on("before_agent_start", (event, ctx) => ctx.ui.notify(event.messageType));
      relay.registerCommand("say", { handler: (args) => relay.sendMessage({ customType: "c", content: args, display: true }) });
      relay.registerCommand("run", { handler: (args) => relay.sendMessage({ customType: "c", content: args, display: true }, { triggerTurn: true }) });`,
    );
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    await relay.request({ type: "prompt", message: "/say one" });
    await relay.waitFor(({ type }) => type === "message_end");
    assert.deepEqual(
      outline(relay.records).filter((word) => !word.startsWith("response")),
      ["start:custom", "end:custom"],
    );
    relay.send({ type: "prompt", message: "/run two" });
    await relay.waitFor(isSettled);
    assert.deepEqual(notes(relay.records), ["custom"]);
    assert.deepEqual(
      sent(0)
        .slice(1)
        .map((message) => textOf(message)),
      ["one", "two"],
    );
    const { data } = await relay.request({ type: "get_entries" });
    assert.equal(data.entries.filter(({ type }: AnyRecord) => type === "custom_message").length, 2);
  });

  it("extension-api.md 38: a message that waits for the turn comes after its end, without a request", async () => {
    writeExtension(
      suite.workspace,
      "m",
      `relay.on("tool_call", () => relay.sendMessage({ customType: "c", content: "later", display: true }, { triggerTurn: false }));`,
    );
    suite.model.add({ calls: [bashCall("true") as never] }, { text: "ok" });
    const relay = suite.start();
    const records = await relay.prompt("p");
    assert.deepEqual(milestones(records).filter((word) => /custom|turn_end|toolResult/.test(word)), [
      "end:toolResult", "turn_end", "end:custom", "turn_end",
    ]); // prettier-ignore
    assert.equal(suite.model.requests.length, 2);
    assert.equal(textOf(sent(1).at(-1) as AnyRecord), "later");
    const [end] = ofType(records, "agent_end");
    assert.equal(
      end?.messages.some(({ role }: AnyRecord) => role === "custom"),
      false,
    );
  });

  it("extension-api.md 39, 41: user messages of extensions are text, need a place while busy, may be commands", async () => {
    writeExtension(
      suite.workspace,
      "u",
      `relay.registerCommand("cmd", { handler: (_, ctx) => ctx.ui.notify("ran") });
      relay.registerCommand("send", { handler: (args) => relay.sendUserMessage(...(JSON.parse(args) as [string])) });
      relay.on("tool_call", () => {
        relay.sendUserMessage("x");
        relay.sendUserMessage("y", { deliverAs: "steer" });
      });`,
    );
    suite.model.add({ calls: [bashCall("true") as never] }, { text: "ok" });
    const relay = suite.start();
    const records = await relay.prompt("p");
    assert.deepEqual(userTexts(records), ["p", "y"]);
    const [error] = ofType(records, "extension_error");
    assert.deepEqual([error?.extensionPath, error?.event], ["<runtime>", "send_user_message"]);
    assert.match(error?.error as string, /^Agent is already processing/);
    await relay.request({ type: "prompt", message: '/send ["/cmd",{"expandPromptTemplates":true}]' });
    await relay.waitFor(({ method }) => method === "notify");
    const from = relay.records.length;
    suite.model.add({ text: "ok" });
    relay.send({ type: "prompt", message: '/send ["/cmd"]' });
    await relay.waitFor(isSettled, from);
    assert.deepEqual(userTexts(relay.records.slice(from)), ["/cmd"]);
    assert.deepEqual(notes(relay.records), ["ran"]);
  });

  it("extension-api.md 40: a message for the next turn follows the prompt", async () => {
    writeExtension(
      suite.workspace,
      "n",
      `relay.on("session_start", () => relay.sendMessage({ customType: "c", content: "m", display: true }, { deliverAs: "nextTurn" }));`,
    );
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    await relay.prompt("p");
    assert.deepEqual(
      sent(0)
        .slice(1)
        .map((message) => textOf(message)),
      ["p", "m"],
    );
  });

  it("extension-api.md 42: an entry is announced and never sent", async () => {
    writeExtension(
      suite.workspace,
      "e",
      `relay.registerCommand("keep", { handler: () => relay.appendEntry("k", { a: 1 }) });
      relay.registerCommand("bad", { handler: () => relay.appendEntry("k", 1n) });`,
    );
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    await relay.request({ type: "prompt", message: "/keep" });
    const [appended] = ofType(relay.records, "entry_appended");
    assert.deepEqual([appended?.entry.customType, appended?.entry.data], ["k", { a: 1 }]);
    await relay.request({ type: "prompt", message: "/bad" });
    assert.match(ofType(relay.records, "extension_error")[0]?.error as string, /is no JSON/);
    await relay.prompt("p");
    assert.equal(sent(0).length, 2);
  });

  it("extension-api.md 32: nested calls carry their parent, and one result records them", async () => {
    writeExtension(
      suite.workspace,
      "n",
      `relay.registerTool({
        name: "outer", label: "Outer", description: "Calls others",
        parameters: { type: "object", properties: {} },
        execute: async (_id, _params, _signal, _onUpdate, ctx) => {
          const one = await ctx.executeTool("bash", { command: "echo 1" });
          const two = await ctx.executeTool("nope", {});
          const text = one.result.content[0].text.trim() + " " + two.result.content[0].text + " " + one.toolCall.id;
          return { content: [{ type: "text", text }], details: undefined };
        },
      });`,
    );
    suite.model.add({ calls: [{ name: "outer", arguments: {}, id: "call_1" }] }, { text: "ok" });
    const relay = suite.start();
    const records = await relay.prompt("p");
    assert.equal(toolText(records), "1 Tool nope not found call_1/1");
    assert.deepEqual(
      ofType(records, "tool_execution_start").map(({ toolCallId, parentToolCallId }) => [
        toolCallId,
        parentToolCallId,
      ]),
      [
        ["call_1", undefined],
        ["call_1/1", "call_1"],
        ["call_1/2", "call_1"],
      ],
    );
    const results = records.filter(
      ({ type, message }) => type === "message_end" && message.role === "toolResult",
    );
    assert.equal(results.length, 1);
    const { complete, calls } = results[0]?.message.nestedCalls as AnyRecord;
    assert.equal(complete, true);
    assert.deepEqual(
      calls.map(
        (call: AnyRecord) => JSON.parse(JSON.stringify({ ...call, durationMs: undefined })) as AnyRecord,
      ),
      [
        { id: "call_1/1", name: "bash", arguments: { command: "echo 1" }, status: "ok" },
        { id: "call_1/2", name: "nope", arguments: {}, status: "error", error: "Tool nope not found" },
      ],
    );
  });

  it("extension-api.md 30-31: tools of extensions are declared, switched and withdrawn", async () => {
    writeExtension(
      suite.workspace,
      "t",
      `const tool = (name, more = {}) => relay.registerTool({
        name, label: name, description: name, parameters: { type: "object", properties: {} },
        execute: async () => ({ content: [{ type: "text", text: name }], details: undefined }), ...more,
      });
      tool("plain"); tool("later", { defaultActive: false }); tool("hiddenTool", { exposure: "hidden" });
      relay.on("session_start", () => tool("deferred", { exposure: "deferred" }));
      relay.registerCommand("active", { handler: (args, ctx) => {
        if (args) relay.setActiveTools(JSON.parse(args));
        ctx.ui.notify(relay.getActiveTools().join());
      } });`,
    );
    suite.model.add({ text: "1" }, { text: "2" }, { text: "3" });
    const relay = suite.start();
    const active = async (args = ""): Promise<string | undefined> => {
      await relay.request({ type: "prompt", message: `/active ${args}` });
      return notes(relay.records).at(-1);
    };
    assert.equal(await active(), "read,bash,edit,write,plain");
    await relay.prompt("p");
    assert.equal(await active('["plain","write","edit","bash","read"]'), "read,bash,edit,write,plain");
    assert.equal(
      ofType(await relay.prompt("q"), "message_end").some(({ message }) => message.role === "system"),
      false,
    );
    assert.equal(await active('["read","nope","hiddenTool","deferred"]'), "read,deferred");
    const records = await relay.prompt("r");
    const system = records.find(({ message }) => message?.role === "system")?.message as AnyRecord;
    assert.deepEqual(system.toolsRemoved.map(({ name }: AnyRecord) => name).sort(), [
      "bash",
      "edit",
      "plain",
      "write",
    ]);
    assert.deepEqual(
      suite.model.requests[2]?.tools?.map((tool) => tool.function.name),
      ["read", "deferred"],
    );
  });

  it("extension-api.md §6.4: a change of the model or the level is told once, level first", async () => {
    writeExtension(
      suite.workspace,
      "s",
      `relay.on("model_select", ({ model, previousModel, source }, ctx) => ctx.ui.notify([previousModel?.id, model.id, source].join(" ")));
      relay.on("thinking_level_select", ({ level, previousLevel }, ctx) => ctx.ui.notify(previousLevel + " " + level));
      relay.on("session_info_changed", ({ name }, ctx) => ctx.ui.notify("name " + name));`,
    );
    const relay = suite.start(["--no-session", "--thinking", "high"]);
    await relay.request({ type: "set_model", provider: "fake", modelId: "m0" });
    await relay.request({ type: "set_model", provider: "fake", modelId: "m0" });
    await relay.request({ type: "cycle_model" });
    await relay.request({ type: "set_session_name", name: "n" });
    assert.deepEqual(notes(relay.records), ["high off", "m1 m0 set", "off high", "m0 m1 cycle", "name n"]);
  });

  it("extension-api.md §6.1: a move in the tree can be refused", async () => {
    writeExtension(
      suite.workspace,
      "t",
      `let refuse = false;
      relay.registerCommand("refuse", { handler: () => { refuse = true; } });
      relay.on("session_before_tree", ({ preparation }, ctx) => {
        ctx.ui.notify("before " + preparation.userWantsSummary + " " + preparation.entriesToSummarize.length);
        return { cancel: refuse };
      });
      relay.on("session_tree", (_, ctx) => ctx.ui.notify("moved " + ctx.sessionManager.getBranch().length));`,
    );
    suite.model.add({ text: "one" });
    const relay = suite.start();
    await relay.prompt("p");
    const { data } = await relay.request({ type: "get_fork_messages" });
    const { entryId } = data.messages[0] as AnyRecord;
    await relay.request({ type: "prompt", message: "/refuse" });
    const refused = await relay.request({ type: "navigate_tree", targetId: entryId });
    assert.equal(refused.data.cancelled, true);
    assert.equal(notes(relay.records).length, 1);
    assert.match(notes(relay.records)[0] ?? "", /^before false \d$/);
  });

  it("extension-api.md §7: waitForIdle waits for what was sent just before, also when its run has yet to begin", async () => {
    writeExtension(
      suite.workspace,
      "sender",
      `relay.on("input", async () => { await new Promise((resolve) => setImmediate(resolve)); });
      relay.registerCommand("send", {
        handler: async (_, ctx) => {
          relay.sendUserMessage("one");
          await ctx.waitForIdle();
          ctx.ui.notify("after one: " + ctx.sessionManager.getBranch().at(-1).message.role);
          relay.sendMessage({ customType: "c", content: "two", display: true }, { triggerTurn: true });
          await ctx.waitForIdle();
          ctx.ui.notify("after two: " + ctx.sessionManager.getBranch().at(-1).message.role);
        },
      });`,
    );
    suite.model.add({ text: "first" }, { text: "second" });
    const relay = suite.start();
    await relay.request({ type: "prompt", message: "/send" });
    assert.deepEqual(notes(relay.records), ["after one: assistant", "after two: assistant"]);
    assert.equal(suite.model.requests.length, 2);
  });
});
