import type { AgentMessage } from "@relay-harness/protocol";
import assert from "node:assert/strict";
import { createTestAgent, deferred, testTool, userMessage } from "./testing/testAgent.ts";

const lastMessage = (messages: readonly AgentMessage[]): AgentMessage | undefined => messages.at(-1);

describe("abort", () => {
  it("rpc.md 28: while text streams the text ends, the message is aborted and nothing follows", async () => {
    const { agent, log } = createTestAgent([{ text: ["par", "tial"], hangs: true }]);
    agent.subscribe((event) => {
      if (event.type === "message_update" && event.assistantMessageEvent.type === "text_delta") agent.abort();
    });
    agent.steer(userMessage("s"));
    agent.followUp(userMessage("f"));
    await agent.prompt("p");
    assert.deepEqual(log.slice(6), [
      "start assistant pending",
      "text_start",
      "text_delta",
      "text_delta",
      "text_end",
      "end assistant aborted partial",
      "turn_end []",
      "agent_end [user,user,assistant]",
    ]);
    const last = lastMessage(agent.state.messages);
    assert.equal(last?.role === "assistant" && last.errorMessage, "Request was aborted");
    // rpc.md 31: the follow-up stays queued.
    assert.equal(agent.peekQueuedMessages().followUp.length, 1);
  });

  it("rpc.md 29: ends the running call, pairs the others, and closes with an empty aborted message", async () => {
    const executed: string[] = [];
    const { agent, log, provider } = createTestAgent(
      [{ toolCalls: ["a", "b", "c"].map((id) => ({ id, name: id })) }],
      [
        testTool("a", {
          executionMode: "sequential",
          execute: (_id, _args, signal) =>
            new Promise((_resolve, reject) => {
              executed.push("a");
              signal?.addEventListener("abort", () => reject(new Error("Command aborted")));
              agent.abort();
            }),
        }),
        ...["b", "c"].map((name) =>
          testTool(name, {
            execute: () => {
              executed.push(name);
              return Promise.resolve({ content: [] });
            },
          }),
        ),
      ],
      { beforeToolCall: ({ toolCall }) => void executed.push(`ask ${toolCall.id}`) },
    );
    agent.subscribe((event) => {
      if (event.type === "tool_execution_start" && event.toolCallId === "a") agent.steer(userMessage("s"));
    });
    await agent.prompt("p");
    assert.deepEqual(log.slice(log.indexOf("tool start a")), [
      "tool start a",
      "tool end a error Command aborted",
      "start toolResult a",
      "end toolResult a",
      "tool start b",
      "tool end b error Operation aborted",
      "start toolResult b",
      "end toolResult b",
      "tool start c",
      "tool end c error Operation aborted",
      "start toolResult c",
      "end toolResult c",
      "turn_end [a,b,c]",
      "turn_start",
      "start assistant pending",
      "end assistant aborted",
      "turn_end []",
      "agent_end [user,assistant,toolResult,toolResult,toolResult,assistant]",
    ]);
    assert.deepEqual(executed, ["ask a", "a"]);
    assert.equal(provider.requests.length, 1);
    // No steering is injected into the closing turn.
    assert.equal(agent.peekQueuedMessages().steering.length, 1);
  });

  it("sessions-and-tools.md 57: keeps finished results of a parallel batch", async () => {
    const slow = deferred();
    const { agent, log } = createTestAgent(
      [
        {
          toolCalls: [
            { id: "a", name: "slow" },
            { id: "b", name: "fast" },
          ],
        },
      ],
      [
        testTool("slow", {
          execute: async (_id, _args, signal) => {
            signal?.addEventListener("abort", () => slow.resolve());
            await slow.promise;
            throw new Error("out\n\nCommand aborted");
          },
        }),
        testTool("fast"),
      ],
    );
    agent.subscribe((event) => {
      if (event.type === "tool_execution_end" && event.toolCallId === "b") agent.abort();
    });
    await agent.prompt("p");
    assert.deepEqual(
      log.filter((line) => line.startsWith("tool end") || line.startsWith("end assistant")),
      [
        "end assistant toolUse",
        "tool end b ok fast done",
        "tool end a error out\n\nCommand aborted",
        "end assistant aborted",
      ],
    );
  });

  it("does not execute calls that were allowed before the abort but not yet started", async () => {
    const { agent, log } = createTestAgent(
      [
        {
          toolCalls: [
            { id: "a", name: "one" },
            { id: "b", name: "one" },
          ],
        },
      ],
      [testTool("one")],
      {
        beforeToolCall: ({ toolCall }) => {
          if (toolCall.id === "b") agent.abort();
          return undefined;
        },
      },
    );
    await agent.prompt("p");
    assert.deepEqual(
      log.filter((line) => line.startsWith("tool ")),
      [
        "tool start a",
        "tool start b",
        "tool end b error Operation aborted",
        "tool end a error Operation aborted",
      ],
    );
  });

  it("gives up on tools, hooks and streams that ignore the signal", async () => {
    const never = new Promise<never>(() => {});
    const tools = [testTool("stuck", { execute: () => never })];
    const calls = [{ toolCalls: [{ id: "a", name: "stuck" }] }];
    for (const options of [{}, { beforeToolCall: () => never }]) {
      const { agent, log } = createTestAgent(calls, tools, { abortGraceMs: 1, ...options });
      agent.subscribe((event) => {
        if (event.type === "tool_execution_start") setImmediate(() => agent.abort());
      });
      await agent.prompt("p");
      assert.ok(log.includes("tool end a error Operation aborted"));
      assert.equal(log.at(-3), "end assistant aborted");
    }
    const { agent, log } = createTestAgent([], [], { abortGraceMs: 1 });
    agent.streamFn = () => ({
      result: () => never,
      takeBatch: () => never,
      [Symbol.asyncIterator]: () => ({ next: () => never }),
    });
    const run = agent.prompt("p");
    setImmediate(() => agent.abort());
    await run;
    assert.equal(log.at(-3), "end assistant aborted");
  });

  it("closes with an aborted message when the abort comes after the last response", async () => {
    const { agent, log } = createTestAgent([{ text: "ok" }]);
    agent.followUp(userMessage("f"));
    let hasAborted = false;
    agent.subscribe((event) => {
      if (event.type === "turn_end" && !hasAborted) {
        hasAborted = true;
        agent.abort();
      }
    });
    await agent.prompt("p");
    assert.deepEqual(log.slice(-6), [
      "turn_end []",
      "turn_start",
      "start assistant pending",
      "end assistant aborted",
      "turn_end []",
      "agent_end [user,assistant,assistant]",
    ]);
    assert.equal(agent.peekQueuedMessages().followUp.length, 1);
  });

  it("puts a message back that was taken when the abort came before its delivery", async () => {
    const { agent, log } = createTestAgent([{ text: "ok" }]);
    agent.followUp(userMessage("f"));
    let turns = 0;
    agent.subscribe((event) => {
      if (event.type === "turn_start" && ++turns === 2) agent.abort();
    });
    await agent.prompt("p");
    assert.equal(log.at(-1), "agent_end [user,assistant,assistant]");
    assert.deepEqual(agent.peekQueuedMessages().followUp, [userMessage("f")]);
  });
});

describe("end of a run", () => {
  it("rpc.md 20: a follow-up comes after the first turn without tool calls", async () => {
    const { agent, log } = createTestAgent(
      [
        { toolCalls: [{ id: "a", name: "one" }] },
        { toolCalls: [{ id: "b", name: "one" }] },
        { text: "done" },
        { text: "followed" },
      ],
      [testTool("one", { execute: () => Promise.resolve({ content: [] }) })],
    );
    agent.followUp(userMessage("y"));
    await agent.prompt("p");
    assert.deepEqual(
      log.filter((line) => line.startsWith("end user") || line.startsWith("end assistant stop")),
      ["end user p", "end assistant stop done", "end user y", "end assistant stop followed"],
    );
  });

  it("sessions-and-tools.md 56: steering waits for the whole batch and goes ahead of follow-ups", async () => {
    const { agent, log, provider } = createTestAgent(
      [
        {
          toolCalls: [
            { id: "a", name: "one" },
            { id: "b", name: "one" },
          ],
        },
        { toolCalls: [{ id: "c", name: "one" }] },
        { text: "3" },
        { text: "4" },
      ],
      [testTool("one")],
    );
    agent.subscribe((event) => {
      if (event.type !== "tool_execution_start" || event.toolCallId !== "a") return;
      agent.followUp(userMessage("f"));
      agent.steer(userMessage("s1"));
      agent.steer(userMessage("s2"));
    });
    await agent.prompt("p");
    assert.equal(log.filter((line) => line.startsWith("tool end")).length, 3);
    const texts = provider.requests.map((request) => {
      const last = request.context.messages.at(-1);
      return last?.role === "user" && Array.isArray(last.content) ? last.content[0] : undefined;
    });
    assert.deepEqual(
      texts.map((block) => block?.type === "text" && block.text),
      ["p", "s1", "s2", "f"],
    );
  });

  it("extension-api.md 28: ends without another request only when every result terminates", async () => {
    const stop = testTool("stop", { execute: () => Promise.resolve({ content: [], terminate: true }) });
    const toolCalls = [
      { id: "a", name: "stop" },
      { id: "b", name: "go" },
    ];
    const mixed = createTestAgent([{ toolCalls }, { text: "more" }], [stop, testTool("go")]);
    await mixed.agent.prompt("p");
    assert.equal(mixed.provider.requests.length, 2);
    const all = createTestAgent([{ toolCalls: [{ id: "a", name: "stop" }] }, { text: "more" }], [stop]);
    await all.agent.prompt("p");
    assert.equal(all.provider.requests.length, 1);
    const queued = createTestAgent([{ toolCalls: [{ id: "a", name: "stop" }] }, { text: "more" }], [stop]);
    queued.agent.followUp(userMessage("f"));
    await queued.agent.prompt("p");
    assert.equal(queued.provider.requests.length, 2);
  });

  it("a blocked call counts as terminating only when its verdict says so", async () => {
    for (const terminate of [true, false]) {
      const { agent, provider } = createTestAgent(
        [{ toolCalls: [{ id: "a", name: "one" }] }, { text: "more" }],
        [testTool("one")],
        { beforeToolCall: () => ({ block: true, reason: "no", terminate }) },
      );
      await agent.prompt("p");
      assert.equal(provider.requests.length, terminate ? 1 : 2);
    }
  });

  it("extension-api.md 20: `continue` ensures one more request, which a follow-up satisfies", async () => {
    for (const withFollowUp of [false, true]) {
      let turns = 0;
      const { agent, provider } = createTestAgent([{ text: "1" }, { text: "2" }, { text: "3" }], [], {
        finishTurn: () => (++turns === 1 ? { action: "continue" } : undefined),
      });
      if (withFollowUp) agent.followUp(userMessage("f"));
      await agent.prompt("p");
      assert.equal(provider.requests.length, 2);
    }
  });

  it("`end` stops after the turn and leaves the queues alone", async () => {
    const { agent, provider } = createTestAgent(
      [{ toolCalls: [{ id: "a", name: "one" }] }, { text: "more" }],
      [testTool("one")],
      { finishTurn: () => ({ action: "end" }) },
    );
    agent.followUp(userMessage("f"));
    await agent.prompt("p");
    assert.equal(provider.requests.length, 1);
    assert.equal(agent.hasQueuedMessages(), true);
  });

  it("a failed turn ends the run whatever finishTurn asks for, and leaves follow-ups queued", async () => {
    const { agent, log } = createTestAgent([{ error: "500: no", failsEarly: true }, { text: "more" }], [], {
      finishTurn: () => ({ action: "continue" }),
    });
    agent.followUp(userMessage("f"));
    await agent.prompt("p");
    assert.equal(log.at(-1), "agent_end [user,assistant]");
    assert.equal(agent.hasQueuedMessages(), true);
  });

  it("a hook that throws ends the run in order and rejects the prompt", async () => {
    const boom = (): never => {
      throw new Error("boom");
    };
    const hooks = ["finishTurn", "prepareNextTurn", "finalizeMessage", "onDequeue"] as const;
    for (const hook of hooks) {
      const { agent, log } = createTestAgent([{ text: "1" }, { text: "2" }], [], { [hook]: boom });
      agent.followUp(userMessage("f"));
      await assert.rejects(agent.prompt("p"), /boom/, hook);
      assert.match(log.at(-1) ?? "", /^agent_end/, hook);
      assert.equal(log.at(-3), "end assistant aborted", hook);
    }
  });
});

describe("messages of a run", () => {
  it("finalizeMessage replaces what is stored and reported at message_end", async () => {
    const { agent, log } = createTestAgent([{ text: "secret" }], [], {
      finalizeMessage: (message) =>
        message.role === "assistant" ? { ...message, content: [{ type: "text", text: "***" }] } : message,
    });
    await agent.prompt("p");
    assert.equal(log.at(-3), "end assistant stop ***");
    assert.deepEqual(agent.state.messages[1]?.role === "assistant" && agent.state.messages[1].content, [
      { type: "text", text: "***" },
    ]);
  });

  it("runs the tool calls of the replaced message", async () => {
    const { agent, log } = createTestAgent([{ toolCalls: [{ id: "a", name: "one" }] }], [testTool("one")], {
      finalizeMessage: (message) => (message.role === "assistant" ? { ...message, content: [] } : message),
    });
    await agent.prompt("p");
    assert.equal(log.at(-1), "agent_end [user,assistant]");
  });

  it("ignores a replacement of another role", async () => {
    const { agent } = createTestAgent([{ text: "ok" }], [], {
      finalizeMessage: () => userMessage("swapped"),
    });
    await agent.prompt("p");
    assert.deepEqual(
      agent.state.messages.map((message) => message.role),
      ["user", "assistant"],
    );
  });

  it("injects messages of prepareRequest ahead of the request", async () => {
    const delta: AgentMessage = { role: "system", content: "changed", timestamp: 1 };
    const { agent, log, provider } = createTestAgent([{ text: "ok" }], [], {
      prepareRequest: () => ({ inject: [delta] }),
    });
    await agent.prompt("p");
    assert.deepEqual(log.slice(2, 7), [
      "start user p",
      "end user p",
      "start system",
      "end system",
      "start assistant pending",
    ]);
    assert.deepEqual(provider.requests[0]?.context.messages.at(-1), delta);
  });

  it("transformContext changes the request and not the transcript", async () => {
    const { agent, provider } = createTestAgent([{ text: "ok" }], [], {
      transformContext: (messages) => {
        messages.unshift(userMessage("first"));
        return messages;
      },
    });
    await agent.prompt("p");
    assert.equal(provider.requests[0]?.context.messages.length, 2);
    assert.equal(agent.state.messages.length, 2);
  });
});
