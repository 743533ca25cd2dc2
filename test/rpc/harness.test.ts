import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { answer, dialog } from "../support/extensions.ts";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";
import { gate, isSettled, ofType, textOf, useRpc } from "../support/rpcSuite.ts";

const bash = (command: string): { calls: { name: string; arguments: object }[] } => ({
  calls: [{ name: "bash", arguments: { command } }],
});
const write = (path: string): { calls: { name: string; arguments: object }[] } => ({
  calls: [{ name: "write", arguments: { path, content: "export {};\n" } }],
});

function git(cwd: string, ...args: string[]): void {
  execFileSync("git", args, { cwd });
}

describe("rpc: the harness", () => {
  const suite = useRpc();

  /** Text of the newest user message that the model got. */
  function lastUserText(): string {
    const message = suite.model.requests.at(-1)?.messages.findLast(({ role }) => role === "user");
    return textOf(message as AnyRecord);
  }

  /** What the model got back from its tools, in order. */
  function toolTexts(): string[] {
    const messages = suite.model.requests.at(-1)?.messages ?? [];
    return messages.filter(({ role }) => role === "tool").map((message) => textOf(message as AnyRecord));
  }

  async function state(relay: RpcProcess): Promise<AnyRecord> {
    return (await relay.request({ type: "get_harness" })).data as AnyRecord;
  }

  /** Sends a prompt and answers its dialogs in order; returns the requests of the dialogs. */
  async function promptWithAnswers(
    relay: RpcProcess,
    message: string,
    answers: readonly AnyRecord[],
  ): Promise<AnyRecord[]> {
    const from = relay.records.length;
    relay.send({ type: "prompt", message });
    const asked: AnyRecord[] = [];
    let position = from;
    for (const fields of answers) {
      const request = await dialog(relay, "confirm", position);
      position = relay.records.indexOf(request) + 1;
      asked.push(request);
      answer(relay, request, fields);
    }
    await relay.waitFor(isSettled, from);
    const all = relay.records.slice(from).filter(({ method }) => method === "confirm");
    assert.equal(all.length, answers.length);
    return asked;
  }

  it("harness.md 8.1: a rule stands beside the newest message of each request, and in no file", async () => {
    suite.model.add({ text: "Noted." }, { text: "Yes, it is." });
    const relay = suite.start([]);
    await relay.prompt("Never use `any`");
    const records = await relay.prompt("Is it typed?");
    const block =
      "[harness:constraints]\nRules the developer stated in this session. They apply to every step until withdrawn:\n1. Never use `any`";
    assert.ok(lastUserText().includes(block), lastUserText());
    assert.doesNotMatch(JSON.stringify(records.filter(({ type }) => type === "message_end")), /\[harness:/);
    const entries = (await relay.request({ type: "get_entries" })).data.entries as AnyRecord[];
    const [message, added] = entries.slice(entries.findIndex((entry) => entry.message?.role === "user")) as [
      AnyRecord,
      AnyRecord,
    ];
    assert.deepEqual(
      { ...added, id: "", timestamp: "" },
      {
        type: "custom",
        customType: "relay.harness.constraint",
        data: {
          v: 1,
          op: "add",
          id: "c1",
          text: "Never use `any`",
          lang: "en",
          form: "never",
          entryId: message.id,
        },
        id: "",
        parentId: message.id,
        timestamp: "",
      },
    );
  });

  it("rpc-additions.md 16: a retracted rule is restated no more, before its retraction it is", async () => {
    suite.model.add({ text: "a" }, { text: "b" }, { text: "c" });
    const relay = suite.start([]);
    await relay.prompt("Never use `any`");
    const { leafId } = (await relay.request({ type: "get_tree" })).data;
    const retracted = await relay.request({ type: "harness_retract", id: "c1" });
    assert.equal(retracted.success, true);
    await relay.prompt("Is it typed?");
    assert.doesNotMatch(lastUserText(), /Never use/);
    const again = await relay.request({ type: "harness_retract", ruleId: "c1" });
    assert.deepEqual([again.success, again.error], [false, "No active rule c1"]);
    const unknown = await relay.request({ type: "harness_retract", id: "c9" });
    assert.deepEqual([unknown.success, unknown.error], [false, "No active rule c9"]);
    await relay.request({ type: "navigate_tree", targetId: leafId });
    await relay.prompt("Is it typed?");
    assert.match(lastUserText(), /1\. Never use `any`/);
  });

  it("harness.md 10: a client hears the state when the session is bound, and of each that follows", async () => {
    const relay = suite.start();
    const isUpdate = ({ type }: AnyRecord): boolean => type === "harness_update";
    const first = await relay.waitFor(isUpdate);
    assert.deepEqual(await state(relay), { ...first.state, at: (await state(relay)).at as unknown });
    const from = relay.records.length;
    await relay.request({ type: "new_session" });
    const second = await relay.waitFor(isUpdate, from);
    assert.deepEqual({ ...second.state, at: "" }, { ...first.state, at: "" });
  });

  it("harness.md 10: a resumed session is told with what its file holds", async () => {
    suite.model.add({ text: "Noted." });
    const first = suite.start([]);
    await first.prompt("Never use `any`");
    await first.close();
    const relay = suite.start(["--continue"]);
    const { state: told } = await relay.waitFor(({ type }) => type === "harness_update");
    assert.deepEqual(told.learnings, ["Never use `any`"]);
  });

  it("harness.md 32: /harness is handled, shows the report and tells the state, whenever it is asked", async () => {
    suite.model.add({ text: "Noted." });
    const relay = suite.start();
    await relay.prompt("Never use `any`");
    for (const updates of [1, 2]) {
      const from = relay.records.length;
      const { data } = await relay.request({ type: "prompt", message: "/harness" });
      assert.deepEqual(data, { disposition: "handled" });
      const records = relay.records.slice(from);
      const [note] = records.filter(({ method }) => method === "notify");
      assert.match(
        note?.message as string,
        /^Constraints\n {2}c1 Never use `any`\n\nPending approvals\n {2}none/,
      );
      assert.deepEqual(ofType(records, "harness_update").at(-1)?.state, await state(relay));
      assert.ok(ofType(relay.records, "harness_update").length >= updates);
    }
    assert.equal(suite.model.requests.length, 1);
  });

  it("cli.md 8.1: /harness cannot be queued, and runs beside a run", async () => {
    const open = gate();
    suite.model.add({ text: "ok", hold: open.opened });
    const relay = suite.start();
    relay.send({ type: "prompt", message: "Hi" });
    await relay.waitFor(({ type }) => type === "message_start");
    const handled = await relay.request({ type: "prompt", message: "/harness" });
    assert.deepEqual(handled.data, { disposition: "handled" });
    const steered = await relay.request({ type: "steer", message: "/harness" });
    assert.match(steered.error as string, /"\/harness"/);
    open.open();
    await relay.waitFor(isSettled);
  });

  it("harness.md 2, 9: the prompt has the rules of pairing and reads skills as routers, unless that is off", async () => {
    suite.workspace.writeAgentFile("skills/pdf/SKILL.md", "---\ndescription: About pdf\n---\nFollow it.\n");
    const prompts: string[] = [];
    for (const harnessCore of [{}, { alignment: false, skills: false }]) {
      suite.workspace.writeAgentFile("settings.json", {
        defaultProvider: "fake",
        defaultModel: "m1",
        offlineModel: false,
        harnessCore,
      });
      suite.model.add({ text: "ok" });
      const relay = suite.start();
      await relay.prompt("Hi");
      prompts.push(textOf(suite.model.requests.at(-1)?.messages[0] as AnyRecord));
    }
    const found = [/<rules>[^]*- Ask when the goal[^]*<\/rules>/, /<skills>[^]*as a router[^]*<\/skills>/];
    assert.deepEqual(
      prompts.map((prompt) => found.map((pattern) => pattern.test(prompt))),
      [
        [true, true],
        [false, false],
      ],
    );
  });

  it("harness.md 9: /skill:name loads the entry of the skill", async () => {
    suite.workspace.writeAgentFile("skills/pdf/SKILL.md", "---\ndescription: About pdf\n---\nFollow it.\n");
    suite.model.add({ text: "ok" });
    const relay = suite.start();
    await relay.prompt("/skill:pdf go");
    const { skills } = await state(relay);
    assert.deepEqual(
      (skills as AnyRecord[]).map(({ name, entryLoads, loads }) => ({ name, entryLoads, loads })),
      [{ name: "pdf", entryLoads: 1, loads: 0 }],
    );
  });

  it("harness.md 46: the same sentence after a retraction is a new rule", async () => {
    suite.model.add({ text: "a" }, { text: "b" });
    const relay = suite.start();
    await relay.prompt("Never use `any`");
    await relay.request({ type: "harness_retract", ruleId: "c1" });
    await relay.prompt("Never use `any`");
    const { constraints } = await state(relay);
    assert.deepEqual(
      (constraints as AnyRecord[]).map(({ id, status, reason }) => ({ id, status, reason })),
      [
        { id: "c1", status: "retracted", reason: "developer" },
        { id: "c2", status: "active", reason: null },
      ],
    );
  });

  it("rpc-additions.md 21: who ignores the context allows one run, and is asked again", async () => {
    suite.workspace.write("dist/a", "");
    suite.model.add(bash("rm -rf dist"), bash("rm -rf dist"), { text: "Stopped." });
    const relay = suite.start();
    const asked = await promptWithAnswers(relay, "Tidy up", [{ confirmed: true }, { confirmed: false }]);
    const { context, ...request } = asked[0] ?? {};
    assert.deepEqual(request, {
      type: "extension_ui_request",
      id: request.id,
      method: "confirm",
      title: "Allow destructive command?",
      message: `destructive: rm -r\n\nrm -rf dist\nin ${suite.workspace.cwd}`,
    });
    assert.match(context.toolCallId as string, /^call_/);
    assert.deepEqual(
      { ...context, toolCallId: "" },
      {
        kind: "authorization",
        command: "rm -rf dist",
        effects: ["destructive"],
        operations: ["fs.delete"],
        targets: [{ path: "dist", exists: true }],
        reason: "not named",
        toolCallId: "",
        allowSession: true,
      },
    );
    assert.equal(existsSync(join(suite.workspace.cwd, "dist")), false);
    assert.match(toolTexts()[1] ?? "", /^\[harness:authorization\] Not run: the developer declined rm -r\./);
    const { approvals } = await state(relay);
    assert.deepEqual(
      (approvals as AnyRecord[]).map(({ id, status, ops }) => ({ id, status, ops })),
      ["used", "denied"].map((status, index) => ({
        id: `a${index + 1}`,
        status,
        ops: [{ id: "fs.delete", class: ["destructive"], label: "rm -r" }],
      })),
    );
  });

  it("rpc-additions.md 22: remembered for the session, only the identical command runs unasked", async () => {
    suite.model.add(
      bash("git push"),
      bash("git push"),
      bash("git push --force"),
      { text: "a" },
      bash("git push"),
      { text: "b" },
    );
    const relay = suite.start();
    const asked = await promptWithAnswers(relay, "Fix it", [
      { confirmed: true, remember: "session" },
      { confirmed: false },
    ]);
    assert.deepEqual(
      asked.map(({ context }) => context.command),
      ["git push", "git push --force"],
    );
    await promptWithAnswers(relay, "Go on", []);
  });

  it("rpc-additions.md 22: what may not be remembered is asked again", async () => {
    suite.model.add(bash("rm -rf ./missing .git"), bash("rm -rf ./missing .git"), { text: "a" });
    const relay = suite.start();
    const asked = await promptWithAnswers(relay, "Tidy up", [
      { confirmed: true, remember: "session" },
      { confirmed: true },
    ]);
    assert.deepEqual(
      asked.map(({ context }) => context.allowSession),
      [false, false],
    );
  });

  it("rpc-additions.md 23: the reason of a no reaches the model", async () => {
    suite.model.add(bash("git push"), { text: "ok" });
    const relay = suite.start();
    await promptWithAnswers(relay, "Fix it", [{ confirmed: false, reason: "use a branch" }]);
    assert.match(toolTexts()[0] ?? "", /the developer declined git push\. .* Reason: use a branch$/);
  });

  it("a message that names the operation needs no dialog", async () => {
    suite.workspace.write("dist/a", "");
    suite.model.add(bash("rm -rf dist"), { text: "Deleted." });
    const relay = suite.start();
    await promptWithAnswers(relay, "Delete dist", []);
    assert.equal(existsSync(join(suite.workspace.cwd, "dist")), false);
    const { approvals } = await state(relay);
    assert.deepEqual(
      (approvals as AnyRecord[]).map(({ status }) => status),
      ["message"],
    );
  });

  it("an abort ends the dialog, and the command does not run", async () => {
    suite.workspace.write("dist/a", "");
    suite.model.add(bash("rm -rf dist"), { text: "Next." });
    const relay = suite.start();
    relay.send({ type: "prompt", message: "Tidy up" });
    await dialog(relay, "confirm");
    const aborted = await relay.request({ type: "abort" });
    assert.equal(aborted.success, true);
    assert.equal(relay.records.find(isSettled)?.aborted, true);
    assert.equal(existsSync(join(suite.workspace.cwd, "dist")), true);
    await relay.prompt("Go on");
    assert.equal(existsSync(join(suite.workspace.cwd, "dist")), true);
  });

  it("harness.md 4: a question holds the first edit of its turn", async () => {
    suite.model.add(write("a.ts"), { text: "It is the path." });
    const relay = suite.start();
    await relay.prompt("Why does the build fail?");
    assert.match(toolTexts()[0] ?? "", /^\[harness:question\] Not applied/);
    assert.equal(existsSync(join(suite.workspace.cwd, "a.ts")), false);
    const { turn } = await state(relay);
    assert.deepEqual(
      { ...turn, entryId: "" },
      { entryId: "", kind: "question", editBlocked: true, editsAllowed: false },
    );
  });

  it("harness_allow_edits lets the edits of a question pass", async () => {
    const { opened, open } = gate();
    suite.model.add({ ...write("a.ts"), before: opened }, { text: "Written." });
    const relay = suite.start();
    relay.send({ type: "prompt", message: "Why does the build fail?" });
    await relay.waitFor(({ type, message }) => type === "message_end" && message.role === "user");
    const allowed = await relay.request({ type: "harness_allow_edits" });
    assert.equal(allowed.success, true);
    open();
    await relay.waitFor(isSettled);
    assert.equal(existsSync(join(suite.workspace.cwd, "a.ts")), true);
    const { turn } = await state(relay);
    assert.deepEqual([turn.kind, turn.editBlocked, turn.editsAllowed], ["question", false, true]);
  });

  it("harness.md 6.4: a claim without a check is questioned once, then warned about", async () => {
    suite.model.add(write("a.ts"), { text: "Done." }, { text: "Done, really." });
    const relay = suite.start([]);
    const records = await relay.prompt("Add a.ts");
    const requests = ofType(records, "entry_appended")
      .map(({ entry }) => entry)
      .filter(({ type }) => type === "custom_message");
    assert.deepEqual(
      requests.map(({ customType, display, details }) => ({ type: customType, display, details })),
      [{ type: "relay.harness.evidence", display: true, details: { status: "unverified" } }],
    );
    assert.match(lastUserText(), /^\[harness:evidence\] Status: unverified\. /);
    const warnings = records.filter(({ method }) => method === "notify");
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]?.message as string, /^Evidence: unverified\. /);
    assert.equal(suite.model.requests.length, 3);
  });

  it("harness.md 6.4: a check after the last change verifies, and the record is kept", async () => {
    suite.workspace.write("package.json", '{ "scripts": { "test": "exit 0" } }');
    suite.model.add(write("a.ts"), bash("npm test"), { text: "Done, all tests pass." });
    const relay = suite.start([]);
    const records = await relay.prompt("Add a.ts");
    const kept = ofType(records, "entry_appended")
      .map(({ entry }) => entry)
      .filter(({ customType }) => customType === "relay.harness.evidence");
    assert.deepEqual(
      kept.map(({ type, data }) => [type, data.status, data.final, data.requested]),
      [["custom", "verified", true, false]],
    );
    const { evidence } = await state(relay);
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
    const updates = ofType(records, "harness_update").map(({ state: sent }) => sent);
    assert.deepEqual(updates.at(-1)?.evidence, evidence);
    for (const [index, update] of updates.entries()) {
      if (index > 0) assert.notDeepEqual({ ...update, at: "" }, { ...updates[index - 1], at: "" });
    }
  });

  it("harness.md 6.1: what a check writes itself is no change, of it or of what follows", async () => {
    git(suite.workspace.cwd, "init", "-q");
    suite.workspace.write("package.json", '{"scripts":{"test":"echo 1 > seen.snap"}}');
    suite.workspace.write("gen.sh", "exit 0");
    suite.model.add(write("a.ts"), bash("npm test --silent"), bash("sh gen.sh"), {
      text: "Done, all tests pass.",
    });
    const relay = suite.start();
    await relay.prompt("Add a.ts");
    const { evidence } = await state(relay);
    assert.ok(existsSync(join(suite.workspace.cwd, "seen.snap")));
    assert.deepEqual(
      [evidence.status, (evidence.changes as AnyRecord[]).map(({ path }) => path as string)],
      ["verified", ["a.ts"]],
    );
  });

  it("harness.md 6.1: a check covers what its own command changed before it, not what it changed after", async () => {
    git(suite.workspace.cwd, "init", "-q");
    suite.workspace.write("package.json", '{"scripts":{"test":"exit 0"}}');
    suite.workspace.write("gen.sh", "date +%s%N > made.ts");
    const statuses: unknown[] = [];
    const relay = suite.start();
    for (const command of ["sh gen.sh && npm test --silent", "npm test --silent && sh gen.sh"]) {
      suite.model.add(bash(command), { text: "Done." }, { text: "The tests were not run." });
      await relay.prompt("Add made.ts");
      const { evidence } = await state(relay);
      statuses.push([evidence.requested, evidence.status]);
      if (evidence.requested === false) await relay.prompt("ok");
    }
    assert.deepEqual(statuses, [
      [false, "verified"],
      [true, "acknowledged"],
    ]);
  });

  it("harness_run_check adds to the record without a message in the session", async () => {
    suite.model.add(write("a.ts"), { text: "I wrote it; I have not run the tests." });
    const relay = suite.start();
    await relay.prompt("Add a.ts");
    assert.equal((await state(relay)).evidence.status, "acknowledged");
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
    const { checks } = (await state(relay)).evidence;
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

  it("a session that was resumed knows its rules, corrections and record", async () => {
    suite.model.add({ text: "Noted." }, { text: "Simpler." });
    const first = suite.start([]);
    await first.prompt("Never use `any`");
    await first.prompt("No, use the existing helper");
    const before = await state(first);
    await first.close();
    const second = suite.start(["-c"]);
    const after = await state(second);
    assert.deepEqual(after.learnings, ["Never use `any`", "No, use the existing helper"]);
    assert.deepEqual(
      (after.constraints as AnyRecord[]).map(({ id, at }) => [id, typeof at]),
      (before.constraints as AnyRecord[]).map(({ id, at }) => [id, typeof at]),
    );
  });
});

describe("rpc: the harness, switched off in parts", () => {
  const suite = useRpc({ harnessCore: { authorizationGate: false, scopeGuard: false, evidence: false } });

  it("without the gates nothing is asked, held or questioned; rules stay", async () => {
    suite.workspace.write("dist/a", "");
    suite.model.add(bash("rm -rf dist"), write("a.ts"), { text: "Done." });
    const relay = suite.start();
    const records = await relay.prompt("Never use `any`. Why does it fail?");
    assert.equal(existsSync(join(suite.workspace.cwd, "dist")), false);
    assert.equal(existsSync(join(suite.workspace.cwd, "a.ts")), true);
    assert.deepEqual(ofType(records, "extension_ui_request"), []);
    const { data } = await relay.request({ type: "get_harness" });
    assert.deepEqual(
      [data.evidence, data.approvals, data.constraints.length, data.settings.evidence],
      [null, [], 1, false],
    );
  });
});

describe("rpc: the harness, switched off", () => {
  const suite = useRpc({
    harnessCore: { alignment: false, evidence: false, context: false, skills: false },
  });

  it("no request is changed, no event comes, and its commands say so", async () => {
    suite.model.add(bash("rm -rf dist"), { text: "Done." });
    const relay = suite.start();
    const records = await relay.prompt("Never use `any`. Tidy up.");
    assert.doesNotMatch(JSON.stringify(suite.model.requests), /\[harness:/);
    assert.deepEqual(ofType(records, "harness_update"), []);
    const off = await relay.request({ type: "get_harness" });
    assert.equal(off.success, false);
    assert.match(off.error as string, /switched off/);
  });
});
