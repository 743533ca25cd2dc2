import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startSseServer } from "../fakes/sseServer.ts";
import { answer, dialog, notes } from "../support/extensions.ts";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";
import { textOf, useRpc, userTexts } from "../support/rpcSuite.ts";

const folder = fileURLToPath(new URL("../../examples/extensions", import.meta.url));

describe("examples of extensions", () => {
  const suite = useRpc();
  const start = (name: string, ...args: string[]): RpcProcess =>
    suite.start(["--no-session", "-e", join(folder, `${name}.ts`), ...args]);
  const command = (relay: RpcProcess, message: string): Promise<AnyRecord> =>
    relay.request({ type: "prompt", message });
  const results = (records: readonly AnyRecord[]): string[] =>
    records
      .filter(({ type, message }) => type === "message_end" && message.role === "toolResult")
      .map(({ message }) => textOf(message as AnyRecord));
  const call = (name: string, args: object): { calls: { name: string; arguments: object }[] } => ({
    calls: [{ name, arguments: args }],
  });

  it("hello has a tool and a command", async () => {
    suite.model.add(call("greet", { name: "Ada" }), { text: "ok" });
    const relay = start("hello");
    assert.deepEqual(results(await relay.prompt("p")), ["Hello, Ada!"]);
    await command(relay, "/hello");
    assert.deepEqual(notes(relay.records), ["Hello, world!"]);
  });

  it("permission-gate asks before it lets a command delete", async () => {
    const path = suite.workspace.write("doomed/file", "");
    suite.model.add(call("bash", { command: "rm -rf doomed" }), { text: "ok" });
    suite.model.add(call("bash", { command: "rm -rf doomed" }), { text: "ok" });
    const relay = start("permission-gate");
    const refused = relay.prompt("p");
    answer(relay, await dialog(relay, "confirm"), { confirmed: false });
    assert.deepEqual(results(await refused), ["The user did not allow this command."]);
    assert.equal(existsSync(path), true);
    const from = relay.records.length;
    const allowed = relay.prompt("Delete the directory doomed");
    answer(relay, await dialog(relay, "confirm", from), { confirmed: true });
    await allowed;
    assert.equal(existsSync(path), false);
  });

  it("protected-paths keeps secrets as they are", async () => {
    suite.model.add(call("write", { path: "a/.env.local", content: "x" }), { text: "ok" });
    suite.model.add(call("write", { path: "a/env", content: "x" }), { text: "ok" });
    const relay = start("protected-paths");
    assert.deepEqual(results(await relay.prompt("p")), ["a/.env.local is protected."]);
    await relay.prompt("q");
    assert.deepEqual(
      ["a/.env.local", "a/env"].map((path) => existsSync(join(suite.workspace.cwd, path))),
      [false, true],
    );
  });

  it("todo keeps a list that follows the branch", async () => {
    suite.model.add(call("todo", { add: "one" }), { text: "ok" }, call("todo", { add: "two" }), {
      text: "ok",
    });
    const relay = start("todo");
    await relay.prompt("p");
    assert.deepEqual(results(await relay.prompt("q")), ["- one\n- two"]);
    const { data } = await relay.request({ type: "get_fork_messages" });
    await relay.request({ type: "navigate_tree", targetId: data.messages[1].entryId });
    await command(relay, "/todos");
    assert.deepEqual(notes(relay.records), ["one"]);
  });

  it("input-macros answers and rewrites what is typed", async () => {
    suite.model.add({ text: "ok" });
    const relay = start("input-macros");
    assert.deepEqual((await command(relay, "ping")).data, { disposition: "handled" });
    assert.deepEqual(notes(relay.records), ["pong"]);
    assert.deepEqual(userTexts(await relay.prompt("? why")), ["Answer briefly: why"]);
  });

  it("session-notes keeps notes that the model does not read", async () => {
    suite.model.add({ text: "ok" });
    const relay = start("session-notes");
    await command(relay, "/note buy milk");
    await relay.prompt("p");
    assert.doesNotMatch(JSON.stringify(suite.model.requests[0]), /milk/);
    await command(relay, "/note");
    assert.deepEqual(notes(relay.records), ["buy milk"]);
  });

  it("plan-flag leaves the model nothing but reading", async () => {
    suite.model.add({ text: "ok" });
    await start("plan-flag", "--plan").prompt("p");
    const [request] = suite.model.requests;
    assert.deepEqual(
      request?.tools?.map((tool) => tool.function.name),
      ["read"],
    );
    assert.match(JSON.stringify(request?.messages[0]), /<plan>\\nMake a plan\./);
  });

  it("debug-provider writes requests and answers to a file", async () => {
    suite.model.add({ text: "ok" });
    const relay = start("debug-provider");
    await command(relay, "/debug-provider");
    await relay.prompt("p");
    const lines = readFileSync(join(suite.workspace.cwd, "provider.log"), "utf8").trim().split("\n");
    const [request, response] = lines.map((line) => JSON.parse(line) as AnyRecord);
    assert.equal(request?.payload.model, "m1");
    assert.deepEqual(response, { status: 200 });
  });

  it("sign-in gets a token for the code that its server gives", async () => {
    const forms: string[] = [];
    const server = await startSseServer((request, respond) => {
      forms.push(request.body);
      respond.reply(200, { access_token: "a1", refresh_token: "r1" });
    });
    try {
      const relay = suite.start(["--no-session", "-e", join(folder, "sign-in.ts")], {
        env: { DEMO_SERVER: server.url },
      });
      const response = relay.request({ type: "login", provider: "demo" });
      const method = await dialog(relay, "select");
      answer(relay, method, { value: "Sign in: Demo account" });
      answer(relay, await dialog(relay, "input"), { value: "http://127.0.0.1/callback?code=c1" });
      assert.deepEqual((await response).data, { status: "ready" });
      const [note = ""] = notes(relay.records);
      assert.match(note, /authorize\?code_challenge=[\w-]{43}&redirect_uri=http/);
      const form = new URLSearchParams(forms[0]);
      assert.deepEqual([form.get("code"), form.get("code_verifier")?.length], ["c1", 43]);
    } finally {
      await server.close();
    }
  });

  it("second-opinion asks an agent that only reads, and streams what it says", async () => {
    suite.model.add(
      call("second_opinion", { plan: "Delete it" }),
      call("ls", {}),
      { text: ["Too", " risky"] },
      { text: "ok" },
    );
    const relay = suite.start(["--no-session", "-e", join(folder, "second-opinion.ts")], {
      env: { RELAY_CODING_AGENT_DIR: suite.workspace.agentDir },
    });
    const records = await relay.prompt("p");
    assert.deepEqual(results(records), ["Too risky"]);
    assert.ok(
      records.some(
        ({ type, partialResult }) =>
          type === "tool_execution_update" && textOf(partialResult as AnyRecord) === "Too",
      ),
    );
    const [, inner] = suite.model.requests;
    assert.deepEqual(
      inner?.tools?.map((tool) => tool.function.name),
      ["read", "grep", "find", "ls"],
    );
    assert.match(JSON.stringify(inner?.messages[0]), /You review what another agent wants to do/);
  });

  it("all of them load together", async () => {
    const names = readdirSync(folder).filter((name) => name.endsWith(".ts"));
    const relay = suite.start(["--no-session", ...names.flatMap((name) => ["-e", join(folder, name)])]);
    // Handled once extensions have begun their work.
    await command(relay, "/about");
    const { data } = await relay.request({ type: "get_resources" });
    assert.deepEqual(
      data.extensions.map(({ name }: AnyRecord) => name as string),
      [...names, "builtin:intake"],
    );
    const commands = (await relay.request({ type: "get_commands" })).data.commands as AnyRecord[];
    const paths = new Set(commands.map(({ sourceInfo }) => basename(sourceInfo.path as string)));
    assert.ok(paths.has("handover.ts") && paths.has("bookmarks.ts"));
    assert.ok(
      commands.some(({ name }) => name === "explain") && commands.some(({ name }) => name === "skill:review"),
    );
  });

  it("cost-router, echo-provider: a routed model answers, and the selection stays", async () => {
    const relay = suite.start([
      "-e",
      join(folder, "cost-router.ts"),
      "-e",
      join(folder, "echo-provider.ts"),
      "--no-session",
    ]);
    await relay.request({ type: "set_model", provider: "echo", modelId: "echo-1" });
    const told = (records: readonly AnyRecord[]): string[] =>
      records
        .filter(({ type, message }) => type === "message_end" && message.role === "assistant")
        .map(({ message }) => textOf(message as AnyRecord));
    assert.deepEqual(told(await relay.prompt("hello")), ["You said: hello"]);
    await relay.request({ type: "set_model", provider: "router", modelId: "auto" });
    suite.model.add({ text: "routed" });
    const records = await relay.prompt("hello");
    const { data } = await relay.request({ type: "get_state" });
    assert.equal(data.model.id, "auto");
    assert.equal(told(records).length, 1);
    assert.ok(data.routedModel.provider !== "router");
  });

  it("mood asks the classifier that it brings", async () => {
    const relay = start("mood");
    await command(relay, "/mood this is great");
    await command(relay, "/mood oh no");
    assert.deepEqual(notes(relay.records), ["happy", "not happy"]);
  });

  it("providers says what is known, and no secret", async () => {
    const relay = start("providers");
    await command(relay, "/providers");
    const [note = ""] = notes(relay.records);
    assert.match(note, /^fake: fake\n3 models, 2 of them usable\ncredentials: /);
    assert.doesNotMatch(note, /test-key/);
  });

  it("read-many calls another tool with its checks", async () => {
    suite.workspace.write("a.txt", "1\n2\n");
    suite.model.add(call("read_many", { paths: ["a.txt", "none.txt"] }), { text: "ok" });
    const records = await start("read-many").prompt("p");
    const [result] = results(records);
    assert.deepEqual(Object.keys(JSON.parse(result ?? "") as object), ["a.txt"]);
    const nested = records.filter(
      ({ type, parentToolCallId }) => type === "tool_execution_end" && parentToolCallId,
    );
    assert.equal(nested.length, 2);
  });

  it("tool-loader activates a tool when the model asks for it", async () => {
    suite.model.add(call("load_tool", { name: "shout" }), call("shout", { text: "hi" }), { text: "ok" });
    assert.deepEqual(results(await start("tool-loader").prompt("p")), ["shout is ready.", "HI"]);
    const names = suite.model.requests.map(({ tools }) =>
      tools?.some((tool) => tool.function.name === "shout"),
    );
    assert.deepEqual(names, [false, true, true]);
  });

  it("bookmarks names a place and goes back to it", async () => {
    suite.model.add({ text: "one" }, { text: "two" });
    const relay = start("bookmarks");
    await relay.prompt("p");
    await command(relay, "/mark here");
    const [, marked] = /^here at (\w+)$/.exec(notes(relay.records)[0] ?? "") ?? [];
    await relay.prompt("q");
    await command(relay, "/go here");
    assert.equal((await relay.request({ type: "get_state" })).data.leafId, marked);
  });

  it("handover begins a session that knows the goal", async () => {
    const relay = suite.start(["-e", join(folder, "handover.ts")]);
    const before = (await relay.request({ type: "get_state" })).data;
    await command(relay, "/handover Ship it");
    const after = (await relay.request({ type: "get_state" })).data;
    assert.notEqual(after.sessionId, before.sessionId);
    assert.equal(after.sessionName, "Ship it");
    const { messages } = (await relay.request({ type: "get_messages" })).data;
    assert.deepEqual(
      messages
        .filter(({ role }: AnyRecord) => role === "custom")
        .map(({ content }: AnyRecord) => content as string),
      ["The goal: Ship it"],
    );
  });

  it("redact keeps keys from the model", async () => {
    suite.workspace.write("k.txt", "sk-abcdefgh12345");
    suite.model.add(call("read", { path: "k.txt" }), { text: "sk-abcdefgh12345 it is" });
    const records = await start("redact").prompt("my key is sk-abcdefgh12345");
    assert.doesNotMatch(JSON.stringify(suite.model.requests), /sk-abcdefgh/);
    const answered = records.filter(
      ({ type, message }) => type === "message_end" && message.role === "assistant",
    );
    assert.equal(textOf(answered.at(-1)?.message as AnyRecord), "[key] it is");
  });

  it("check-before-done asks once for tests after a change", async () => {
    suite.model.add(call("write", { path: "a.txt", content: "x" }), { text: "done" }, { text: "tested" });
    const records = await start("check-before-done").prompt("Write a.txt");
    assert.equal(suite.model.requests.length, 3);
    assert.ok(records.some(({ type, entry }) => type === "entry_appended" && entry.customType === "check"));
  });

  it("reminder reaches the model with the next prompt", async () => {
    suite.model.add({ text: "ok" });
    const relay = start("reminder");
    await command(relay, "/remind 0 drink water");
    await relay.prompt("p");
    assert.match(JSON.stringify(suite.model.requests[0]), /drink water/);
  });

  it("docs-server, about, effort and session-title say what they do", async () => {
    const named = ["docs-server", "about", "effort", "session-title"];
    const relay = suite.start([
      "--no-session",
      ...named.flatMap((name) => ["-e", join(folder, `${name}.ts`)]),
    ]);
    await command(relay, "/docs-server https://docs.invalid/mcp");
    await command(relay, "/docs-server ");
    await command(relay, "/about");
    assert.deepEqual(notes(relay.records).slice(0, 2), ["Servers: docs", "Servers: none"]);
    assert.match(notes(relay.records)[2] ?? "", /^mode rpc, trusted, /);
    suite.model.add({ text: "ok" });
    await relay.prompt("Think hard about it");
    assert.equal(suite.model.requests[0]?.reasoning_effort, "high");
    assert.equal((await relay.request({ type: "get_state" })).data.sessionName, "Think hard about it");
  });
});
