import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gate, isSettled, ofType } from "../support/rpcSuite.ts";
import { bash, useHarness, write } from "../support/harnessSuite.ts";

const question = "Why does the build fail?";

describe("rpc: turns that only ask", () => {
  const suite = useHarness();

  const has = (path: string): boolean => existsSync(join(suite.workspace.cwd, path));

  it("harness.md vector 14: the first edit of a question is blocked, the second passes", async () => {
    suite.model.add(write("a.ts"), write("a.ts"), { text: "It is the path." });
    const relay = suite.start();
    await relay.prompt(question);
    const [blocked, passed] = suite.toolTexts();
    assert.equal(
      blocked,
      "[harness:question] Not applied: the developer's message only asks a question. Answer it first and propose the change; edit after the developer agrees.",
    );
    assert.doesNotMatch(passed ?? "", /\[harness:/);
    assert.equal(has("a.ts"), true);
    const { turn } = await suite.state(relay);
    assert.deepEqual(
      { ...turn, entryId: "" },
      { entryId: "", kind: "question", editBlocked: true, editsAllowed: false },
    );
  });

  it("harness.md vector 14: a command that edits is blocked like an edit, a file in the temporary folder is none", async () => {
    suite.workspace.write("a.ts", "let a = 1;\n");
    const note = join(tmpdir(), `relay-note-${process.pid}.txt`);
    suite.model.add(
      bash(`echo looked > ${note} && rm ${note}`),
      bash("sed -i 's/let/const/' a.ts"),
      bash("sed -i 's/let/var/' a.ts"),
      { text: "It is the path." },
    );
    const relay = suite.start();
    const records = await relay.prompt(question);
    assert.deepEqual(
      ofType(records, "tool_execution_end").map(({ isError }) => isError as unknown),
      [false, true, false],
    );
    assert.match(suite.toolTexts()[1] ?? "", /^\[harness:question\] Not applied/);
    assert.equal(readFileSync(join(suite.workspace.cwd, "a.ts"), "utf8"), "var a = 1;\n");
  });

  it("harness.md vector 15: a steering request lets the edit of a question pass", async () => {
    const { opened, open } = gate();
    suite.model.add({ ...bash("true"), before: opened }, write("a.ts"), { text: "Fixed; not checked." });
    const relay = suite.start();
    relay.send({ type: "prompt", message: question });
    await relay.waitFor(({ type, message }) => type === "message_end" && message.role === "user");
    const steered = await relay.request({ type: "steer", message: "ok, fix it" });
    assert.equal(steered.success, true);
    open();
    await relay.waitFor(isSettled);
    assert.equal(has("a.ts"), true);
    const { turn } = await suite.state(relay);
    assert.deepEqual([turn.kind, turn.editBlocked], ["request", false]);
  });

  it("harness_allow_edits lets the edits of a question pass", async () => {
    const { opened, open } = gate();
    suite.model.add({ ...write("a.ts"), before: opened }, { text: "Written." });
    const relay = suite.start();
    relay.send({ type: "prompt", message: question });
    await relay.waitFor(({ type, message }) => type === "message_end" && message.role === "user");
    const allowed = await relay.request({ type: "harness_allow_edits" });
    assert.equal(allowed.success, true);
    open();
    await relay.waitFor(isSettled);
    assert.equal(has("a.ts"), true);
    const { turn } = await suite.state(relay);
    assert.deepEqual([turn.kind, turn.editBlocked, turn.editsAllowed], ["question", false, true]);
  });
});
