import type { AssistantMessageEvent, StreamFunction } from "@relay-harness/ai";
import { AssistantMessageEventStream } from "@relay-harness/ai";
import type { AssistantMessage } from "@relay-harness/protocol";
import { emptyUsage } from "@relay-harness/protocol";
import assert from "node:assert/strict";
import { createTestAgent, testTool } from "./testing/testAgent.ts";
import type { AgentEvent } from "./types.ts";

const partial = (): AssistantMessage => ({
  role: "assistant",
  content: [],
  api: "scripted",
  provider: "scripted",
  model: "m",
  usage: emptyUsage(),
  stopReason: "pending",
  timestamp: 1,
});

/** Runs one prompt against a stream function and returns the last message and the log. */
async function runWith(streamFn: StreamFunction): Promise<{ log: string[]; last: AssistantMessage }> {
  const { agent, log } = createTestAgent([], [testTool("one")]);
  agent.streamFn = streamFn;
  await agent.prompt("p");
  const last = agent.state.messages.at(-1);
  assert.ok(last?.role === "assistant");
  return { log: log.slice(4), last };
}

/** A stream that only iterates, as foreign code may make it. */
function iterated(events: () => AsyncIterator<AssistantMessageEvent>): StreamFunction {
  return () => ({ [Symbol.asyncIterator]: events }) as unknown as AssistantMessageEventStream;
}

describe("one request", () => {
  it("rpc.md §7.6: a failure before streaming still gives a pair of message events", async () => {
    const { agent, log } = createTestAgent([{ error: "401: no", failsEarly: true }]);
    await agent.prompt("p");
    assert.deepEqual(log.slice(4), [
      "start assistant pending",
      "end assistant error",
      "turn_end []",
      "agent_end [user,assistant]",
    ]);
    assert.equal(agent.state.errorMessage, "401: no");
  });

  it("a stream function that throws becomes an error message", async () => {
    const { log, last } = await runWith(() => {
      throw new Error("no provider");
    });
    assert.deepEqual(log, [
      "start assistant pending",
      "end assistant error",
      "turn_end []",
      "agent_end [user,assistant]",
    ]);
    assert.equal(last.errorMessage, "no provider");
    assert.deepEqual([last.api, last.provider, last.model], ["scripted", "scripted", "m"]);
  });

  it("a run without a model ends with an error message", async () => {
    const { agent } = createTestAgent([]);
    agent.state.model = undefined;
    await agent.prompt("p");
    assert.equal(agent.state.errorMessage, "No model selected");
  });

  it("hooks of the request that throw become an error message", async () => {
    const boom = (): never => {
      throw new Error("boom");
    };
    for (const hook of ["prepareRequest", "transformContext", "convertToLlm", "streamOptions", "getApiKey"]) {
      const { agent, log } = createTestAgent([], [], { [hook]: boom });
      await agent.prompt("p");
      assert.equal(agent.state.errorMessage, "boom", hook);
      assert.equal(log.at(-1), "agent_end [user,assistant]");
    }
  });

  it("gives up on hooks of the request that ignore the abort, and takes their failure for it", async () => {
    const ignoring = (): Promise<never> => new Promise(() => {});
    const failing = async (signal: AbortSignal): Promise<undefined> => {
      await new Promise(setImmediate);
      signal.throwIfAborted();
      return undefined;
    };
    for (const hooks of [
      { prepareRequest: ignoring },
      { transformContext: ignoring },
      { prepareRequest: failing },
    ]) {
      const { agent, log } = createTestAgent([{ text: "never" }], [], { abortGraceMs: 1, ...hooks });
      const run = agent.prompt("p");
      await Promise.resolve();
      agent.abort();
      await run;
      assert.deepEqual(log.slice(-4), [
        "start assistant pending",
        "end assistant aborted",
        "turn_end []",
        "agent_end [user,assistant]",
      ]);
    }
  });

  it("models.md §14 rule 7: a stream that ends without a final event keeps its content as an error", async () => {
    const message = partial();
    const { log, last } = await runWith(
      iterated(async function* () {
        yield { type: "start", partial: message };
        message.content.push({ type: "text", text: "" });
        yield { type: "text_start", contentIndex: 0, partial: message };
        await Promise.resolve();
        message.content[0] = { type: "text", text: "half" };
        yield { type: "text_delta", contentIndex: 0, delta: "half", partial: message };
      }),
    );
    assert.deepEqual(log.slice(0, 4), [
      "start assistant pending",
      "text_start",
      "text_delta",
      "end assistant error half",
    ]);
    assert.equal(last.errorMessage, "The response stream ended without a final event");
  });

  it("an iterator that throws in the middle keeps the content and runs no tool call", async () => {
    const message = partial();
    const { log, last } = await runWith(
      iterated(async function* () {
        yield { type: "start", partial: message };
        await Promise.resolve();
        message.content.push({ type: "toolCall", id: "a", name: "one", arguments: {} });
        yield { type: "toolcall_start", contentIndex: 0, partial: message };
        throw new Error("reset");
      }),
    );
    assert.deepEqual(log, [
      "start assistant pending",
      "toolcall_start",
      "end assistant error",
      "turn_end []",
      "agent_end [user,assistant]",
    ]);
    assert.equal(last.errorMessage, "reset");
    assert.equal(last.content.length, 1);
  });

  it("opens the message at the first update when the stream has no start", async () => {
    const message = partial();
    message.content.push({ type: "text", text: "x" });
    const { log } = await runWith(() => {
      const stream = new AssistantMessageEventStream();
      stream.push({ type: "text_start", contentIndex: 0, partial: message });
      stream.push({ type: "done", reason: "stop", message: { ...message, stopReason: "stop" } });
      return stream;
    });
    assert.deepEqual(log.slice(0, 3), ["start assistant pending", "text_start", "end assistant stop x"]);
  });

  it("rpc.md §6.3: message_start keeps its empty content while the live message grows", async () => {
    const { agent } = createTestAgent([{ text: ["a", "b"] }]);
    const starts: AgentEvent[] = [];
    agent.subscribe((event) => {
      if (event.type === "message_start") starts.push(event);
    });
    await agent.prompt("p");
    const start = starts[1];
    assert.ok(start?.type === "message_start" && start.message.role === "assistant");
    assert.deepEqual(
      [start.message.content, start.message.stopReason, start.message.errorMessage, start.message.durationMs],
      [[], "pending", undefined, undefined],
    );
  });

  it("waits for a listener in the middle of a batch before it passes the next update on", async () => {
    const { agent } = createTestAgent([{ text: ["a", "b"] }]);
    const seen: string[] = [];
    agent.subscribe(async (event) => {
      if (event.type !== "message_update") return;
      seen.push(`begin ${event.assistantMessageEvent.type}`);
      await new Promise(setImmediate);
      seen.push(`end ${event.assistantMessageEvent.type}`);
    });
    await agent.prompt("p");
    assert.deepEqual(
      seen,
      ["text_start", "text_delta", "text_delta", "text_end"].flatMap((type) => [
        `begin ${type}`,
        `end ${type}`,
      ]),
    );
  });

  it("models.md §17: an abort beats an error that came with it", async () => {
    const { agent, log } = createTestAgent([{ text: "x", error: "socket hang up" }]);
    agent.subscribe((event) => {
      if (event.type === "message_update") agent.abort();
    });
    await agent.prompt("p");
    assert.equal(log.at(-3), "end assistant aborted x");
  });
});
