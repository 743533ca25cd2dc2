import assert from "node:assert/strict";
import { writeExtension } from "../support/extensions.ts";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";
import { ofType, useRpc } from "../support/rpcSuite.ts";

describe("rpc: completions and context", () => {
  const suite = useRpc();
  const complete = (relay: RpcProcess, command: string, prefix = ""): Promise<AnyRecord> =>
    relay.request({ type: "get_completions", command, prefix });

  it("rpc-additions.md §4: a command of an extension completes its arguments", async () => {
    writeExtension(
      suite.workspace,
      "deploy",
      `const handler = () => undefined;
      relay.registerCommand("deploy", {
        handler,
        places: ["staging", "stable"],
        getArgumentCompletions(prefix) {
          const items = this.places.filter((place) => place.startsWith(prefix));
          return Promise.resolve([...items.map((value) => ({ value, label: value, extra: 1 })), 5, { value: 1 }]);
        },
      } as never);
      relay.registerCommand("plain", { handler });
      relay.registerCommand("none", { handler, getArgumentCompletions: () => null });
      relay.registerCommand("boom", { handler, getArgumentCompletions: () => { throw new Error("E"); } });`,
    );
    suite.workspace.writeAgentFile("prompts/review.md", "Review");
    const relay = suite.start(undefined, { mayReport: true });
    assert.deepEqual((await complete(relay, "deploy", "stag")).data, {
      items: [{ value: "staging", label: "staging" }],
    });
    for (const name of ["plain", "none", "boom", "review"]) {
      assert.deepEqual((await complete(relay, name)).data, { items: [] }, name);
    }
    assert.deepEqual(ofType(relay.records, "extension_error"), [
      { type: "extension_error", extensionPath: "command:boom", event: "completions", error: "E" },
    ]);
    for (const name of ["nobody", "/deploy", "__proto__"]) {
      assert.equal((await complete(relay, name)).error, `Unknown command: /${name}`);
    }
  });

  it("rpc-additions.md §4: a completer that never answers offers nothing, and nothing waits for it", async () => {
    writeExtension(
      suite.workspace,
      "slow",
      `relay.registerCommand("slow", { handler: () => undefined, getArgumentCompletions: () => new Promise(() => undefined) });`,
    );
    const relay = suite.start();
    const id = relay.send({ type: "get_completions", command: "slow", prefix: "" });
    assert.equal((await relay.request({ type: "bash", command: "true" })).success, true);
    const { data } = await relay.waitFor((record) => record.type === "response" && record.id === id);
    assert.deepEqual(data, { items: [] });
  }).timeout(20_000);

  it("rpc-additions.md §4: get_context tells the parts of the next request", async () => {
    suite.model.add({ text: "An answer." });
    const relay = suite.start();
    const report = async (): Promise<AnyRecord> =>
      (await relay.request({ type: "get_context" })).data as AnyRecord;
    const before = await report();
    assert.ok(before.breakdown.system > 100 && before.breakdown.tools > 100);
    const { system, tools } = before.breakdown;
    const rest = { stubbed: 0, digest: 0, summary: 0, other: 0 };
    assert.deepEqual(before.breakdown, { system, tools, verbatim: 0, ...rest });
    await relay.prompt("x".repeat(4000));
    await relay.request({ type: "bash", command: "echo 12345678901234567890" });
    const { tokens, contextWindow, breakdown } = await report();
    const { contextUsage } = (await relay.request({ type: "get_session_stats" })).data;
    assert.deepEqual([tokens, contextWindow], [contextUsage.tokens, contextUsage.contextWindow]);
    // The answer's 10 characters come on top.
    assert.equal(breakdown.verbatim, 1003);
    assert.equal(breakdown.other, Math.ceil(("echo 12345678901234567890".length + 21) / 4));
    suite.model.add({ text: "I will." });
    await relay.prompt("Never use lodash in this project.");
    const { breakdown: ruled } = await report();
    // The harness restates the rule in the request that comes next, as it did in the last one.
    const { messages } = suite.model.requests.at(-1) ?? assert.fail("no request");
    const restated = JSON.stringify(messages).match(/\[harness:constraints\].*?1\. [^"]*/)?.[0] ?? "";
    assert.equal(ruled.other - breakdown.other, Math.ceil(restated.replaceAll("\\n", "\n").length / 4));
    await relay.request({ type: "set_tools", names: [] });
    assert.equal((await report()).breakdown.tools, 0);
  });
});
