import type { ToolResultMessage } from "@relay-harness/protocol";
import assert from "node:assert/strict";
import { createTestAgent, deferred, testTool } from "./testing/testAgent.ts";
import type { AgentEvent } from "./types.ts";

const tools = (log: readonly string[]): string[] =>
  log.filter((line) => /^tool |^(start|end) toolResult/.test(line));

function resultsOf(events: readonly AgentEvent[]): ToolResultMessage[] {
  return events.flatMap((event) => (event.type === "turn_end" ? event.toolResults : []));
}

describe("tool batch", () => {
  it("rpc.md 16: starts in source order, ends in completion order, stores in source order", async () => {
    const gate = deferred();
    const { agent, log } = createTestAgent(
      [
        {
          toolCalls: [
            { id: "a", name: "slow" },
            { id: "b", name: "fast" },
          ],
        },
        { text: "ok" },
      ],
      [
        testTool("slow", { execute: () => gate.promise.then(() => ({ content: [] })) }),
        testTool("fast", { execute: () => Promise.resolve({ content: [] }) }),
      ],
    );
    agent.subscribe((event) => {
      if (event.type === "tool_execution_end" && event.toolCallId === "b") gate.resolve();
    });
    await agent.prompt("p");
    assert.deepEqual(tools(log), [
      "tool start a",
      "tool start b",
      "tool end b ok ",
      "tool end a ok ",
      "start toolResult a",
      "end toolResult a",
      "start toolResult b",
      "end toolResult b",
    ]);
    assert.ok(log.includes("turn_end [a,b]"));
  });

  it("sessions-and-tools.md 55: one sequential tool makes the whole batch run one by one", async () => {
    let running = 0;
    let most = 0;
    const execute = async (): Promise<{ content: [] }> => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      return { content: [] };
    };
    const { agent, log } = createTestAgent(
      [
        {
          toolCalls: [
            { id: "a", name: "par" },
            { id: "b", name: "nope" },
            { id: "c", name: "seq" },
          ],
        },
        { text: "ok" },
      ],
      [testTool("par", { execute }), testTool("seq", { execute, executionMode: "sequential" })],
    );
    await agent.prompt("p");
    assert.equal(most, 1);
    assert.deepEqual(tools(log), [
      "tool start a",
      "tool end a ok ",
      "start toolResult a",
      "end toolResult a",
      "tool start b",
      "tool end b error Tool nope not found",
      "start toolResult b",
      "end toolResult b",
      "tool start c",
      "tool end c ok ",
      "start toolResult c",
      "end toolResult c",
    ]);
  });

  it("runs one by one when the agent asks for it", async () => {
    const { agent, log } = createTestAgent(
      [
        {
          toolCalls: [
            { id: "a", name: "one" },
            { id: "b", name: "one" },
          ],
        },
        { text: "ok" },
      ],
      [testTool("one")],
      { toolExecution: "sequential" },
    );
    await agent.prompt("p");
    assert.deepEqual(tools(log).slice(0, 5), [
      "tool start a",
      "tool end a ok one done",
      "start toolResult a",
      "end toolResult a",
      "tool start b",
    ]);
  });

  it("rpc.md §7.1: asks for one call at a time, each after its start; a rejected call ends at once", async () => {
    const { agent, log } = createTestAgent(
      [
        {
          toolCalls: [
            { id: "a", name: "one" },
            { id: "b", name: "one" },
            { id: "c", name: "one" },
          ],
        },
        { text: "ok" },
      ],
      [testTool("one")],
      {
        beforeToolCall: async ({ toolCall }) => {
          log.push(`ask ${toolCall.id}`);
          await new Promise(setImmediate);
          log.push(`answer ${toolCall.id}`);
          return toolCall.id === "b" ? { block: true } : undefined;
        },
      },
    );
    await agent.prompt("p");
    assert.deepEqual(
      log.filter((line) => /^(tool|ask|answer) /.test(line)),
      [
        "tool start a",
        "ask a",
        "answer a",
        "tool start b",
        "ask b",
        "answer b",
        "tool end b error Tool execution was blocked",
        "tool start c",
        "ask c",
        "answer c",
        "tool end a ok one done",
        "tool end c ok one done",
      ],
    );
  });

  it("sessions-and-tools.md §10.6: executes no call of a response that hit the output limit", async () => {
    let calls = 0;
    const { agent, log, provider } = createTestAgent(
      [{ toolCalls: [{ id: "a", name: "one" }], stopReason: "length" }, { text: "ok" }],
      [
        testTool("one", {
          execute: () => Promise.resolve({ content: [{ type: "text", text: String(++calls) }] }),
        }),
      ],
    );
    await agent.prompt("p");
    assert.equal(calls, 0);
    assert.ok(
      log.includes(
        'tool end a error Tool call "one" was not executed: the response hit the output token limit, so its arguments may be truncated. Re-issue the tool call with complete arguments.',
      ),
    );
    assert.equal(provider.requests.length, 2);
  });

  it("rpc.md 17: reports an unknown tool with empty details and without a duration", async () => {
    const { agent } = createTestAgent([{ toolCalls: [{ id: "a", name: "nope" }] }, { text: "ok" }], [], {
      now: () => 9,
    });
    const events: AgentEvent[] = [];
    agent.subscribe((event) => void events.push(event));
    await agent.prompt("p");
    assert.deepEqual(
      events.find((event) => event.type === "tool_execution_end"),
      {
        type: "tool_execution_end",
        toolCallId: "a",
        toolName: "nope",
        result: { content: [{ type: "text", text: "Tool nope not found" }], details: {} },
        isError: true,
      },
    );
    assert.deepEqual(resultsOf(events)[0], {
      role: "toolResult",
      toolCallId: "a",
      toolName: "nope",
      content: [{ type: "text", text: "Tool nope not found" }],
      details: {},
      isError: true,
      timestamp: 9,
    });
  });

  it("keeps structuredContent and terminate on the wire and out of the message", async () => {
    const usage = {
      input: 1,
      output: 2,
      cacheRead: 0,
      cacheWrite: 0,
      totalTokens: 3,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    };
    const result = {
      content: [],
      details: { d: 1 },
      structuredContent: { s: 1 },
      usage,
      terminate: true,
    };
    const { agent } = createTestAgent(
      [{ toolCalls: [{ id: "a", name: "one" }] }],
      [testTool("one", { execute: () => Promise.resolve(result) })],
      { now: () => 9 },
    );
    const events: AgentEvent[] = [];
    agent.subscribe((event) => void events.push(event));
    await agent.prompt("p");
    const end = events.find((event) => event.type === "tool_execution_end");
    assert.deepEqual(end?.result, result);
    const message = resultsOf(events)[0];
    assert.equal(typeof message?.durationMs, "number");
    assert.deepEqual(message, {
      role: "toolResult",
      toolCallId: "a",
      toolName: "one",
      content: [],
      details: { d: 1 },
      usage,
      isError: false,
      timestamp: 9,
      durationMs: end?.durationMs,
    });
  });

  it("sessions-and-tools.md 61: shows the arguments as sent while the tool gets the coerced ones", async () => {
    const sent = { req: 5, opt: null };
    let received: unknown;
    const { agent } = createTestAgent(
      [{ toolCalls: [{ id: "a", name: "t", arguments: sent }] }, { text: "ok" }],
      [
        testTool("t", {
          parameters: {
            type: "object",
            properties: { req: { type: "string" }, opt: { type: "string" } },
            required: ["req"],
          },
          execute: (_id, args, _signal, onUpdate) => {
            received = args;
            onUpdate?.({ content: [{ type: "text", text: "half" }] });
            return Promise.resolve({ content: [] });
          },
        }),
      ],
      { beforeToolCall: ({ args }) => void (args["added"] = true) },
    );
    const args: unknown[] = [];
    agent.subscribe((event) => {
      if (event.type === "tool_execution_start" || event.type === "tool_execution_update")
        args.push(event.args);
    });
    await agent.prompt("p");
    assert.deepEqual(args, [
      { req: 5, opt: null },
      { req: 5, opt: null },
    ]);
    assert.deepEqual(received, { req: "5", added: true });
    const stored = agent.state.messages[1];
    const call = stored?.role === "assistant" ? stored.content[0] : undefined;
    assert.deepEqual(call?.type === "toolCall" && call.arguments, { req: 5, opt: null });
  });

  it("extension-api.md 29: drops updates after the tool has settled", async () => {
    let late: (() => void) | undefined;
    const { agent, log } = createTestAgent(
      [{ toolCalls: [{ id: "a", name: "one" }] }, { text: "ok" }],
      [
        testTool("one", {
          execute: (_id, _args, _signal, onUpdate) => {
            onUpdate?.({ content: [{ type: "text", text: "1" }] });
            late = () => onUpdate?.({ content: [{ type: "text", text: "2" }] });
            return Promise.resolve({ content: [] });
          },
        }),
      ],
    );
    agent.subscribe((event) => {
      if (event.type === "tool_execution_end") late?.();
    });
    await agent.prompt("p");
    assert.deepEqual(
      log.filter((line) => line.startsWith("tool update")),
      ["tool update a 1"],
    );
  });
});
