import type { AssistantMessage, ToolCall } from "@relay-harness/protocol";
import { emptyUsage, textOf } from "@relay-harness/protocol";
import assert from "node:assert/strict";
import type { ToolCallOptions, ToolOutcome } from "./runToolCall.ts";
import { runToolCall } from "./runToolCall.ts";
import { testTool } from "./testing/testAgent.ts";
import type { AgentTool } from "./types.ts";

const assistantMessage: AssistantMessage = {
  role: "assistant",
  content: [],
  api: "a",
  provider: "p",
  model: "m",
  usage: emptyUsage(),
  stopReason: "toolUse",
  timestamp: 1,
};

function run(
  more: Partial<AgentTool> = {},
  options: Partial<ToolCallOptions> = {},
  call: Partial<ToolCall> = {},
): Promise<ToolOutcome> {
  const toolCall: ToolCall = { type: "toolCall", id: "a", name: "t", arguments: {}, ...call };
  const tools = [testTool("t", more)];
  return runToolCall(toolCall, { tools, assistantMessage, context: { messages: [], tools }, ...options });
}

const failed = (text: string): ToolOutcome => ({
  result: { content: [{ type: "text", text }], details: {} },
  isError: true,
});

describe("runToolCall", () => {
  it("sessions-and-tools.md §10.1: names the tool in front of what is wrong with the argument text", async () => {
    const argumentsError = "Tool arguments must be a JSON object\n\nReceived arguments:\n[1]";
    assert.deepEqual(
      await run({}, {}, { argumentsError }),
      failed(
        'Invalid arguments for tool "t": Tool arguments must be a JSON object\n\nReceived arguments:\n[1]',
      ),
    );
  });

  it("looks the tool up before it looks at the arguments", async () => {
    assert.deepEqual(await run({}, {}, { name: "u", argumentsError: "x" }), failed("Tool u not found"));
  });

  it("extension-api.md 11: a beforeToolCall that throws blocks the call with its message", async () => {
    const seen: string[] = [];
    const outcome = await run(
      { execute: () => (seen.push("execute"), Promise.resolve({ content: [] })) },
      {
        beforeToolCall: () => {
          throw new Error("E");
        },
        afterToolCall: () => void seen.push("after"),
      },
    );
    assert.deepEqual([outcome, seen], [failed("E"), []]);
  });

  it("extension-api.md 26: arguments that fail validation ask nobody", async () => {
    const asked: string[] = [];
    const outcome = await run(
      { parameters: { type: "object", properties: { a: { type: "number" } }, required: ["a"] } },
      { beforeToolCall: ({ toolCall }) => void asked.push(toolCall.id) },
    );
    assert.deepEqual(asked, []);
    assert.equal(
      textOf(outcome.result.content),
      'Validation failed for tool "t":\n  - a: missing\n\nReceived arguments:\n{}',
    );
  });

  it("extension-api.md 12: executes what the hook made of the arguments", async () => {
    let received: unknown;
    await run(
      { execute: (_id, args) => ((received = args), Promise.resolve({ content: [] })) },
      { beforeToolCall: ({ args }) => void (args["command"] = "echo 2") },
      { arguments: { command: "echo 1" } },
    );
    assert.deepEqual(received, { command: "echo 2" });
  });

  it("makes errors of what execute throws", async () => {
    for (const [thrown, text] of [
      [new Error("message"), "message"],
      ["string", "string"],
      [{ message: "object" }, "object"],
      [new RangeError(""), "RangeError"],
      [42, "42"],
    ] as const) {
      const { durationMs, ...outcome } = await run({ execute: () => Promise.reject(thrown) });
      assert.deepEqual(outcome, failed(text));
      assert.equal(typeof durationMs, "number");
    }
    const synchronous = await run({
      execute: () => {
        throw new Error("now");
      },
    });
    assert.equal(textOf(synchronous.result.content), "now");
  });

  it("extension-api.md 27: isError keeps details and structuredContent", async () => {
    const result = { content: [], details: { d: 1 }, structuredContent: [1], isError: true };
    const outcome = await run({ execute: () => Promise.resolve(result) });
    assert.deepEqual([outcome.result, outcome.isError], [result, true]);
  });

  it("refuses results without content", async () => {
    for (const result of [undefined, null, {}, "text"]) {
      const outcome = await run({ execute: () => Promise.resolve(result as never) });
      assert.equal(textOf(outcome.result.content), "Tool t returned no content");
    }
  });

  it("extension-api.md §19: refuses results that cannot be stored or sent", async () => {
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    const text = { type: "text", text: "x" };
    const cases: [result: unknown, problem: string][] = [
      [{ content: [null] }, "content that is neither text nor an image"],
      [{ content: [{ type: "text" }] }, "content that is neither text nor an image"],
      [{ content: [text, { type: "image", data: "x" }] }, "content that is neither text nor an image"],
      [{ content: [text], details: circular }, "details that are no JSON"],
      [{ content: [text], details: { n: 1n } }, "details that are no JSON"],
      [{ content: [text], structuredContent: circular }, "structuredContent that are no JSON"],
      [{ content: [text], usage: { input: "x" } }, "usage without its numbers"],
    ];
    for (const [result, problem] of cases) {
      const outcome = await run({ execute: () => Promise.resolve(result as never) });
      assert.equal(textOf(outcome.result.content), `Tool t returned ${problem}`);
      assert.equal(outcome.isError, true);
    }
  });

  it("an update that cannot be sent is an error of the tool, and no event", async () => {
    const updates: unknown[] = [];
    const outcome = await run(
      {
        execute: (_id, _args, _signal, onUpdate) => {
          onUpdate?.({ content: [{ type: "text", text: "good" }] });
          onUpdate?.({ content: "bad" } as never);
          return Promise.resolve({ content: [] });
        },
      },
      { onUpdate: (update) => updates.push(update) },
    );
    assert.deepEqual(updates, [{ content: [{ type: "text", text: "good" }] }]);
    assert.equal(textOf(outcome.result.content), "Tool t sent an update with no content");
  });

  it("whatever a tool throws becomes a text", async () => {
    const hostile = {
      toString: () => {
        throw new Error("no text either");
      },
    };
    for (const [thrown, text] of [
      [undefined, "undefined"],
      [Symbol("s"), "Symbol(s)"],
      [hostile, "An error that cannot be described"],
    ] as const) {
      const outcome = await run({ execute: () => Promise.reject(thrown as unknown as Error) });
      assert.deepEqual([textOf(outcome.result.content), outcome.isError], [text, true]);
    }
  });

  it("passes id, signal and context to execute", async () => {
    let seen: unknown[] = [];
    const { signal } = new AbortController();
    await run(
      {
        execute: (id, _args, own, _update, context) => (
          (seen = [id, own, context]),
          Promise.resolve({ content: [] })
        ),
      },
      { signal, toolContext: () => "context" },
    );
    assert.deepEqual(seen, ["a", signal, "context"]);
  });

  it("does not execute or ask once the signal is aborted", async () => {
    const outcome = await run(
      { execute: () => assert.fail("executed") },
      { signal: AbortSignal.abort(), beforeToolCall: () => assert.fail("asked") },
    );
    assert.deepEqual(outcome, failed("Operation aborted"));
  });

  it("reports a success of a tool that was running when the abort came as an error with its content", async () => {
    const controller = new AbortController();
    const outcome = await run(
      {
        execute: () => {
          controller.abort();
          return Promise.resolve({ content: [{ type: "text", text: "did it" }] });
        },
      },
      { signal: controller.signal },
    );
    assert.deepEqual([textOf(outcome.result.content), outcome.isError], ["did it", true]);
  });

  it("names an AbortError that follows an abort like a call that was not started", async () => {
    const controller = new AbortController();
    const outcome = await run(
      {
        execute: (_id, _args, signal) => {
          controller.abort();
          signal?.throwIfAborted();
          return Promise.resolve({ content: [] });
        },
      },
      { signal: controller.signal },
    );
    assert.equal(textOf(outcome.result.content), "Operation aborted");
  });

  describe("afterToolCall", () => {
    const result = { content: [{ type: "text" as const, text: "old" }], details: 1, structuredContent: 2 };
    const tool: Partial<AgentTool> = { execute: () => Promise.resolve(result) };

    it("replaces single fields", async () => {
      const outcome = await run(tool, {
        afterToolCall: () => ({ details: 3, isError: true, terminate: true }),
      });
      assert.deepEqual(outcome.result, { ...result, details: 3, terminate: true });
      assert.equal(outcome.isError, true);
    });

    it("extension-api.md 13: new content drops the structured form of the old one", async () => {
      const content = [{ type: "text" as const, text: "new" }];
      const outcome = await run(tool, { afterToolCall: () => ({ content }) });
      assert.deepEqual(outcome.result, { content, details: 1 });
      const both = await run(tool, { afterToolCall: () => ({ content, structuredContent: 4 }) });
      assert.deepEqual(both.result, { content, details: 1, structuredContent: 4 });
    });

    it("sees failures of execute and can mend them", async () => {
      const outcome = await run(
        { execute: () => Promise.reject(new Error("bad")) },
        { afterToolCall: ({ isError }) => ({ isError: !isError }) },
      );
      assert.equal(outcome.isError, false);
    });

    it("turns its own throw into the error of the call", async () => {
      const { durationMs, ...outcome } = await run(tool, {
        afterToolCall: () => {
          throw new Error("after");
        },
      });
      assert.deepEqual(outcome, failed("after"));
      assert.equal(typeof durationMs, "number");
    });

    it("leaves the result of the tool itself alone", async () => {
      await run(tool, { afterToolCall: () => ({ content: [] }) });
      assert.deepEqual(result, {
        content: [{ type: "text", text: "old" }],
        details: 1,
        structuredContent: 2,
      });
    });
  });
});
