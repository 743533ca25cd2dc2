import assert from "node:assert/strict";
import { ofType } from "../support/rpcSuite.ts";
import { chainSession, readSession } from "../support/sessionFiles.ts";
import { useTerminal } from "../support/terminalSuite.ts";

const ctrlC = "\x03";

describe("cli: /compact", () => {
  // Two of the four messages of a chain.
  const suite = useTerminal({ compaction: { keepRecentTokens: 4 } });

  const chain = (): string => suite.session("chain", chainSession(suite.workspace.cwd, 4));

  it("cli.md §8.2: summarizes with the given instructions and says what it made of it", async () => {
    suite.model.reset([{ text: "The summary." }]);
    const path = chain();
    const relay = await suite.open(["--session", path]);
    relay.type("/compact keep the names\r");
    await relay.see("Compacting the conversation... (Ctrl+C cancels)");
    await relay.see(/Compacted from \d+ tokens to about \d+\./);
    await relay.see("> ");
    assert.match(JSON.stringify(suite.model.requests[0]), /keep the names/);
    assert.equal(ofType(readSession(path), "compaction").length, 1);
  });

  it("says why it could not", async () => {
    suite.model.reset([{ status: 401, errorBody: { error: { message: "bad key" } } }]);
    const relay = await suite.open();
    relay.type("/compact\r");
    await relay.see("Error: Nothing to compact (session too small)");
    await relay.see("> ");
    relay.type("/quit\r");
    await relay.exit;
    const other = await suite.open(["--session", chain()]);
    other.type("/compact\r");
    await other.see(/Error: Summarization failed: .*bad key/);
    assert.equal(other.output.match(/bad key/g)?.length, 1);
  });

  it("Ctrl+C cancels it, and the session goes on", async () => {
    suite.model.reset([{ before: new Promise(() => undefined) }, { text: "answered" }]);
    const path = chain();
    const relay = await suite.open(["--session", path]);
    relay.type("/compact\r");
    await relay.see("(Ctrl+C cancels)");
    while (suite.model.requests.length === 0) await new Promise(setImmediate);
    relay.type(ctrlC);
    await relay.see("Cancelled.");
    await relay.see("> ");
    relay.type("go on\r");
    await relay.see("answered");
    assert.deepEqual(ofType(readSession(path), "compaction"), []);
  });

  it("cli.md §13.4: what is typed meanwhile is sent when it is over, in order", async () => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    suite.model.reset([{ text: "The summary.", hold: opened }, { text: "answered" }], { repeatLast: true });
    const relay = await suite.open(["--session", chain()]);
    relay.type("/compact\r");
    await relay.see("(Ctrl+C cancels)");
    while (suite.model.requests.length === 0) await new Promise(setImmediate);
    relay.type("first\r");
    await relay.see("Waits for /compact. Ctrl+C cancels that.");
    relay.type("second\r");
    await relay.see("Waits for /compact.");
    assert.equal(suite.model.requests.length, 1);
    open();
    await relay.see("Compacted from");
    const asked = (): unknown[] =>
      (suite.model.requests.at(-1)?.messages ?? [])
        .filter(({ role }) => role === "user")
        .map(({ content }) => content);
    while (!asked().includes("second")) await new Promise(setImmediate);
    assert.deepEqual(asked().slice(-2), ["first", "second"]);
  });

  it("/quit and Ctrl+D leave a compaction that is not over", async () => {
    for (const leave of ["/quit\r", "\x04"]) {
      suite.model.reset([{ before: new Promise(() => undefined) }]);
      const relay = await suite.open(["--session", chain()]);
      relay.type("/compact\r");
      await relay.see("(Ctrl+C cancels)");
      relay.type(leave);
      assert.equal(await relay.exit, 0);
    }
  });

  it("ends a run that is active first", async () => {
    suite.model.reset([{ text: "working", hold: new Promise(() => undefined) }, { text: "The summary." }]);
    const path = chain();
    const relay = suite.start(["--session", path, "begin"]);
    await relay.see("working");
    relay.type("/compact\r");
    await relay.see("Compacted from");
    const aborted = readSession(path).filter(({ message }) => message?.stopReason === "aborted");
    assert.equal(aborted.length, 1);
  });
});
