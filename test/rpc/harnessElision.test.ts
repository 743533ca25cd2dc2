import assert from "node:assert/strict";
import { writeExtension } from "../support/extensions.ts";
import type { ScriptedStep } from "../fakes/scriptedModel.ts";
import type { AnyRecord } from "../support/relayProcess.ts";
import { bash, calls, read, useHarness, write } from "../support/harnessSuite.ts";

const stubMark = "[harness:elided]";

/** Text of a file of one line, as `read` returns it. */
const fileOf = (length: number): string => "x".repeat(length);

describe("rpc: old results", () => {
  const suite = useHarness();

  /** Writes `count` files of this length, and answers that read one each. */
  function readings(count: number, length = 2000, name = "f"): ScriptedStep[] {
    return Array.from({ length: count }, (_, index) => {
      suite.workspace.write(`${name}${index}.txt`, fileOf(length));
      return read(`${name}${index}.txt`);
    });
  }

  /** Which results of a request are stubs, in order. */
  const stubbed = (request: number): boolean[] =>
    suite.sent("tool", request).map((text) => text.startsWith(stubMark));

  const stubCount = (request: number): number => stubbed(request).filter(Boolean).length;

  it("harness.md vector 25: results are replaced in batches of six behind the newest six", async () => {
    suite.model.add(...readings(18), { text: "Read." });
    const relay = suite.start();
    await relay.prompt("Read the files");
    const counts = Object.fromEntries(
      suite.model.requests.map((_, index) => [suite.sent("tool", index).length, stubCount(index)]),
    );
    const expected = Array.from({ length: 19 }, (_, results) => [
      results,
      results < 12 ? 0 : results < 18 ? 6 : 12,
    ]);
    assert.deepEqual(counts, Object.fromEntries(expected));
    const oldest = stubbed(12).slice(0, 6);
    assert.deepEqual(oldest, [true, true, true, true, true, true]);
    const { context } = await suite.state(relay);
    assert.deepEqual([context.results, context.elided, context.verbatim, context.batches], [18, 12, 6, 2]);
    const stored = (await relay.request({ type: "get_messages" })).data.messages as AnyRecord[];
    assert.doesNotMatch(JSON.stringify(stored), /harness:/);
  });

  it("harness.md vector 26: over a run of 30 calls each request begins with the one before, but for batches", async () => {
    suite.model.add({ text: "Noted." }, ...readings(30), { text: "Read." });
    const relay = suite.start();
    await relay.prompt("Never use `any`");
    await relay.prompt("Read the files");
    const sent = suite.model.requests.map(({ messages }) =>
      messages.map((message) => JSON.stringify(message)),
    );
    const breaks = sent.flatMap((messages, index) => {
      const before = sent[index - 1] ?? [];
      const isExtension = before.every((message, position) => messages[position] === message);
      return isExtension ? [] : [index];
    });
    const batches = sent.flatMap((_, index) =>
      index > 0 && stubCount(index) > stubCount(index - 1) ? [index] : [],
    );
    assert.equal(sent.length, 32);
    assert.deepEqual(breaks, batches);
    assert.equal(batches.length, 4);
  });

  it("harness.md vector 27: a result of 1,499 characters is never replaced, one of 1,500 is", async () => {
    const small = readings(6, 1499, "small");
    suite.model.add(...small, ...readings(12, 1500, "large"), { text: "Read." });
    const relay = suite.start();
    await relay.prompt("Read the files");
    const results = suite.sent("tool");
    assert.deepEqual(
      results.map((text) => text.startsWith(stubMark)),
      results.map((_, index) => index >= 6 && index < 12),
    );
    assert.deepEqual([results[0]?.length, results.at(-1)?.length], [1499, 1500]);
  });

  it("harness.md vector 28: a large result that a context edit made small is not replaced", async () => {
    writeExtension(
      suite.workspace,
      "shorten",
      `let done = false;
      relay.on("turn_end", ({ context }) => {
        const found = context.contextEntries.find(({ sourceEntry }) => sourceEntry.message?.role === "toolResult");
        if (done || !found) return;
        done = true;
        const replacement = { content: [{ type: "text", text: "shortened!" }] };
        return { entries: [{ type: "context_edit", targetId: found.sourceEntry.id, replacement }] };
      });`,
    );
    suite.workspace.write("big.txt", fileOf(5000));
    suite.model.add(read("big.txt"), ...readings(12), { text: "Read." });
    const relay = suite.start();
    await relay.prompt("Read the files");
    const [edited, ...others] = suite.sent("tool");
    assert.equal(edited, "shortened!");
    assert.equal(others.filter((text) => text.startsWith(stubMark)).length, 6);
  });

  it("harness.md vector 29: the stub of a file that was changed after it was read says so", async () => {
    suite.workspace.write("a.ts", fileOf(2000));
    suite.workspace.write("b.ts", fileOf(2000));
    const edits = [{ oldText: "x".repeat(2000), newText: "y" }];
    suite.model.add(
      read("a.ts"),
      read("b.ts"),
      calls({ name: "edit", arguments: { path: "a.ts", edits } }),
      ...readings(10),
      { text: "I changed a.ts; nothing is verified." },
    );
    const relay = suite.start();
    await relay.prompt("Shorten a.ts");
    assert.deepEqual(suite.sent("tool").slice(0, 2), [
      "[harness:elided] read a.ts | 2000 chars | ok | file changed later, read it again if needed",
      "[harness:elided] read b.ts | 2000 chars | ok | file unchanged since",
    ]);
  });

  it("harness.md §8.2: a command that may have changed any file has changed one that was written before", async () => {
    suite.model.add(
      write("a.ts", fileOf(2000)),
      read("a.ts"),
      bash("sed -i 's/x/y/' *.ts"),
      ...readings(11),
      { text: "I changed it; nothing is verified." },
    );
    const relay = suite.start();
    await relay.prompt("Rewrite a.ts");
    assert.equal(
      suite.sent("tool")[1],
      "[harness:elided] read a.ts | 2000 chars | ok | file changed later, read it again if needed",
    );
  });

  it("harness.md §8.2: the stub of a read knows of the edit right before its batch", async () => {
    suite.workspace.write("a.ts", fileOf(2000));
    const big = readings(10);
    suite.model.add(read("a.ts"), ...big, write("a.ts", "y"), {
      text: "I changed a.ts; nothing is verified.",
    });
    const relay = suite.start();
    await relay.prompt("Shorten a.ts");
    assert.equal(
      suite.sent("tool")[0],
      "[harness:elided] read a.ts | 2000 chars | ok | file changed later, read it again if needed",
    );
  });

  it("harness.md vector 42: nine results of one step are all sent verbatim in the next request", async () => {
    const paths = Array.from({ length: 9 }, (_, index) => `f${index}.txt`);
    for (const path of paths) suite.workspace.write(path, fileOf(2000));
    suite.model.add(calls(...paths.map((path) => ({ name: "read", arguments: { path } }))), {
      text: "Read.",
    });
    const relay = suite.start();
    await relay.prompt("Read the files");
    assert.deepEqual(
      suite.sent("tool"),
      paths.map(() => fileOf(2000)),
    );
  });
});
