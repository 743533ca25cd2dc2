import assert from "node:assert/strict";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedModel, ScriptedStep } from "../fakes/scriptedModel.ts";
import { intakeCases } from "../support/intakeCases.ts";
import { runRelay, type AnyRecord } from "../support/relayProcess.ts";
import { ofType, textOf, useRpc } from "../support/rpcSuite.ts";
import { useScriptedModel } from "../support/scriptedSuite.ts";
import type { Workspace } from "../support/workspace.ts";

const [english] = intakeCases();
assert.ok(english);

function draft(changes: object = {}): ScriptedStep {
  return { calls: [{ name: "intake_questionnaire", arguments: { ...english?.questionnaire, ...changes } }] };
}

const request = "/intake --out q.docx change the calculation";
const noAnswer = "No questionnaire was written: the answer ended without one.";

describe("command line: /intake that writes nothing", () => {
  let workspace: Workspace;
  let model: ScriptedModel;
  useScriptedModel((place) => ({ workspace, model } = place));

  const failures: [name: string, call: string, answers: ScriptedStep[], stdout: string, error: string][] = [
    ["no description", "/intake", [], "", "Usage: /intake [--out file.docx] <description>"],
    [
      "what it names cannot be read",
      "/intake see ./none.md",
      [],
      "",
      "Cannot read ./none.md: there is no such file\nNothing was started. Correct or leave out what cannot be read.",
    ],
    [
      "answers that are not there",
      "/intake answers none.docx",
      [],
      "",
      "Cannot read none.docx: there is no such file",
    ],
    ["an answer without a call", request, [{ text: "Which one?" }], "Which one?\n", noAnswer],
    [
      "a draft that stays technical",
      request,
      [draft({ understood: ["The API is slow."] }), { text: "I give up." }],
      "I give up.\n",
      "No questionnaire was written: the last draft had 1 problem.",
    ],
  ];
  for (const [name, call, answers, said, error] of failures) {
    it(`cli.md §1.8: print mode ends with 1: ${name}`, async () => {
      model.add(...answers);
      const { stdout, stderr, code } = await runRelay(workspace, ["-p", call]);
      assert.deepEqual([stdout, stderr, code], [said, `Error: ${error}\n`, 1]);
      assert.ok(!existsSync(join(workspace.cwd, "q.docx")));
    });

    it(`cli.md §1.8: JSON mode ends with 1: ${name}`, async () => {
      model.add(...answers);
      const { stdout, stderr, code } = await runRelay(workspace, ["--mode", "json", call]);
      assert.deepEqual([stderr, code], [`Error: ${error}\n`, 1]);
      for (const line of stdout.trim().split("\n"))
        assert.doesNotThrow(() => JSON.parse(line) as unknown, line);
    });
  }

  it("a file that cannot be written ends print mode with 1 and the reason", async () => {
    writeFileSync(join(workspace.cwd, "taken"), "");
    model.add(draft(), { text: "It did not work." });
    const call = "/intake --out taken/q.docx change the calculation";
    const { stdout, stderr, code } = await runRelay(workspace, ["-p", call]);
    const path = join(workspace.cwd, "taken", "q.docx");
    const error = `Error: No questionnaire was written: Cannot write ${path}: a part of the path is a file\n`;
    assert.deepEqual([stdout, stderr, code], ["It did not work.\n", error, 1]);
  });

  it("a model that fails ends print mode with 1, and both reasons", async () => {
    model.add({ status: 400, errorBody: { error: { message: "no such model" } } });
    const { stdout, stderr, code } = await runRelay(workspace, ["-p", request]);
    assert.deepEqual([stdout, code], ["", 1]);
    assert.match(stderr, /^Error: .*no such model.*\nError: No questionnaire was written: .*\n$/);
  });

  it("a refused draft does no harm when the next one is written", async () => {
    model.add(draft({ understood: ["The API is slow."] }), draft(), { text: "done" });
    const { stdout, stderr, code } = await runRelay(workspace, ["-p", request]);
    assert.deepEqual([stdout, stderr, code], ["done\n", "", 0]);
  });
});

describe("rpc: /intake that writes nothing", () => {
  const suite = useRpc();

  function written(): string[] {
    const folder = join(suite.workspace.cwd, ".relay/intake");
    return [suite.workspace.cwd, folder].flatMap((path) =>
      existsSync(path) ? readdirSync(path).filter((name) => name.endsWith(".docx")) : [],
    );
  }

  function told(records: AnyRecord[]): unknown[] {
    return ofType(records, "extension_ui_request").map(({ notifyType, message }) => [notifyType, message]);
  }

  it("says so when its run has settled, and forgets --out and the description", async () => {
    suite.model.add({ text: "Which one?" }, draft(), { text: "oh" }, draft({ request: "change it" }), {
      text: "done",
    });
    const relay = suite.start();
    await relay.prompt(request);
    assert.deepEqual(told(relay.records), [["error", noAnswer]]);
    await relay.prompt("The first one. Write the questionnaire.");
    const [unknown, done] = ofType(relay.records, "tool_execution_end");
    assert.equal(done, undefined);
    assert.match(
      textOf(unknown?.result),
      /\nlanguage: missing: use en, pt, es\nrequest: missing: must be a text$|\nrequest: missing: must be a text$/,
    );
    await relay.prompt("The request was: change it");
    assert.deepEqual(
      written().map((name) => name.slice(11)),
      ["change-the-calculation.docx"],
    );
  });

  it("what a /intake is told does not reach the next one", async () => {
    suite.model.add({ text: "no" }, draft(), { text: "done" });
    const relay = suite.start();
    await relay.prompt(request);
    await relay.prompt("/intake change the calculation");
    assert.deepEqual(
      written().map((name) => name.slice(11)),
      ["change-the-calculation.docx"],
    );
  });

  it("of two at once, one runs and the other is refused; each would write to its own file", async () => {
    suite.model.add(draft(), { text: "done" });
    const relay = suite.start();
    const calls = ["a", "b"].map((name) =>
      relay.request({ type: "prompt", message: `/intake --out ${name}.docx change the calculation` }),
    );
    const responses = await Promise.all(calls);
    await relay.waitFor(({ type }) => type === "agent_settled");
    const started = responses.map(({ data }) => (data as AnyRecord | undefined)?.disposition);
    assert.equal(
      started.filter((disposition) => disposition === "started").length,
      1,
      JSON.stringify(responses),
    );
    assert.deepEqual(written(), [started[0] === "started" ? "a.docx" : "b.docx"]);
  });

  it("while a response is in progress it is refused", async () => {
    let finish = (): void => undefined;
    suite.model.add({ text: "thinking", hold: new Promise<void>((resolve) => (finish = resolve)) });
    const relay = suite.start();
    await relay.request({ type: "prompt", message: "hi" });
    const response = await relay.request({ type: "prompt", message: request, streamingBehavior: "steer" });
    assert.equal(response.data.disposition, "handled");
    finish();
    await relay.waitFor(({ type }) => type === "agent_settled");
    assert.deepEqual(told(relay.records), [
      ["error", "/intake starts a run of its own. Call it when the current response has finished."],
    ]);
    assert.equal(suite.model.requests.length, 1);
  });

  it("a session that follows has the command, and nothing of what the last one was told", async () => {
    let finish = (): void => undefined;
    suite.model.add({ text: "thinking", hold: new Promise<void>((resolve) => (finish = resolve)) });
    const relay = suite.start();
    await relay.request({ type: "prompt", message: request });
    await relay.waitFor(({ type }) => type === "message_update");
    await relay.request({ type: "new_session" });
    finish();
    assert.deepEqual(ofType(relay.records, "extension_error"), []);
    suite.model.add(draft({ request: "x y z" }), { text: "done" });
    await relay.prompt("/intake change the calculation");
    assert.deepEqual(
      written().map((name) => name.slice(11)),
      ["change-the-calculation.docx"],
    );
  });
});
