import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { sessionFiles } from "../support/sessionFiles.ts";
import { useTerminal } from "../support/terminalSuite.ts";

const dim = (text: string): string => `\x1b[2m${text}\x1b[22m\r\n`;
const usage = { prompt_tokens: 10_000, completion_tokens: 5 };

describe("cli: showCacheMissNotices", () => {
  const suite = useTerminal({ showCacheMissNotices: true, compaction: { keepRecentTokens: 4 } });

  it("models.md §11.2: shows in one dim line what was paid beside the answers, and keeps it nowhere", async () => {
    suite.model.reset([
      { text: "first", usage },
      { text: "second", usage },
      { text: "The summary.", usage: { prompt_tokens: 700, completion_tokens: 30 } },
    ]);
    const relay = await suite.open();
    relay.type("one\r");
    await relay.see("first");
    await relay.see("> ");
    relay.type("two\r");
    await relay.see(`second\r\n${dim("Cache miss: 10000 tokens re-read ($0.0000)")}`);
    await relay.see("> ");
    relay.type("/compact\r");
    await relay.see("Compacted from");
    await relay.see(dim("Compaction used 700/30 tokens ($0.0000)"));
    await relay.see("> ");
    relay.type("/quit\r");
    assert.equal(await relay.exit, 0);
    assert.equal(relay.output.match(/Cache miss/g)?.length, 1);
    const [path = ""] = sessionFiles(suite.workspace);
    assert.doesNotMatch(readFileSync(path, "utf8"), /re-read|Compaction used/);
  });

  it("no colours where they are not wanted", async () => {
    suite.model.reset([{ text: "first", usage }], { repeatLast: true });
    const relay = suite.start(["one", "two"], { NO_COLOR: "1" });
    await relay.see("\r\nCache miss: 10000 tokens re-read ($0.0000)\r\n");
  });
});

describe("cli: without showCacheMissNotices", () => {
  const suite = useTerminal();

  it("nothing is said", async () => {
    suite.model.reset([
      { text: "first", usage },
      { text: "second", usage },
    ]);
    const relay = await suite.open();
    relay.type("one\r");
    await relay.see("first");
    await relay.see("> ");
    relay.type("two\r");
    await relay.see("second");
    await relay.see("> ");
    relay.type("/quit\r");
    await relay.exit;
    assert.doesNotMatch(relay.output, /Cache miss/);
  });
});

describe("cli: notices while a prompt waits", () => {
  const suite = useTerminal({ showCacheMissNotices: true, cacheWarming: "idle" });

  it("a refresh between runs is shown above the prompt, with what was typed", async () => {
    // Refreshed after 0.2 seconds, and dear enough that it pays.
    const model = {
      id: "m1",
      promptCache: { short: 10.2 },
      cost: { input: 1e6, output: 0, cacheRead: 10, cacheWrite: 0 },
    };
    const fake = { baseUrl: suite.model.baseUrl, api: "openai-completions", apiKey: "k", models: [model] };
    suite.workspace.writeAgentFile("models.json", { providers: { fake } });
    let open = (): void => undefined;
    const typed = new Promise<void>((resolve) => (open = resolve));
    suite.model.reset([
      { text: "ok", usage },
      { text: "x", finishReason: "length", usage, before: typed },
    ]);
    const relay = await suite.open();
    relay.type("one\r");
    await relay.see("ok");
    await relay.see("> ");
    relay.type("half");
    await relay.see("half");
    open();
    await relay.see(/\x1b\[2mCache kept warm: 10000 tokens \(\$.*\)\x1b\[22m\r\n/);
    await relay.see("> half");
    relay.type("\x03\x04");
    assert.equal(await relay.exit, 0);
  });
});
