import assert from "node:assert/strict";
import type { AgentMessage } from "@relay-harness/protocol";
import { Agent } from "./agent.ts";
import { scriptedModel, scriptedStream } from "./testing/scriptedStream.ts";
import { createTestAgent, deferred, testTool, userMessage } from "./testing/testAgent.ts";
import type { AgentEvent } from "./types.ts";

/** Lines that are about messages other than their updates. */
const ends = (log: readonly string[]): string[] => log.filter((line) => line.startsWith("end "));

describe("agent", () => {
  it("rpc.md §7.1: reports a turn with a tool and the turn that answers it", async () => {
    const { agent, log } = createTestAgent(
      [{ text: "look", toolCalls: [{ id: "a", name: "one" }] }, { text: ["o", "k"] }],
      [testTool("one")],
    );
    await agent.prompt("hi");
    assert.deepEqual(log, [
      "agent_start",
      "turn_start",
      "start user hi",
      "end user hi",
      "start assistant pending",
      "text_start",
      "text_delta",
      "text_end",
      "toolcall_start",
      "toolcall_delta",
      "toolcall_end",
      "end assistant toolUse look",
      "tool start a",
      "tool end a ok one done",
      "start toolResult a",
      "end toolResult a",
      "turn_end [a]",
      "turn_start",
      "start assistant pending",
      "text_start",
      "text_delta",
      "text_delta",
      "text_end",
      "end assistant stop ok",
      "turn_end []",
      "agent_end [user,assistant,toolResult,assistant]",
    ]);
    assert.deepEqual(
      agent.state.messages.map((message) => message.role),
      ["user", "assistant", "toolResult", "assistant"],
    );
  });

  it("rpc.md §8: stores the prompt as blocks, text first, then images", async () => {
    const { agent } = createTestAgent([{ text: "ok" }], [], { now: () => 7 });
    await agent.prompt("see", [{ type: "image", data: "AA==", mimeType: "image/png" }]);
    assert.deepEqual(agent.state.messages[0], {
      role: "user",
      content: [
        { type: "text", text: "see" },
        { type: "image", data: "AA==", mimeType: "image/png" },
      ],
      timestamp: 7,
    });
  });

  it("rejects a second prompt, a continuation and a reset while a run is active", async () => {
    const { agent } = createTestAgent([{ text: "x", hangs: true }]);
    const first = agent.prompt("a");
    assert.equal(agent.state.isStreaming, true);
    await assert.rejects(agent.prompt("b"), /^Error: Agent is already processing\./);
    await assert.rejects(agent.continue(), /^Error: Agent is already processing\./);
    assert.throws(() => agent.reset(), /^Error: Agent is already processing\./);
    agent.abort();
    await first;
    assert.equal(agent.state.isStreaming, false);
  });

  it("is aborted even when abort comes in the same tick as the prompt", async () => {
    const { agent, log, provider } = createTestAgent([{ text: "never" }]);
    const run = agent.prompt("a");
    agent.abort();
    await run;
    assert.equal(provider.requests.length, 0);
    assert.deepEqual(log, [
      "agent_start",
      "turn_start",
      "start user a",
      "end user a",
      "start assistant pending",
      "end assistant aborted",
      "turn_end []",
      "agent_end [user,assistant]",
    ]);
  });

  it("waitForIdle resolves after the run and at once without one", async () => {
    const { agent, log } = createTestAgent([{ text: "ok" }]);
    await agent.waitForIdle();
    void agent.prompt("a");
    await agent.waitForIdle();
    assert.equal(log.at(-1), "agent_end [user,assistant]");
    assert.equal(agent.signal, undefined);
  });

  it("awaits listeners in their order before the run goes on", async () => {
    const { agent } = createTestAgent([{ text: "ok" }]);
    const seen: string[] = [];
    const gate = deferred();
    agent.subscribe(async (event) => {
      if (event.type === "message_end" && event.message.role === "user") await gate.promise;
      seen.push(`1 ${event.type}`);
    });
    agent.subscribe((event) => void seen.push(`2 ${event.type}`));
    const run = agent.prompt("a");
    await new Promise(setImmediate);
    assert.deepEqual(seen.slice(-1), ["2 message_start"]);
    gate.resolve();
    await run;
    const order = seen.map((line) => line.slice(0, 1)).join("");
    assert.match(order, /^(12)+$/);
  });

  it("ends in order when a listener throws, tells the other listeners, and rejects with the error", async () => {
    const { agent, log } = createTestAgent([{ text: "ok" }, { text: "again" }]);
    const error = new Error("disk full");
    const unsubscribe = agent.subscribe((event) => {
      if (event.type === "message_end" && event.message.role === "user") throw error;
    });
    await assert.rejects(agent.prompt("a"), error);
    assert.deepEqual(log.slice(-4), [
      "start assistant pending",
      "end assistant aborted",
      "turn_end []",
      "agent_end [user,assistant]",
    ]);
    unsubscribe();
    await agent.prompt("b");
    assert.equal(log.at(-3), "end assistant stop ok");
  });

  it("extension-api.md 22: unsubscribing inside a listener leaves the current event alone", async () => {
    const { agent } = createTestAgent([{ text: "ok" }]);
    const seen: string[] = [];
    const stop = agent.subscribe((event) => {
      seen.push(`first ${event.type}`);
      stop();
      stopSecond();
    });
    const stopSecond = agent.subscribe((event) => void seen.push(`second ${event.type}`));
    await agent.prompt("a");
    assert.deepEqual(seen, ["first agent_start", "second agent_start"]);
  });

  it("shows the streaming message, the pending calls and the last error in its state", async () => {
    const { agent } = createTestAgent(
      [
        { text: "t", toolCalls: [{ id: "a", name: "one" }] },
        { error: "529: Overloaded", failsEarly: true },
        { text: "ok" },
      ],
      [testTool("one")],
    );
    const seen: unknown[] = [];
    agent.subscribe((event) => {
      if (event.type === "message_update" && event.assistantMessageEvent.type === "text_end") {
        seen.push(agent.state.streamingMessage?.content);
      }
      if (event.type === "tool_execution_start" || event.type === "tool_execution_end") {
        seen.push([...agent.state.pendingToolCalls]);
      }
    });
    await agent.prompt("a");
    assert.equal(agent.state.streamingMessage, undefined);
    assert.equal(agent.state.errorMessage, "529: Overloaded");
    assert.deepEqual(seen.slice(1), [["a"], []]);
    await agent.prompt("b");
    assert.equal(agent.state.errorMessage, undefined);
  });

  it("asks for its first messages once, when they are needed, and not at all when others are given", async () => {
    let asked = 0;
    const messages = (): AgentMessage[] => {
      asked++;
      return [userMessage("old")];
    };
    const { streamFn } = scriptedStream([{ text: "new" }]);
    const options = { streamFn, initialState: { model: scriptedModel, messages } };
    const agent = new Agent(options);
    assert.equal(asked, 0);
    await agent.prompt("hi");
    assert.deepEqual(
      agent.state.messages.map(({ role }) => role),
      ["user", "user", "assistant"],
    );
    assert.equal(asked, 1);
    const other = new Agent(options);
    other.state.messages = [userMessage("other")];
    other.reset();
    assert.deepEqual([other.state.messages, asked], [[], 1]);
  });

  it("copies assigned arrays and keeps prompt, model and tools on reset", async () => {
    const tools = [testTool("one")];
    const provider = scriptedStream([{ text: "ok" }]);
    const agent = new Agent({
      streamFn: provider.streamFn,
      initialState: { systemPrompt: "P", model: scriptedModel, tools },
    });
    agent.state.tools = tools;
    assert.notEqual(agent.state.tools, tools);
    const messages = [userMessage("old")];
    agent.state.messages = messages;
    await agent.prompt("a");
    assert.equal(messages.length, 1);
    agent.steer(userMessage("s"));
    agent.reset();
    assert.deepEqual(
      [agent.state.messages, agent.hasQueuedMessages(), agent.state.systemPrompt, agent.state.tools.length],
      [[], false, "P", 1],
    );
  });

  it("declares its prompt and tools ahead of the first user message and again when the tools change", async () => {
    const provider = scriptedStream([{ text: "1" }, { text: "2" }, { text: "3" }]);
    const agent = new Agent({
      streamFn: provider.streamFn,
      initialState: { systemPrompt: "Be brief.", model: scriptedModel, tools: [testTool("one")] },
    });
    await agent.prompt("a");
    await agent.prompt("b");
    agent.state.tools = [testTool("two")];
    await agent.prompt("c");
    assert.deepEqual(
      agent.state.messages.map((message) => message.role),
      ["system", "user", "assistant", "user", "assistant", "system", "user", "assistant"],
    );
    const changed = agent.state.messages[5];
    assert.deepEqual(changed?.role === "system" && [changed.toolsAdded?.[0]?.name, changed.toolsRemoved], [
      "two",
      [{ name: "one" }],
    ]);
  });

  it("passes request settings on and lets the hooks of one request override them", async () => {
    const other = { ...scriptedModel, id: "other" };
    const { agent, provider } = createTestAgent([{ text: "ok" }], [], {
      sessionId: "s",
      getApiKey: (name) => `key-${name}`,
      streamOptions: () => ({ temperature: 0.5, maxTokens: 10 }),
      prepareRequest: () => ({ model: other, thinkingLevel: "high", options: { maxTokens: 20 } }),
    });
    await agent.prompt("a");
    const { signal, ...options } = provider.requests[0]?.options ?? {};
    assert.ok(signal instanceof AbortSignal);
    assert.deepEqual(options, {
      sessionId: "s",
      apiKey: "key-scripted",
      temperature: 0.5,
      maxTokens: 20,
      reasoning: "high",
    });
    assert.equal(provider.requests[0]?.model, other);
  });

  describe("continue", () => {
    it("rejects without messages and with nothing but system messages", async () => {
      const { agent } = createTestAgent([]);
      await assert.rejects(agent.continue(), /there are no messages/);
      agent.state.messages = [{ role: "system", content: "P", timestamp: 1 }];
      await assert.rejects(agent.continue(), /there are no messages/);
    });

    it("sends the context when it does not end with an assistant message; follow-ups wait", async () => {
      const { agent, log, provider } = createTestAgent([{ text: "1" }, { text: "2" }]);
      agent.state.messages = [userMessage("old")];
      agent.followUp(userMessage("f"));
      agent.steer(userMessage("s"));
      await agent.continue();
      assert.deepEqual(ends(log), [
        "end user s",
        "end assistant stop 1",
        "end user f",
        "end assistant stop 2",
      ]);
      assert.equal(provider.requests[0]?.context.messages.length, 2);
      assert.equal(log.at(-1), "agent_end [user,assistant,user,assistant]");
    });

    it("delivers one steering batch after an assistant message, else one follow-up batch, else rejects", async () => {
      const { agent, log } = createTestAgent([{ text: "1" }, { text: "2" }, { text: "3" }]);
      await agent.prompt("a");
      await assert.rejects(agent.continue(), /no message is queued/);
      agent.followUp(userMessage("f"));
      await agent.continue();
      agent.steer(userMessage("s"));
      await agent.continue();
      assert.deepEqual(ends(log), [
        "end user a",
        "end assistant stop 1",
        "end user f",
        "end assistant stop 2",
        "end user s",
        "end assistant stop 3",
      ]);
    });
  });

  describe("queues", () => {
    it("rpc.md 22: delivers steering after the first prompt and a follow-up when the run would stop", async () => {
      const { agent, log } = createTestAgent([{ text: "1" }, { text: "2" }]);
      agent.steer(userMessage("s"));
      agent.followUp(userMessage("f"));
      assert.deepEqual(agent.peekQueuedMessages(), {
        steering: [userMessage("s")],
        followUp: [userMessage("f")],
      });
      await agent.prompt("p");
      assert.deepEqual(ends(log), [
        "end user p",
        "end user s",
        "end assistant stop 1",
        "end user f",
        "end assistant stop 2",
      ]);
      assert.equal(log.filter((line) => line === "agent_start").length, 1);
    });

    it("rpc.md §7.2: calls onDequeue between turn_start and the message of the queue", async () => {
      const log: string[] = [];
      const { agent } = createTestAgent([{ text: "1" }, { text: "2" }], [], {
        onDequeue: () => void log.push(`dequeue, ${agent.peekQueuedMessages().followUp.length} left`),
        prepareNextTurn: () => void log.push("prepareNextTurn"),
      });
      agent.subscribe((event: AgentEvent) => void log.push(event.type));
      agent.followUp(userMessage("f"));
      await agent.prompt("p");
      const turnEnd = log.indexOf("turn_end");
      assert.deepEqual(log.slice(turnEnd, turnEnd + 5), [
        "turn_end",
        "prepareNextTurn",
        "turn_start",
        "dequeue, 0 left",
        "message_start",
      ]);
    });

    it("rpc.md 21: `one-at-a-time` spreads steering over requests, `all` sends it at once", async () => {
      for (const mode of ["one-at-a-time", "all"] as const) {
        const { agent, log } = createTestAgent(
          [{ toolCalls: [{ id: "a", name: "one" }] }, { text: "2" }, { text: "3" }],
          [
            testTool("one", {
              execute: () => {
                agent.steer(userMessage("s1"));
                agent.steer(userMessage("s2"));
                return Promise.resolve({ content: [] });
              },
            }),
          ],
          { steeringMode: mode },
        );
        await agent.prompt("p");
        const tail = ["end user s1", "end assistant stop 2", "end user s2", "end assistant stop 3"];
        const together = ["end user s1", "end user s2", "end assistant stop 2"];
        assert.deepEqual(ends(log).slice(3), mode === "all" ? together : tail);
      }
    });

    it("goes on without a message that was cleared while the next turn was prepared", async () => {
      const { agent, log } = createTestAgent([{ text: "1" }], [], {
        prepareNextTurn: () => void agent.clearFollowUpQueue(),
      });
      agent.followUp(userMessage("f"));
      await agent.prompt("p");
      assert.equal(log.at(-1), "agent_end [user,assistant]");
    });

    it("returns what a queue held when it is cleared", () => {
      const { agent } = createTestAgent([]);
      agent.steer(userMessage("s"));
      agent.followUp(userMessage("f"));
      assert.deepEqual(
        [agent.clearSteeringQueue(), agent.clearFollowUpQueue()],
        [[userMessage("s")], [userMessage("f")]],
      );
      agent.steer(userMessage("s"));
      agent.clearAllQueues();
      assert.equal(agent.hasQueuedMessages(), false);
    });
  });
});
