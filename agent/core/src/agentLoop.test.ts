import assert from "node:assert/strict";
import type { AgentLoopOptions } from "./agentLoop.ts";
import { agentLoop, agentLoopContinue, runAgentLoop, runAgentLoopContinue } from "./agentLoop.ts";
import { setDefaultStreamFn } from "./defaultStreamFn.ts";
import { MessageQueue } from "./messageQueue.ts";
import { describeEvent } from "./testing/eventLog.ts";
import { scriptedModel, scriptedStream } from "./testing/scriptedStream.ts";
import type { ScriptedResponse } from "./testing/scriptedStream.ts";
import { userMessage } from "./testing/testAgent.ts";

function optionsFor(
  responses: readonly ScriptedResponse[],
  more: Partial<AgentLoopOptions> = {},
): AgentLoopOptions {
  return {
    context: { messages: [], tools: [] },
    model: scriptedModel,
    streamFn: scriptedStream(responses).streamFn,
    ...more,
  };
}

describe("loop without an agent", () => {
  it("streams the events of a run and resolves to its messages", async () => {
    const stream = agentLoop([userMessage("p")], optionsFor([{ text: "ok" }]));
    const log: string[] = [];
    for await (const event of stream) log.push(describeEvent(event));
    assert.deepEqual(log.slice(0, 4), ["agent_start", "turn_start", "start user p", "end user p"]);
    assert.deepEqual(log.slice(-3), ["end assistant stop ok", "turn_end []", "agent_end [user,assistant]"]);
    assert.equal((await stream.result()).length, 2);
  });

  it("leaves the messages of the caller alone", async () => {
    const messages = [userMessage("old")];
    const generated = await agentLoopContinue(
      optionsFor([{ text: "ok" }], { context: { messages, tools: [] } }),
    ).result();
    assert.deepEqual([messages.length, generated.map((message) => message.role)], [1, ["assistant"]]);
  });

  it("delivers queues that it is given", async () => {
    const followUp = new MessageQueue();
    followUp.push(userMessage("f"));
    const generated = await runAgentLoop(
      [userMessage("p")],
      optionsFor([{ text: "1" }, { text: "2" }], { followUp }),
      () => {},
    );
    assert.equal(generated.length, 4);
  });

  it("ends aborted with the signal of the caller", async () => {
    const log: string[] = [];
    const controller = new AbortController();
    await runAgentLoop(
      [userMessage("p")],
      optionsFor([{ text: "x", hangs: true }], { signal: controller.signal }),
      (event) => {
        log.push(describeEvent(event));
        if (event.type === "message_update") controller.abort();
      },
    );
    assert.equal(log.at(-3), "end assistant aborted x");
  });

  it("ends in order and rejects when the sink or a hook throws", async () => {
    const log: string[] = [];
    const failing = runAgentLoop([userMessage("p")], optionsFor([{ text: "x" }]), (event) => {
      log.push(event.type);
      if (event.type === "turn_start") throw new Error("sink");
    });
    await assert.rejects(failing, /sink/);
    assert.equal(log.at(-1), "agent_end");
    const stream = agentLoop(
      [userMessage("p")],
      optionsFor([{ text: "x" }], {
        finishTurn: () => {
          throw new Error("hook");
        },
      }),
    );
    const types: string[] = [];
    for await (const event of stream) types.push(event.type);
    assert.equal(types.at(-1), "agent_end");
    await assert.rejects(stream.result(), /hook/);
  });

  it("cannot continue from nothing or from an assistant message", async () => {
    await assert.rejects(
      runAgentLoopContinue(optionsFor([]), () => {}),
      /there are no messages/,
    );
    const messages = await runAgentLoop([userMessage("p")], optionsFor([{ text: "ok" }]), () => {});
    await assert.rejects(
      runAgentLoopContinue(optionsFor([], { context: { messages, tools: [] } }), () => {}),
      /Cannot continue from an assistant message/,
    );
  });

  it("uses the default stream function when it is given none", async () => {
    const options = optionsFor([], { streamFn: undefined });
    await assert.rejects(
      runAgentLoop([userMessage("p")], options, () => {}),
      /No stream function/,
    );
    setDefaultStreamFn(scriptedStream([{ text: "default" }]).streamFn);
    try {
      assert.equal((await runAgentLoop([userMessage("p")], options, () => {})).length, 2);
    } finally {
      setDefaultStreamFn(undefined);
    }
  });
});
