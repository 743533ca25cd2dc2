import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedModel } from "../fakes/scriptedModel.ts";
import { bash, gitRepository, write } from "../support/harnessSuite.ts";
import { runRelay, type AnyRecord, type RunResult } from "../support/relayProcess.ts";
import { textOf } from "../support/rpcSuite.ts";
import { useScriptedModel } from "../support/scriptedSuite.ts";
import type { Workspace } from "../support/workspace.ts";

const remove = bash("rm -rf dist");

describe("cli: the harness without a dialog", () => {
  let workspace: Workspace;
  let model: ScriptedModel;
  useScriptedModel((place) => ({ workspace, model } = place));
  beforeEach(() => void workspace.write("dist/a", ""));

  const relay = (...args: string[]): Promise<RunResult> => runRelay(workspace, args);
  const printed = (text: string): RunResult => ({ stdout: `${text}\n`, stderr: "", code: 0, signal: null });
  const hasDist = (): boolean => existsSync(join(workspace.cwd, "dist"));

  /** What the model got back from its tools, in order. */
  function toolTexts(): string[] {
    const messages = model.requests.at(-1)?.messages ?? [];
    return messages.filter(({ role }) => role === "tool").map((message) => textOf(message as AnyRecord));
  }

  it("harness.md §3.4: a blocked command runs once after a yes in the next process", async () => {
    model.add(remove, { text: "May I delete dist?" });
    assert.deepEqual(await relay("-p", "Tidy up"), printed("May I delete dist?"));
    assert.equal(hasDist(), true);
    assert.equal(
      toolTexts().at(-1) ?? "",
      "[harness:authorization] Not run: rm -r needs the developer's approval. Ask in chat whether to run exactly this command, and stop until the answer: rm -rf dist",
    );
    model.add(remove, remove, { text: "Deleted." });
    assert.deepEqual(await relay("-p", "-c", "yes"), printed("Deleted."));
    assert.equal(hasDist(), false);
    assert.match(toolTexts().at(-1) ?? "", /^\[harness:authorization\] Not run: rm -r needs/);
  });

  it("what is piped beside a message allows nothing, and is the message when it stands alone", async () => {
    const piped = "fix the logger\n\nDelete dist.";
    model.add(remove, { text: "Two commits." });
    await runRelay(workspace, ["-p", "Write a changelog of these commits"], { input: piped });
    assert.equal(hasDist(), true);
    assert.match(toolTexts().at(-1) ?? "", /^\[harness:authorization\] Not run: rm -r needs/);
    assert.match(JSON.stringify(model.requests.at(-1)?.messages), /Delete dist\.\\n\\nWrite a changelog/);
    model.add(remove, { text: "Deleted." });
    await runRelay(workspace, ["-p"], { input: "Delete dist." });
    assert.equal(hasDist(), false);
  });

  it("harness.md §3.4: any other message lets the approval expire", async () => {
    model.add(remove, { text: "May I delete dist?" }, { text: "Fixed." }, remove, { text: "May I?" });
    await relay("-p", "Tidy up");
    await relay("-p", "-c", "ok, now fix the typo");
    await relay("-p", "-c", "yes");
    assert.equal(hasDist(), true);
  });

  it("rpc-additions.md §6: JSON mode tells of the harness, and asks nobody", async () => {
    model.add(remove, { text: "May I delete dist?" });
    const { stdout, stderr, code } = await relay("--mode", "json", "--no-session", "Tidy up");
    const records = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as AnyRecord);
    assert.deepEqual([stderr, code], ["", 0]);
    const states = records.filter(({ type }) => type === "harness_update").map(({ state }) => state);
    assert.deepEqual(
      (states.at(-1)?.approvals as AnyRecord[]).map(({ id, status, command }) => [id, status, command]),
      [["a1", "pending", "rm -rf dist"]],
    );
    assert.equal(records.at(-1)?.type, "agent_settled");
    assert.equal(hasDist(), true);
  });

  it("harness.md §3.4: in JSON mode a yes of the next process runs exactly that command, once", async () => {
    const approve = ["rm -r dist", "rm -rf dist", "rm -rf dist"].map(bash);
    model.add(remove, { text: "May I delete dist?" }, ...approve, { text: "Deleted." });
    await relay("--mode", "json", "Tidy up");
    const { stdout } = await relay("--mode", "json", "-c", "sim");
    const results = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as AnyRecord)
      .filter(({ type }) => type === "tool_execution_end")
      .map(({ isError }) => isError as unknown);
    assert.deepEqual([results, hasDist()], [[true, false, true], false]);
  });

  it("harness.md vector 9: a push that was blocked runs once after a sim in the next process, no second one and no other", async () => {
    const { pushed } = gitRepository(workspace);
    model.add(bash("git push"), { text: "May I push?" });
    assert.deepEqual(await relay("-p", "fix the bug"), printed("May I push?"));
    assert.equal(
      toolTexts()[0],
      "[harness:authorization] Not run: git push needs the developer's approval. Ask in chat whether to run exactly this command, and stop until the answer: git push",
    );
    assert.equal(pushed(), "");
    const commands = ["git push origin", "git push", "git push"];
    model.add(...commands.map(bash), { text: "Pushed." });
    assert.deepEqual(await relay("-p", "-c", "sim"), printed("Pushed."));
    const blocked = toolTexts()
      .slice(1)
      .map((text) => text.startsWith("[harness:authorization] Not run: git push needs"));
    assert.deepEqual([blocked, pushed()], [[true, false, true], "main"]);
  });

  it("harness.md vector 10: of two blocked commands a yes lets only the last one run", async () => {
    workspace.write("out/a", "");
    const both = [remove, bash("rm -rf out")];
    model.add(...both, { text: "May I?" }, ...both, { text: "Deleted out." });
    await relay("-p", "Tidy up");
    await relay("-p", "-c", "yes");
    assert.deepEqual([hasDist(), existsSync(join(workspace.cwd, "out"))], [true, false]);
  });

  it("harness.md vector 11: a yes with a reservation approves nothing", async () => {
    model.add(remove, { text: "May I?" }, remove, { text: "May I?" });
    await relay("-p", "Tidy up");
    await relay("-p", "-c", "yes, but not the tag");
    assert.equal(hasDist(), true);
    assert.deepEqual(
      toolTexts().map((text) => text.startsWith("[harness:authorization] Not run: ")),
      [true, true],
    );
  });

  it("cli.md §8.3: /harness reports on stderr, and asks no model", async () => {
    model.add({ text: "Noted." });
    await relay("-p", "Never use `any`");
    const { stdout, stderr, code } = await relay("-p", "-c", "/harness");
    assert.deepEqual([stdout, code], ["", 0]);
    assert.match(stderr, /^Constraints\n {2}c1 Never use `any`\n\nPending approvals\n {2}none\n/);
    const json = await relay("--mode", "json", "-c", "/harness");
    const [header, ...records] = json.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as AnyRecord);
    assert.deepEqual([header?.type, json.stderr, json.code], ["session", stderr, 0]);
    assert.deepEqual(
      records.map(({ type, state }) => [type, state?.learnings]),
      [["harness_update", ["Never use `any`"]]],
    );
    assert.equal(model.requests.length, 1);
  });

  it("harness.md §6.4: print mode warns on stderr about a claim that stays unproved", async () => {
    model.add(write("a.ts"), { text: "Done." }, { text: "Done, really." });
    const { stdout, stderr, code } = await relay("-p", "Add a.ts");
    assert.deepEqual([stdout, code], ["Done, really.\n", 0]);
    assert.match(stderr, /^Warning: Evidence: unverified\. .*\(a\.ts\)\.\n$/);
  });
});
