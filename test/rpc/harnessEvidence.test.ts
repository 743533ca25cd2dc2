import assert from "node:assert/strict";
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedStep } from "../fakes/scriptedModel.ts";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";
import { gate, isSettled, ofType, userTexts } from "../support/rpcSuite.ts";
import { bash, git, read, useHarness, verificationRequests, write } from "../support/harnessSuite.ts";

const passing = '{ "scripts": { "test": "exit 0", "check": "exit 0" } }';

describe("rpc: claims and their evidence", () => {
  const suite = useHarness();
  beforeEach(() => void suite.workspace.write("package.json", passing));

  /** Plays one request: what evidence says of it, and what was asked of the model. */
  async function run(
    prompt: string,
    steps: readonly ScriptedStep[],
    relay: RpcProcess = suite.start(),
  ): Promise<{ evidence: AnyRecord; asked: string[]; records: AnyRecord[] }> {
    suite.model.add(...steps);
    const records = await relay.prompt(prompt);
    const { evidence } = await suite.state(relay);
    return { evidence: evidence as AnyRecord, asked: verificationRequests(records), records };
  }

  const checksOf = (evidence: AnyRecord): unknown[][] =>
    (evidence.checks as AnyRecord[]).map(({ command, result, why }) => [command, result, why]);

  it("harness.md vector 16: a claim without a check is questioned once, and the second one ends the run with a warning", async () => {
    const { evidence, asked, records } = await run("Add a.ts", [
      write("a.ts"),
      { text: "Done." },
      { text: "Done." },
    ]);
    const entries = ofType(records, "entry_appended").map(({ entry }) => entry as AnyRecord);
    assert.deepEqual(
      entries
        .filter(({ type }) => type === "custom_message")
        .map(({ customType, display, details }) => ({ customType, display, details })),
      [{ customType: "relay.harness.evidence", display: true, details: { status: "unverified" } }],
    );
    assert.deepEqual(asked, [
      "[harness:evidence] Status: unverified. Your message reports completion, but no check passed after the last change (a.ts). " +
        "Run the project's tests, type check, build or lint without masking the exit code and report the result, or state plainly what is not verified.",
    ]);
    assert.ok(suite.lastUserText().startsWith(asked[0] ?? "no request"), suite.lastUserText());
    assert.equal(suite.model.requests.length, 3);
    const warnings = records.filter(({ method }) => method === "notify");
    assert.equal(warnings.length, 1);
    assert.equal(warnings[0]?.notifyType, "warning");
    assert.match(warnings[0]?.message as string, /^Evidence: unverified\. /);
    assert.deepEqual([evidence.status, evidence.requested, evidence.final], ["unverified", true, true]);
  });

  it("harness.md vector 17: an edit, a passing test and its claim are verified, without a message", async () => {
    const relay = suite.start([]);
    const { evidence, asked, records } = await run(
      "Add a.ts",
      [write("a.ts"), bash("npm test"), { text: "Done, all tests pass." }],
      relay,
    );
    assert.deepEqual([asked, suite.model.requests.length], [[], 3]);
    const kept = ofType(records, "entry_appended")
      .map(({ entry }) => entry as AnyRecord)
      .filter(({ customType }) => customType === "relay.harness.evidence");
    assert.deepEqual(
      kept.map(({ type, data }) => [type, data.status, data.final, data.requested]),
      [["custom", "verified", true, false]],
    );
    const { checks, ...rest } = evidence;
    assert.deepEqual(rest, {
      entryId: kept[0]?.data.entryId,
      status: "verified",
      reason: null,
      claims: ["all-tests", "checks", "completion"],
      changeRequest: true,
      effect: true,
      changes: [{ path: "a.ts", kind: "code", count: 1 }],
      requested: false,
      final: true,
    });
    assert.deepEqual(
      (checks as AnyRecord[]).map(({ at: _at, toolCallId: _id, ...check }) => check),
      [
        {
          command: "npm test",
          kind: "test",
          exitCode: 0,
          result: "passed",
          why: null,
          narrowed: null,
          afterLastChange: true,
          carried: false,
        },
      ],
    );
    const updates = ofType(records, "harness_update").map(({ state: sent }) => sent as AnyRecord);
    assert.deepEqual(updates.at(-1)?.evidence, evidence);
    for (const [index, update] of updates.entries()) {
      if (index > 0) assert.notDeepEqual({ ...update, at: "" }, { ...updates[index - 1], at: "" });
    }
  });

  it("harness.md vector 18: a check before the last edit does not verify", async () => {
    const { evidence, asked } = await run("Add a.ts", [
      bash("npm test"),
      write("a.ts"),
      { text: "Done." },
      { text: "I have not run the tests since." },
    ]);
    assert.match(asked[0] ?? "", /^\[harness:evidence\] Status: unverified\. /);
    assert.deepEqual(
      (evidence.checks as AnyRecord[]).map(({ result, afterLastChange }) => [result, afterLastChange]),
      [["passed", false]],
    );
  });

  it("harness.md vector 19: a check whose exit code a pipe masks contradicts the claim that tests pass", async () => {
    const { evidence, asked } = await run("Add a.ts", [
      write("a.ts"),
      bash("npm test | tail"),
      { text: "The tests pass." },
      { text: "The exit code was masked: the tests are not verified." },
    ]);
    assert.deepEqual(checksOf(evidence), [["npm test", "masked", "pipe"]]);
    assert.match(
      asked[0] ?? "",
      /^\[harness:evidence\] Status: contradicted\. Your message says checks pass, but the exit code of npm test was masked\. /,
    );
  });

  it("harness.md vector 20: a change of documentation alone is verified", async () => {
    const { evidence, asked } = await run("Update the README", [
      write("README.md", "# New\n"),
      { text: "Updated the README." },
    ]);
    assert.deepEqual([evidence.status, asked], ["verified", []]);
  });

  it("harness.md vector 21: a change that is reported but was never made is no-effect", async () => {
    suite.workspace.write("a.ts", "export {};\n");
    const { evidence, asked } = await run("Add a log line", [
      read("a.ts"),
      bash("grep -n log a.ts || true"),
      { text: "Added the log line." },
      { text: "Nothing was changed yet: I could not find the place." },
    ]);
    assert.deepEqual([evidence.effect, evidence.changes], [false, []]);
    assert.match(
      asked[0] ?? "",
      /^\[harness:evidence\] Status: no-effect\. A change was requested and reported done, but no tool call changed anything\. /,
    );
  });

  it("harness.md vector 22: tests that were asked for and pass are verified", async () => {
    const { evidence, asked } = await run("Run the tests", [bash("npm test"), { text: "All tests pass." }]);
    assert.deepEqual([evidence.status, asked], ["verified", []]);
  });

  it("harness.md vector 24: a follow-up is delivered before any verification request", async () => {
    const { opened, open } = gate();
    suite.model.add(write("a.ts"), { text: "Done.", before: opened }, { text: "Hello." });
    const relay = suite.start();
    const from = relay.records.length;
    relay.send({ type: "prompt", message: "Add a.ts" });
    await relay.waitFor(({ type }) => type === "tool_execution_end");
    const queued = await relay.request({ type: "follow_up", message: "Say hello" });
    assert.equal(queued.success, true);
    open();
    await relay.waitFor(isSettled, from);
    const records = relay.records.slice(from);
    assert.deepEqual(userTexts(records), ["Add a.ts", "Say hello"]);
    assert.deepEqual([verificationRequests(records), suite.model.requests.length], [[], 3]);
  });

  it("harness.md vector 43: what an earlier request verified carries a later claim without calls", async () => {
    const relay = suite.start();
    const first = await run(
      "Add a.ts",
      [write("a.ts"), bash("npm test"), { text: "Done, all tests pass." }],
      relay,
    );
    const second = await run("what changed?", [{ text: "I added a.ts, and all tests pass." }], relay);
    assert.deepEqual(
      [first.evidence.status, second.evidence.status, second.asked],
      ["verified", "verified", []],
    );
    assert.deepEqual(
      (second.evidence.checks as AnyRecord[]).map(({ command, carried }) => [command, carried]),
      [["npm test", true]],
    );
  });

  it("harness.md §6.1: what a check writes itself is no change, of it or of what follows", async () => {
    git(suite.workspace.cwd, "init", "-q");
    suite.workspace.write("package.json", '{"scripts":{"test":"echo 1 > seen.snap"}}');
    suite.workspace.write("gen.sh", "exit 0");
    const { evidence } = await run("Add a.ts", [
      write("a.ts"),
      bash("npm test --silent"),
      bash("sh gen.sh"),
      { text: "Done, all tests pass." },
    ]);
    assert.ok(existsSync(join(suite.workspace.cwd, "seen.snap")));
    assert.deepEqual(
      [evidence.status, (evidence.changes as AnyRecord[]).map(({ path }) => path as string)],
      ["verified", ["a.ts"]],
    );
  });

  it("harness.md §6.1: a check covers what its own command changed before it, not what it changed after", async () => {
    git(suite.workspace.cwd, "init", "-q");
    suite.workspace.write("gen.sh", "date +%s%N > made.ts");
    const statuses: unknown[] = [];
    const relay = suite.start();
    for (const command of ["sh gen.sh && npm test --silent", "npm test --silent && sh gen.sh"]) {
      suite.model.add(bash(command), { text: "Done." }, { text: "The tests were not run." });
      await relay.prompt("Add made.ts");
      const { evidence } = await suite.state(relay);
      statuses.push([evidence.requested, evidence.status]);
      if (evidence.requested === false) await relay.prompt("ok");
    }
    assert.deepEqual(statuses, [
      [false, "verified"],
      [true, "acknowledged"],
    ]);
  });

  it("harness_run_check adds to the record without a message in the session", async () => {
    const relay = suite.start();
    const { evidence } = await run(
      "Add a.ts",
      [write("a.ts"), { text: "I wrote it; I have not run the tests." }],
      relay,
    );
    assert.equal(evidence.status, "acknowledged");
    const from = relay.records.length;
    const { data } = await relay.request({
      id: "check",
      type: "harness_run_check",
      command: "echo checked; exit 3",
    });
    const { durationMs, ...result } = data;
    assert.ok(durationMs >= 0);
    assert.deepEqual(result, {
      command: "echo checked; exit 3",
      exitCode: 3,
      cancelled: false,
      passed: false,
      outputTail: "checked\n",
    });
    const output = ofType(relay.records.slice(from), "bash_execution_update");
    assert.deepEqual(
      output.map(({ id, delta }) => [id, delta]),
      [["check", "checked\n"]],
    );
    const { checks } = (await suite.state(relay)).evidence;
    assert.deepEqual(
      (checks as AnyRecord[]).map(({ toolCallId, exitCode, result: outcome }) => [
        toolCallId,
        exitCode,
        outcome,
      ]),
      [[null, 3, "failed"]],
    );
    const { messages } = (await relay.request({ type: "get_messages" })).data;
    assert.equal(
      (messages as AnyRecord[]).some(({ role }) => role === "bashExecution"),
      false,
    );
    const none = await relay.request({ type: "harness_run_check" });
    assert.deepEqual([none.success, none.error], [false, "No verification command is declared"]);
  });
});

describe("rpc: declared checks", () => {
  const suite = useHarness({ harnessCore: { verifyCommands: ["npm run check"] } });

  it("harness.md vector 23: a check that was not declared does not verify, and the request names the declared one", async () => {
    suite.workspace.write("package.json", passing);
    chmodSync(suite.workspace.write("node_modules/.bin/tsc", "#!/bin/sh\nexit 0\n"), 0o755);
    suite.model.add(write("a.ts"), bash("npx tsc"), { text: "Done." }, { text: "I ran no declared check." });
    const relay = suite.start();
    const records = await relay.prompt("Add a.ts");
    const { evidence } = await suite.state(relay);
    assert.deepEqual(
      (evidence.checks as AnyRecord[]).map(({ command, exitCode, result, why }) => [
        command,
        exitCode,
        result,
        why,
      ]),
      [["npx tsc", 0, "undeclared", "not declared"]],
    );
    assert.deepEqual(verificationRequests(records), [
      "[harness:evidence] Status: unverified. Your message reports completion, but only undeclared checks ran. " +
        "Run npm run check without masking the exit code and report the result, or state plainly what is not verified.",
    ]);
  });
});
