import assert from "node:assert/strict";
import { notes, writeExtension } from "../support/extensions.ts";
import type { AnyRecord } from "../support/relayProcess.ts";
import { useRpc } from "../support/rpcSuite.ts";

/** Refreshed after 0.2 seconds, and dear enough that it pays. */
const cachingModel = {
  id: "m1",
  promptCache: { short: 10.2 },
  cost: { input: 100_000, output: 0, cacheRead: 10, cacheWrite: 0 },
};

const isRefresh = (record: AnyRecord): boolean =>
  record.type === "entry_appended" && record.entry.type === "usage";

describe("rpc: cache warming", () => {
  const suite = useRpc();
  beforeEach(() => {
    const fake = { baseUrl: suite.model.baseUrl, api: "openai-completions", apiKey: "k" };
    suite.workspace.writeAgentFile("models.json", {
      providers: { fake: { ...fake, models: [cachingModel] } },
    });
  });
  /** A call that lasts until `open` is written. */
  const longCall = (open: string): object => ({
    calls: [{ name: "bash", arguments: { command: `until [ -e ${open} ]; do sleep 0.02; done` } }],
  });
  const isCapped = (body: unknown): boolean => (body as AnyRecord).max_completion_tokens === 1;
  /** Refreshes may come more than once; each gets an answer, and the script is for the others. */
  const script = (...answers: object[]): void => {
    const left = [...answers];
    suite.model.reset(
      [({ json }) => (isCapped(json) ? { text: "x", finishReason: "length" } : (left.shift() ?? {}))],
      { repeatLast: true },
    );
  };
  const bodies = (): AnyRecord[] => suite.model.requests as unknown as AnyRecord[];
  const ownBodies = (): AnyRecord[] => bodies().filter((body) => !isCapped(body));
  const stats = async (relay: ReturnType<typeof suite.start>): Promise<AnyRecord> =>
    (await relay.request({ type: "get_session_stats" })).data as AnyRecord;

  it("models.md 36: during a long tool call the last request is sent again, capped at one token, and its use is stored", async () => {
    script(longCall("open"), { text: "ok" });
    const relay = suite.start();
    const settled = relay.prompt("p");
    const { entry } = await relay.waitFor(isRefresh);
    suite.workspace.write("open", "");
    await settled;
    assert.deepEqual(
      [entry.kind, entry.provider, entry.model, entry.usage.totalTokens],
      ["cache_warm", "fake", "m1", 25],
    );
    const [first, second] = ownBodies();
    assert.deepEqual({ ...bodies()[1], max_completion_tokens: first?.max_completion_tokens }, first);
    // It counts in the sums, and the model never reads it.
    const { cacheWarming, byModel } = await stats(relay);
    const refreshes = relay.records.filter(isRefresh).length;
    assert.deepEqual(cacheWarming, { state: "inactive", reason: "The run has ended" });
    assert.equal(byModel[0].requests, 2 + refreshes);
    assert.equal(second?.messages.length, first?.messages.length + 2);
  });

  it("extension-api.md 24: an extension is told before the refresh and can stop it", async () => {
    writeExtension(
      suite.workspace,
      "warming",
      `relay.on("cache_warming_decision", (event, ctx) => {
        ctx.ui.notify([event.action, event.continuationProbability, event.warmCost < event.missCost].join(" "));
        return { action: "stop" };
      });`,
    );
    script(longCall("open"), { text: "ok" });
    const relay = suite.start();
    const settled = relay.prompt("p");
    await relay.waitFor(({ type, method }) => type === "extension_ui_request" && method === "notify");
    const { cacheWarming } = await stats(relay);
    suite.workspace.write("open", "");
    await settled;
    assert.deepEqual(notes(relay.records), ["warm 1 true"]);
    assert.deepEqual(
      [cacheWarming.state, cacheWarming.reason, cacheWarming.extensionOverride],
      ["inactive", "An extension decided so", "stop"],
    );
    assert.equal(bodies().filter(isCapped).length, 0);
  });

  it("with cacheWarming idle the session is kept warm after the run, until it is turned off", async () => {
    suite.workspace.writeAgentFile("settings.json", {
      defaultProvider: "fake",
      defaultModel: "m1",
      offlineModel: false,
      cacheWarming: "idle",
    });
    script({ text: "ok" }, { text: "second" });
    const relay = suite.start();
    await relay.prompt("p");
    await relay.waitFor(isRefresh);
    await relay.request({ type: "set_setting", scope: "user", key: "cacheWarming", value: "off" });
    assert.deepEqual((await stats(relay)).cacheWarming, {
      state: "inactive",
      reason: "Cache warming is off",
    });
    const refreshes = bodies().filter(isCapped).length;
    await relay.prompt("q");
    assert.deepEqual([ownBodies().length, bodies().filter(isCapped).length], [2, refreshes]);
  });

  it("nothing is refreshed where the model does not say how long prompts are kept", async () => {
    suite.workspace.writeAgentFile("models.json", {
      providers: {
        fake: {
          baseUrl: suite.model.baseUrl,
          api: "openai-completions",
          apiKey: "k",
          models: [{ ...cachingModel, promptCache: undefined }],
        },
      },
    });
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    await relay.prompt("p");
    assert.equal("cacheWarming" in (await stats(relay)), false);
  });
});
