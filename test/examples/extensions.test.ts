import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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
});
