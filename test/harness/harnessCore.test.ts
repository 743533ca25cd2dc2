import assert from "node:assert/strict";
import type { AgentMessage, JsonObject } from "@relay-harness/protocol";
import { textOf } from "@relay-harness/protocol";
import type { AlignmentOptions } from "../../agent/core/src/harness/alignment/alignmentPolicy.ts";
import { HarnessCore, type HarnessCoreOptions } from "../../agent/core/src/harness/harnessCore.ts";
import type { Script } from "../../agent/core/src/testing/scriptedStream.ts";
import { createTestAgent, testTool, type TestAgent } from "../../agent/core/src/testing/testAgent.ts";
import { loadShellParser } from "../../agent/core/src/harness/grammar/loadShellParser.ts";
import { facts } from "./shellAnalysis.ts";

let calls = 0;

/** A request that calls one tool. */
function call(name: string, args: JsonObject): Script {
  return { toolCalls: [{ id: `call${++calls}`, name, arguments: args }] };
}

const bash = (command: string): Script => call("bash", { command });
const edit = (path: string): Script => call("edit", { path });
const say = (text: string): Script => ({ text });

/** Commands that ran or files that were changed, in order. */
function withHarness(
  responses: readonly Script[],
  options: Partial<HarnessCoreOptions> = {},
): TestAgent & { core: HarnessCore; ran: string[]; uninstall: () => void } {
  const ran: string[] = [];
  const parameters = { type: "object", properties: {}, additionalProperties: true };
  const record = (name: string, field: string) =>
    testTool(name, {
      parameters,
      execute: (_id, args) => {
        const subject = String((args as JsonObject)[field]);
        ran.push(subject);
        if (subject.includes("failing")) throw new Error("1 failed\n\nCommand exited with code 1");
        return Promise.resolve({ content: [{ type: "text", text: "x".repeat(2000) }] });
      },
    });
  const tools = [record("bash", "command"), record("edit", "path"), record("read", "path")];
  const created = createTestAgent(responses, tools);
  const core = new HarnessCore({
    effects: { facts: () => facts, loadParser: loadShellParser },
    resolvePath: (path) => (path.startsWith("/") ? path : `${facts.cwd}/${path}`),
    now: () => "2026-01-01T00:00:00.000Z",
    ...options,
  });
  return { ...created, core, ran, uninstall: core.install(created.agent) };
}

/** Texts of the user-role messages of a request, blocks joined. */
function userTexts({ provider }: TestAgent, request = -1): string[] {
  const messages = provider.requests.at(request)?.context.messages ?? [];
  return messages.flatMap((message) => (message.role === "user" ? [textOf(message.content, "\n---\n")] : []));
}

function resultTexts(messages: readonly AgentMessage[]): string[] {
  return messages.flatMap((message) => (message.role === "toolResult" ? [textOf(message.content)] : []));
}

describe("HarnessCore on an agent", () => {
  it("restates the developer's rules beside his newest message", async () => {
    const test = withHarness([say("Noted."), say("Yes.")]);
    await test.agent.prompt("Never use `any`");
    await test.agent.prompt("Is it typed?");
    const rule = "They apply to every step until withdrawn:\n1. Never use `any`";
    assert.deepEqual(
      userTexts(test).map((text) => text.includes(rule)),
      [true, true],
    );
    assert.equal(
      test.agent.state.messages.some((message) => JSON.stringify(message).includes("[harness:")),
      false,
    );
  });

  it("asks before a destructive command, once per call", async () => {
    const asked: string[] = [];
    const alignment: AlignmentOptions = {
      authorize: ({ effect }) => {
        asked.push(effect.command);
        return asked.length === 1;
      },
    };
    const test = withHarness([bash("rm -rf src"), bash("rm -rf src"), say("Stopped.")], { alignment });
    await test.agent.prompt("Tidy up");
    assert.deepEqual([asked, test.ran], [["rm -rf src", "rm -rf src"], ["rm -rf src"]]);
    assert.match(resultTexts(test.agent.state.messages)[1] ?? "", /the developer declined rm -r/);
  });

  it("runs what the message names, and asks in chat where nobody can be asked", async () => {
    const test = withHarness([
      bash("git push"),
      say("Pushed."),
      bash("git push --force"),
      say("May I force it?"),
      bash("git push --force"),
      say("Done."),
    ]);
    await test.agent.prompt("Push the branch");
    await test.agent.prompt("It was rejected, look into it");
    assert.deepEqual(test.ran, ["git push"]);
    assert.match(resultTexts(test.agent.state.messages)[1] ?? "", /needs the developer's approval/);
    await test.agent.prompt("yes");
    assert.deepEqual(test.ran, ["git push", "git push --force"]);
    assert.deepEqual(
      test.core.alignment?.approvalStates.map(({ status }) => status),
      ["message", "used"],
    );
  });

  it("an authorization that throws is none", async () => {
    const alignment: AlignmentOptions = { authorize: () => Promise.reject(new Error("no client")) };
    const test = withHarness([bash("git push"), say("ok")], { alignment });
    await test.agent.prompt("Fix it");
    assert.deepEqual(test.ran, []);
    assert.match(resultTexts(test.agent.state.messages)[0] ?? "", /no answer to the approval of git push/);
  });

  it("the first edit of a question waits, the next one passes", async () => {
    const test = withHarness([edit("a.ts"), edit("a.ts"), say("It is the path.")]);
    await test.agent.prompt("Why does the build fail?");
    assert.deepEqual(test.ran, ["a.ts"]);
    assert.match(resultTexts(test.agent.state.messages)[0] ?? "", /^\[harness:question\] Not applied/);
  });

  it("a workspace below the folder for temporary files is no temporary file", async () => {
    const place = { ...facts, cwd: "/tmp/work", workspace: "/tmp/work" };
    const test = withHarness([edit("/tmp/work/a.ts"), edit("/tmp/note.txt"), say("It is the path.")], {
      effects: { facts: () => place, loadParser: loadShellParser },
    });
    await test.agent.prompt("Why does the build fail?");
    assert.deepEqual(test.ran, ["/tmp/note.txt"]);
  });

  it("a claim without a check gets one verification request, then a warning", async () => {
    const warnings: string[] = [];
    const test = withHarness([edit("a.ts"), say("Done."), say("Done, really.")], {
      onEvent: (event) => {
        if (event.type === "evidence" && event.warning !== undefined) warnings.push(event.warning);
      },
    });
    await test.agent.prompt("Fix the parser");
    assert.match(userTexts(test).at(-1) ?? "", /^\[harness:evidence\] Status: unverified\./);
    assert.equal(warnings.length, 1);
    assert.equal(test.core.evidence?.state()?.status, "unverified");
    assert.equal(test.provider.requests.length, 3);
  });

  it("a check after the last change makes it verified; a failing one contradicts", async () => {
    const verified = withHarness([edit("a.ts"), bash("npm test"), say("Done, all tests pass.")]);
    await verified.agent.prompt("Fix the parser");
    assert.deepEqual(
      [verified.core.evidence?.state()?.status, verified.provider.requests.length],
      ["verified", 3],
    );
    const failed = withHarness([
      edit("a.ts"),
      bash("npm test -- failing"),
      say("All tests pass."),
      say("One fails."),
    ]);
    await failed.agent.prompt("Fix the parser");
    assert.match(
      userTexts(failed).at(-1) ?? "",
      /Status: contradicted\. .* the last one failed: npm test -- failing \(exit 1\)/,
    );
  });

  it("old large results become stubs, and what they showed stands in the block", async () => {
    const reads = Array.from({ length: 13 }, (_, index) => call("read", { path: `f${index}.ts` }));
    const test = withHarness([...reads, say("ok")]);
    await test.agent.prompt("Read them");
    const sent = test.provider.requests.at(-1)?.context.messages ?? [];
    const stubs = resultTexts(sent).filter((text) => text.startsWith("[harness:elided]"));
    assert.equal(stubs.length, 6);
    assert.match(userTexts(test).at(-1) ?? "", /\[harness:progress\][^]*- read f0\.ts, f1\.ts/);
  });

  it("harness-vectors.md V14 E8: without the context pillar every result is sent, and no digest", async () => {
    const reads = Array.from({ length: 13 }, (_, index) => call("read", { path: `f${index}.ts` }));
    const test = withHarness([...reads, say("ok")], { context: false });
    await test.agent.prompt("Read them");
    const sent = test.provider.requests.at(-1)?.context.messages ?? [];
    assert.deepEqual(
      resultTexts(sent).map((text) => text.length),
      reads.map(() => 2000),
    );
    assert.doesNotMatch(JSON.stringify(sent), /\[harness:progress\]/);
  });

  it("switched off, a pillar does nothing; taken off, the agent is as it was", async () => {
    const off = { alignment: false, evidence: false, context: false, skills: false } as const;
    const test = withHarness(
      [bash("git push --force"), edit("a.ts"), say("Done."), edit("b.ts"), say("Done.")],
      off,
    );
    await test.agent.prompt("Never do this. Why?");
    assert.deepEqual(test.ran, ["git push --force", "a.ts"]);
    assert.doesNotMatch(JSON.stringify(test.provider.requests), /\[harness:/);
    test.uninstall();
    assert.equal(test.agent.hooks.beforeToolCall, undefined);
  });
});
