import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { answer, dialog, writeExtension } from "../support/extensions.ts";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";
import { readSession } from "../support/sessionFiles.ts";
import { isSettled, ofType, textOf } from "../support/rpcSuite.ts";
import { bash, calls, gitRepository, promptWithAnswers, useHarness } from "../support/harnessSuite.ts";

const removeDist = bash("rm -rf dist");

describe("rpc: commands that are asked about", () => {
  const suite = useHarness();

  const has = (path: string): boolean => existsSync(join(suite.workspace.cwd, path));

  async function approvals(relay: RpcProcess): Promise<AnyRecord[]> {
    return (await suite.state(relay)).approvals as AnyRecord[];
  }

  const statusesOf = (list: readonly AnyRecord[]): string[] => list.map(({ status }) => status as string);

  it("harness.md vector 6: a push that was not asked for opens a dialog, and a no is an error the model reads", async () => {
    const { pushed } = gitRepository(suite.workspace);
    suite.model.add(bash("git push"), { text: "Stopped." });
    const relay = suite.start();
    const [request] = await promptWithAnswers(relay, "fix the bug", [{ confirmed: false }]);
    assert.deepEqual(
      [request?.method, request?.title, request?.message, request?.timeout],
      [
        "confirm",
        "Allow external command?",
        `external: git push\n\ngit push\nin ${suite.workspace.cwd}`,
        undefined,
      ],
    );
    const [end] = ofType(relay.records, "tool_execution_end");
    assert.equal(end?.isError, true);
    assert.deepEqual(suite.toolTexts(), [
      "[harness:authorization] Not run: the developer declined git push. Do not retry it or reach the same effect another way. Continue with what does not need it, or ask.",
    ]);
    assert.equal(pushed(), "");
  });

  it("harness.md vector 7: a client that closes stdin during the dialog has denied, and nothing runs", async () => {
    const { pushed } = gitRepository(suite.workspace);
    suite.model.add(bash("git push"), { text: "Stopped." });
    const relay = suite.start([]);
    const { sessionFile } = (await relay.request({ type: "get_state" })).data;
    relay.send({ type: "prompt", message: "fix the bug" });
    await dialog(relay, "confirm");
    assert.equal((await relay.close()).code, 0);
    assert.equal(pushed(), "");
    const entries = readSession(sessionFile as string) as AnyRecord[];
    const kept = entries.filter(({ customType }) => customType === "relay.harness.approval");
    assert.deepEqual(
      kept.map(({ data }) => [data.command, data.status]),
      [["git push", "denied"]],
    );
    const [result] = entries.filter(({ message }) => message?.role === "toolResult");
    assert.deepEqual(
      [result?.message.isError, textOf(result?.message as AnyRecord)],
      [true, "Operation aborted"],
    );
  });

  it("harness.md vector 8: of two gated calls in one answer the second is asked about after the first is answered", async () => {
    suite.workspace.write("dist/a", "");
    suite.workspace.write("out/a", "");
    const both = ["rm -rf dist", "rm -rf out"].map((command) => ({ name: "bash", arguments: { command } }));
    suite.model.add(calls(...both), { text: "Done." });
    const relay = suite.start();
    relay.send({ type: "prompt", message: "Tidy up" });
    const first = await dialog(relay, "confirm");
    // Two answered requests later, a dialog that does not wait would be there.
    for (let turn = 0; turn < 2; turn++) await relay.request({ type: "get_state" });
    const asked = (): AnyRecord[] => relay.records.filter(({ method }) => method === "confirm");
    assert.equal(asked().length, 1);
    assert.deepEqual([has("dist"), has("out")], [true, true]);
    answer(relay, first, { confirmed: true });
    const second = await dialog(relay, "confirm", relay.records.indexOf(first) + 1);
    answer(relay, second, { confirmed: false });
    await relay.waitFor(isSettled);
    assert.deepEqual(
      asked().map(({ context }) => context.command),
      ["rm -rf dist", "rm -rf out"],
    );
    assert.deepEqual([has("dist"), has("out")], [false, true]);
  });

  it("harness.md vector 12: the gate sees what an extension made of the command", async () => {
    suite.workspace.write("x/a", "");
    writeExtension(
      suite.workspace,
      "rewrite",
      `relay.on("tool_call", ({ input }) => { if (input.command === "ls") input.command = "rm -rf x"; });`,
    );
    suite.model.add(bash("ls"), { text: "Stopped." });
    const relay = suite.start();
    const [request] = await promptWithAnswers(relay, "List the files", [{ confirmed: false }]);
    assert.deepEqual(
      [request?.title, request?.context.command, request?.context.operations],
      ["Allow destructive command?", "rm -rf x", ["fs.delete"]],
    );
    assert.match(suite.toolTexts()[0] ?? "", /the developer declined rm -r\./);
    assert.equal(has("x"), true);
  });

  it("a command that the tool of an extension calls is asked about like the model's", async () => {
    const { pushed } = gitRepository(suite.workspace);
    writeExtension(
      suite.workspace,
      "outer",
      `relay.registerTool({
        name: "outer", label: "Outer", description: "Pushes", parameters: { type: "object", properties: {} },
        execute: async (_id, _params, _signal, _onUpdate, ctx) => {
          const { result } = await ctx.executeTool("bash", { command: "git push" });
          return { content: result.content, details: undefined };
        },
      });`,
    );
    suite.model.add(calls({ name: "outer", arguments: {} }), { text: "Stopped." });
    const relay = suite.start();
    const [request] = await promptWithAnswers(relay, "fix the bug", [{ confirmed: false }]);
    assert.equal(request?.context.command, "git push");
    assert.match(suite.toolTexts()[0] ?? "", /the developer declined git push\./);
    assert.equal(pushed(), "");
  });

  it("harness.md vector 41: the words of a commit message allow no push", async () => {
    const { pushed } = gitRepository(suite.workspace);
    const command = 'git commit -am "Push the state into the parent" && git push';
    suite.model.add(bash(command), { text: "Stopped." });
    const relay = suite.start();
    const asked = await promptWithAnswers(relay, "push the state into the parent", [{ confirmed: false }]);
    assert.deepEqual(
      asked.map(({ context }) => [context.command, context.operations]),
      [[command, ["git.push"]]],
    );
    assert.equal(pushed(), "");
  });

  it("rpc-additions.md 21: who ignores the context allows one run, and is asked again", async () => {
    suite.workspace.write("dist/a", "");
    suite.model.add(removeDist, removeDist, { text: "Stopped." });
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
    assert.equal(has("dist"), false);
    assert.match(
      suite.toolTexts()[1] ?? "",
      /^\[harness:authorization\] Not run: the developer declined rm -r\./,
    );
    assert.deepEqual(
      (await approvals(relay)).map(({ id, status, ops }) => ({ id, status, ops })),
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
    assert.match(suite.toolTexts()[0] ?? "", /the developer declined git push\. .* Reason: use a branch$/);
  });

  it("a message that names the operation needs no dialog", async () => {
    suite.workspace.write("dist/a", "");
    suite.model.add(removeDist, { text: "Deleted." });
    const relay = suite.start();
    await promptWithAnswers(relay, "Delete dist", []);
    assert.equal(has("dist"), false);
    assert.deepEqual(statusesOf(await approvals(relay)), ["message"]);
  });

  it("an abort ends the dialog, and the command does not run", async () => {
    suite.workspace.write("dist/a", "");
    suite.model.add(removeDist, { text: "Next." });
    const relay = suite.start();
    relay.send({ type: "prompt", message: "Tidy up" });
    await dialog(relay, "confirm");
    const aborted = await relay.request({ type: "abort" });
    assert.equal(aborted.success, true);
    assert.equal(relay.records.find(isSettled)?.aborted, true);
    assert.equal(has("dist"), true);
    await relay.prompt("Go on");
    assert.equal(has("dist"), true);
  });
});
