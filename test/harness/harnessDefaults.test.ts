import assert from "node:assert/strict";
import { HarnessCore, type HarnessCoreOptions, type HarnessEvent } from "@relay-harness/agent-core";
import type { AgentMessage, JsonObject } from "@relay-harness/protocol";
import { textOf } from "@relay-harness/protocol";
import type { Script } from "../../agent/core/src/testing/scriptedStream.ts";
import { createTestAgent, testTool, type TestAgent } from "../../agent/core/src/testing/testAgent.ts";

const now = "2026-01-01T00:00:00.000Z";

const bash = (command: string): Script => ({
  toolCalls: [{ id: `call ${command}`, name: "bash", arguments: { command } }],
});

/** An agent with a shell that only notes what it would run. */
function agentWithShell(responses: readonly Script[]): TestAgent & { ran: string[] } {
  const ran: string[] = [];
  const shell = testTool("bash", {
    parameters: { type: "object", properties: {}, additionalProperties: true },
    execute: (_id, args) => {
      ran.push(String((args as JsonObject).command));
      return Promise.resolve({ content: [{ type: "text", text: "ok" }] });
    },
  });
  return { ...createTestAgent(responses, [shell]), ran };
}

function results({ agent }: TestAgent): string[] {
  return agent.state.messages.flatMap((message) =>
    message.role === "toolResult" ? [textOf(message.content)] : [],
  );
}

describe("HarnessCore with nothing but what the seed shows", () => {
  it("asks `authorize` with the command, and runs what it allows", async () => {
    const test = agentWithShell([bash("ls"), bash("git push --force"), bash("git push"), { text: "ok" }]);
    const asked: unknown[] = [];
    new HarnessCore({
      alignment: {
        authorize: ({ toolCallId, toolName, command, cwd, effect }) => {
          asked.push({ toolCallId, toolName, command, cwd, effect });
          return Promise.resolve(effect.command === "git push");
        },
      },
    }).install(test.agent);
    await test.agent.prompt("Fix it");
    const request = (command: string, ops: unknown) => ({
      toolCallId: `call ${command}`,
      toolName: "bash",
      command,
      cwd: process.cwd(),
      effect: { command, ops },
    });
    assert.deepEqual(asked, [
      request("git push --force", [
        { id: "git.push.force", class: ["destructive", "external"], label: "git push --force" },
      ]),
      request("git push", [{ id: "git.push", class: ["external"], label: "git push" }]),
    ]);
    assert.deepEqual(test.ran, ["ls", "git push"]);
  });

  it("blocks without `authorize`, until the developer agrees in chat", async () => {
    const test = agentWithShell([bash("rm -r a"), { text: "May I?" }, bash("rm -r a"), { text: "ok" }]);
    new HarnessCore().install(test.agent);
    await test.agent.prompt("Fix it");
    assert.match(results(test)[0] ?? "", /^\[harness:authorization\] Not run: rm -r needs/);
    await test.agent.prompt("yes");
    assert.deepEqual(test.ran, ["rm -r a"]);
  });

  it("tells what it learns and decides", async () => {
    const test = agentWithShell([bash("git push"), { text: "Done." }, { text: "Not checked." }]);
    const events: HarnessEvent[] = [];
    new HarnessCore({ now: () => now, onEvent: (event) => events.push(event) }).install(test.agent);
    await test.agent.prompt("Never use `any`. Push the branch.");
    const push = { tool: "bash", command: "git push", cwd: process.cwd() };
    assert.deepEqual(events.slice(0, 2), [
      {
        type: "constraint",
        data: {
          v: 1,
          op: "add",
          id: "c1",
          text: "Never use `any`.",
          lang: "en",
          form: "never",
          entryId: "m1",
        },
      },
      {
        type: "authorization",
        data: {
          v: 1,
          id: "a1",
          status: "message",
          ...push,
          ops: [{ id: "git.push", class: ["external"], label: "git push" }],
          entryId: "m1",
        },
      },
    ]);
    assert.deepEqual(
      events.slice(2).map(({ type }) => type),
      ["evidence"],
    );
  });

  it("keeps in the store what a later agent needs", async () => {
    const kept: { type: string; data: unknown }[] = [];
    const store: HarnessCoreOptions["store"] = {
      append: (type, data) => void kept.push({ type, data }),
      load: () => kept,
    };
    const first = agentWithShell([{ text: "Noted." }]);
    new HarnessCore({ store }).install(first.agent);
    await first.agent.prompt("Never use `any`");
    const second = agentWithShell([{ text: "Yes." }]);
    const core = new HarnessCore({ store });
    core.install(second.agent);
    await second.agent.prompt("Is it typed?");
    assert.match(JSON.stringify(second.provider.requests), /1\. Never use `any`/);
    assert.deepEqual(
      core.constraints?.all.map(({ id, text }) => ({ id, text })),
      [{ id: "c1", text: "Never use `any`" }],
    );
  });

  it("a host's own classifier decides first", async () => {
    const test = agentWithShell([bash("git push"), { text: "ok" }]);
    const classifyEffect: HarnessCoreOptions["classifyEffect"] = ({ name }) =>
      name === "bash" ? { kind: "read" } : undefined;
    new HarnessCore({ classifyEffect }).install(test.agent);
    await test.agent.prompt("Fix it");
    assert.deepEqual(test.ran, ["git push"]);
  });

  it("what it cannot judge does not run, and everything else goes on", async () => {
    const test = agentWithShell([bash("ls"), { text: "ok" }]);
    const errors: string[] = [];
    new HarnessCore({
      effects: { loadParser: () => Promise.reject(new Error("no grammar")) },
      store: { append: () => Promise.reject(new Error("disk full")), load: () => [] },
      onEvent: () => {
        throw new Error("broken listener");
      },
      onError: (error) => errors.push(String(error)),
    }).install(test.agent);
    await test.agent.prompt("Never use `any`");
    assert.deepEqual(results(test), ["[harness:authorization] Not run: it could not be judged: no grammar"]);
    assert.deepEqual(
      [...new Set(errors)],
      ["Error: broken listener", "Error: disk full", "Error: no grammar"],
    );
    assert.equal(lastText(test.agent.state.messages), "ok");
  });

  it("taken off twice, it leaves later hooks alone and does nothing below them", async () => {
    const test = agentWithShell([bash("git push"), { text: "ok" }]);
    const uninstall = new HarnessCore().install(test.agent);
    const seen: string[] = [];
    const below = test.agent.hooks.beforeToolCall;
    test.agent.hooks.beforeToolCall = (context) => {
      seen.push(context.toolCall.name);
      return below?.(context);
    };
    uninstall();
    uninstall();
    await test.agent.prompt("Fix it");
    assert.deepEqual([test.ran, seen], [["git push"], ["bash"]]);
    assert.equal(test.agent.hooks.transformContext, undefined);
  });
});

function lastText(messages: readonly AgentMessage[]): string {
  const last = messages.at(-1);
  return last?.role === "assistant" ? textOf(last.content) : "";
}
