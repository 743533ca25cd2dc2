import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeExtension } from "../support/extensions.ts";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";
import { isAssistantEnd, isSettled, ofType, useRpc } from "../support/rpcSuite.ts";

/** Registers `router/auto`, whose route is `body`, and keeps the requests that it gets. */
const router = (body: string): string => `
  const { appendFileSync } = require("node:fs");
  relay.registerVirtualModel({
    provider: "router", id: "auto", name: "Auto", thinkingLevels: ["off", "high"],
    route: (request, ctx) => {
      appendFileSync(ctx.cwd + "/requests", JSON.stringify({
        level: request.thinkingLevel, reason: request.reason, state: request.state,
        previous: request.previous?.model.id, failed: request.failed?.message, messages: request.messages.length > 0,
      }) + "\\n");
      const m0 = ctx.modelRegistry.find("fake", "m0"), m1 = ctx.modelRegistry.find("fake", "m1");
      ${body}
    },
  });`;

describe("rpc: virtual models", () => {
  const suite = useRpc({ compaction: { keepRecentTokens: 0 } });

  const selectAuto = (relay: RpcProcess): Promise<AnyRecord> =>
    relay.request({ type: "set_model", provider: "router", modelId: "auto" });
  const requests = (): AnyRecord[] =>
    readFileSync(join(suite.workspace.cwd, "requests"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as AnyRecord);
  const assistant = (records: readonly AnyRecord[]): AnyRecord[] =>
    records.filter(isAssistantEnd).map(({ message }) => message as AnyRecord);

  it("models.md 64: answers name the model that gave them, the selection stays", async () => {
    writeExtension(suite.workspace, "router", router(`return { model: m1, thinkingLevel: "high" };`));
    const relay = suite.start([]);
    assert.equal((await selectAuto(relay)).success, true);
    assert.equal((await relay.request({ type: "get_state" })).data.routedModel, undefined);
    suite.model.add({ text: "ok" });
    const [answer] = assistant(await relay.prompt("hi"));
    assert.deepEqual([answer?.provider, answer?.model, answer?.thinkingLevel], ["fake", "m1", "high"]);
    const state = (await relay.request({ type: "get_state" })).data;
    assert.deepEqual([state.model.provider, state.model.id], ["router", "auto"]);
    assert.deepEqual(state.routedModel, { provider: "fake", id: "m1" });
    await relay.close();
    const resumed = suite.start(["-c"]);
    assert.equal((await resumed.request({ type: "get_state" })).data.model.id, "auto");
    await resumed.close();
    const without = suite.start(["-c", "--no-extensions"]);
    const fallen = (await without.request({ type: "get_state" })).data;
    assert.deepEqual([fallen.model.id, fallen.routedModel], ["m1", undefined]);
  });

  it("models.md §21: a route learns why it is asked, and what answered before", async () => {
    writeExtension(
      suite.workspace,
      "router",
      router(`return { model: request.reason === "continuation" ? m0 : m1, thinkingLevel: "high" };`),
    );
    suite.workspace.write("a.txt", "A");
    const relay = suite.start();
    await selectAuto(relay);
    suite.model.add({ calls: [{ name: "read", arguments: { path: "a.txt" } }] }, { text: "done" });
    const answers = assistant(await relay.prompt("hi"));
    assert.deepEqual(
      answers.map(({ model, thinkingLevel }) => [model, thinkingLevel]),
      [
        ["m1", "high"],
        ["m0", "off"],
      ],
    );
    assert.deepEqual(
      requests().map(({ reason, previous, level }) => [reason, previous, level]),
      [
        ["user", undefined, "high"],
        ["continuation", "m1", "high"],
      ],
    );
  });

  it("models.md 65: without a usable route there is no request, and the error names the virtual model", async () => {
    const bodies = [
      `throw new Error("no way");`,
      `return { model: ctx.model, thinkingLevel: "off" };`,
      `return { model: { ...m1, provider: "nobody" }, thinkingLevel: "off" };`,
    ];
    for (const [index, body] of bodies.entries()) {
      writeExtension(suite.workspace, "router", router(body));
      const relay = suite.start();
      await selectAuto(relay);
      const [answer] = assistant(await relay.prompt("hi"));
      const expected = [
        /router\/auto: no way/,
        /routed to another virtual model/,
        /which has no credentials/,
      ];
      assert.match(answer?.errorMessage as string, expected[index] ?? /never/);
      assert.deepEqual([answer?.provider, answer?.model, answer?.stopReason], ["router", "auto", "error"]);
      await relay.close();
    }
    assert.equal(suite.model.requests.length, 0);
  });

  it("models.md 65: a new state is stored before the request, the same object is not", async () => {
    writeExtension(
      suite.workspace,
      "router",
      router(`const state = request.state?.n === 2 ? request.state : { n: (request.state?.n ?? 0) + 1 };
      return { model: m1, thinkingLevel: "off", state };`),
    );
    const relay = suite.start([]);
    await selectAuto(relay);
    const stored: unknown[] = [];
    for (let turn = 0; turn < 3; turn++) {
      suite.model.add({ text: "ok" });
      const records = await relay.prompt("hi");
      const entries = ofType(records, "entry_appended").map(({ entry }) => entry as AnyRecord);
      const own = entries.filter(({ customType }) => customType === "relay.virtual-model-state");
      stored.push(...own.map(({ data }) => data as unknown));
      if (own.length > 0) {
        const at = (fits: (record: AnyRecord) => boolean): number => records.findIndex(fits);
        const isState = ({ type, entry }: AnyRecord): boolean =>
          type === "entry_appended" && entry.id === own[0]?.id;
        assert.ok(
          at(isState) < at(({ type, message }) => type === "message_start" && message.role === "assistant"),
        );
      }
    }
    const data = (n: number): object => ({ provider: "router", modelId: "auto", state: { n } });
    assert.deepEqual(stored, [data(1), data(2)]);
    assert.deepEqual(
      requests().map(({ state }) => state),
      [undefined, { n: 1 }, { n: 2 }],
    );
    // A summary is outside of the conversation: no state, and none is stored.
    suite.model.reset([{ text: "summary" }], { repeatLast: true });
    const from = relay.records.length;
    assert.equal((await relay.request({ type: "compact" })).success, true);
    const direct = requests().slice(3);
    assert.deepEqual(
      [...new Set(direct.map(({ reason, state }) => `${reason} ${state}`))],
      ["direct undefined"],
    );
    const added = ofType(relay.records.slice(from), "entry_appended").map(
      ({ entry }) => entry.type as string,
    );
    assert.equal(added.includes("custom"), false);
  });

  it("models.md §21, extension-api.md 52: a retry says what failed, unless the routing did", async () => {
    writeExtension(
      suite.workspace,
      "router",
      router(`if (request.reason === "user") throw new Error("503 service unavailable");
      return { model: m1, thinkingLevel: "off" };`),
    );
    suite.workspace.writeAgentFile("settings.json", {
      defaultProvider: "fake",
      defaultModel: "m1",
      offlineModel: false,
      retry: { baseDelayMs: 1 },
    });
    const relay = suite.start();
    await selectAuto(relay);
    suite.model.add({ status: 503, errorBody: { error: { message: "overloaded" } } }, { text: "ok" });
    relay.send({ type: "prompt", message: "hi" });
    await relay.waitFor(isSettled);
    const seen = requests().map(({ reason, failed }) => [reason, failed === undefined]);
    assert.deepEqual(seen, [
      ["user", true],
      ["retry", true],
      ["retry", false],
    ]);
  });
});
