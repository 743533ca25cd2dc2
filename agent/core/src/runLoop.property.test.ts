import type { AgentMessage, AssistantMessage } from "@relay-harness/protocol";
import assert from "node:assert/strict";
import fc from "fast-check";
import type { ScriptedResponse } from "./testing/scriptedStream.ts";
import { createTestAgent, testTool, userMessage } from "./testing/testAgent.ts";
import type { AgentEvent } from "./types.ts";

interface Plan {
  responses: ScriptedResponse[];
  /** What happens at the n-th event of the run. */
  actions: { at: number; what: "steer" | "followUp" | "abort" | "clear" }[];
  mode: "one-at-a-time" | "all";
  /** Events whose number this divides keep a listener busy; 0 for none. */
  slowEvery: number;
  queued: number;
}

const toolNames = ["instant", "tick", "slow", "sequential", "throws", "stops", "unknown", "blocked"] as const;

const responses: fc.Arbitrary<ScriptedResponse> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ text: fc.array(fc.constantFrom("a", "b"), { maxLength: 2 }) }) },
  {
    weight: 6,
    arbitrary: fc
      .record({
        calls: fc.array(fc.constantFrom(...toolNames), { minLength: 1, maxLength: 4 }),
        stopReason: fc.constantFrom("toolUse" as const, "toolUse" as const, "length" as const),
      })
      .map(({ calls, stopReason }) => ({
        stopReason,
        toolCalls: calls.map((name, index) => ({ id: `${index}-${name}`, name })),
      })),
  },
  { weight: 1, arbitrary: fc.record({ error: fc.constant("529"), failsEarly: fc.boolean() }) },
);

const plans: fc.Arbitrary<Plan> = fc.record({
  responses: fc.array(responses, { maxLength: 6 }),
  actions: fc.array(
    fc.record({
      at: fc.nat({ max: 60 }),
      what: fc.constantFrom(
        "steer" as const,
        "steer" as const,
        "followUp" as const,
        "abort" as const,
        "clear" as const,
      ),
    }),
    { maxLength: 5 },
  ),
  mode: fc.constantFrom("one-at-a-time" as const, "all" as const),
  slowEvery: fc.nat({ max: 4 }),
  queued: fc.nat({ max: 2 }),
});

const answer = { content: [{ type: "text" as const, text: "done" }] };

async function ticks(count: number): Promise<typeof answer> {
  for (let index = 0; index < count; index++) await new Promise(setImmediate);
  return answer;
}

const tools = [
  testTool("instant", { execute: () => Promise.resolve(answer) }),
  testTool("tick", { execute: () => ticks(1) }),
  testTool("slow", { execute: () => ticks(4) }),
  testTool("sequential", { execute: () => ticks(2), executionMode: "sequential" }),
  testTool("throws", { execute: () => Promise.reject(new Error("no")) }),
  testTool("stops", { execute: () => Promise.resolve({ ...answer, terminate: true }) }),
  testTool("blocked"),
];

interface Outcome {
  events: AgentEvent[];
  sent: string[];
  left: string[];
  /** Texts that were cleared from the queues. */
  cleared: string[];
  wasAborted: boolean;
}

async function play(plan: Plan): Promise<Outcome> {
  const { agent } = createTestAgent(plan.responses, tools, {
    steeringMode: plan.mode,
    followUpMode: plan.mode,
    beforeToolCall: async ({ toolCall }) => {
      await ticks(1);
      return toolCall.name === "blocked" ? { block: true, reason: "no" } : undefined;
    },
  });
  const outcome: Outcome = { events: [], sent: [], left: [], cleared: [], wasAborted: false };
  const send = (what: "steer" | "followUp"): void => {
    const text = `${what} ${outcome.sent.length}`;
    outcome.sent.push(text);
    agent[what](userMessage(text));
  };
  agent.subscribe((event) => {
    const number = outcome.events.push(event) - 1;
    for (const { what } of plan.actions.filter(({ at }) => at === number)) {
      if (what === "steer" || what === "followUp") send(what);
      else if (what === "clear") {
        outcome.cleared.push(
          ...[...agent.clearSteeringQueue(), ...agent.clearFollowUpQueue()].map(textOfUser),
        );
      } else {
        outcome.wasAborted ||= event.type !== "agent_end";
        agent.abort();
      }
    }
    return plan.slowEvery > 0 && number % plan.slowEvery === 0 ? ticks(1).then(() => undefined) : undefined;
  });
  for (let index = 0; index < plan.queued; index++) send("steer");
  await agent.prompt("prompt");
  const { steering, followUp } = agent.peekQueuedMessages();
  outcome.left = [...steering, ...followUp].map(textOfUser);
  return outcome;
}

function textOfUser(message: AgentMessage): string {
  const block = message.role === "user" && Array.isArray(message.content) ? message.content[0] : undefined;
  return block?.type === "text" ? block.text : "";
}

/** `rpc.md` §7.1: what is open at any time, and that everything closes. */
function assertPairs(events: readonly AgentEvent[]): void {
  let isTurnOpen = false;
  let openMessage: string | undefined;
  const open = new Set<string>();
  for (const [index, event] of events.entries()) {
    switch (event.type) {
      case "agent_start":
        assert.equal(index, 0);
        break;
      case "agent_end":
        assert.equal(index, events.length - 1);
        assert.equal(isTurnOpen, false);
        break;
      case "turn_start":
      case "turn_end":
        assert.equal(isTurnOpen, event.type === "turn_end");
        assert.deepEqual([openMessage, open.size], [undefined, 0]);
        isTurnOpen = !isTurnOpen;
        break;
      case "message_start":
        assert.equal(openMessage, undefined);
        openMessage = event.message.role;
        break;
      case "message_update":
        assert.equal(openMessage, "assistant");
        break;
      case "message_end":
        assert.equal(openMessage, event.message.role);
        openMessage = undefined;
        break;
      case "tool_execution_start":
        assert.equal(open.has(event.toolCallId), false);
        open.add(event.toolCallId);
        break;
      case "tool_execution_update":
        assert.ok(open.has(event.toolCallId));
        break;
      case "tool_execution_end":
        assert.ok(open.delete(event.toolCallId));
        break;
    }
  }
  assert.equal(isTurnOpen, false);
  assert.equal(events.at(-1)?.type, "agent_end");
}

/** Every call of a turn has its start, its end and its result, all in the right order. */
function assertResults(events: readonly AgentEvent[]): void {
  let starts: string[] = [];
  let ends: string[] = [];
  for (const event of events) {
    if (event.type === "tool_execution_start") starts.push(event.toolCallId);
    if (event.type === "tool_execution_end") ends.push(event.toolCallId);
    if (event.type !== "turn_end") continue;
    const ran = event.message.stopReason === "toolUse" || event.message.stopReason === "length";
    const ids = ran ? callIds(event.message) : [];
    assert.deepEqual(starts, ids);
    assert.deepEqual([...ends].sort(), [...ids].sort());
    assert.deepEqual(
      event.toolResults.map((result) => result.toolCallId),
      ids,
    );
    starts = [];
    ends = [];
  }
}

function callIds(message: AssistantMessage): string[] {
  return message.content.flatMap((block) => (block.type === "toolCall" ? [block.id] : []));
}

describe("runs under random interference", () => {
  it("rpc.md §7.1: pair everything, answer every call, and lose no queued message", async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const { events, sent, left, cleared, wasAborted } = await play(plan);
        assertPairs(events);
        assertResults(events);
        const end = events.at(-1);
        assert.ok(end?.type === "agent_end");
        const stored = events.flatMap((event) => (event.type === "message_end" ? [event.message] : []));
        assert.deepEqual(end.messages, stored);
        const delivered = stored.filter((message) => message.role === "user").map(textOfUser);
        assert.equal(delivered[0], "prompt");
        assert.deepEqual([...delivered.slice(1), ...left, ...cleared].sort(), [...sent].sort());
        const last = stored.at(-1);
        const isAborted = last?.role === "assistant" && last.stopReason === "aborted";
        assert.equal(isAborted, wasAborted);
      }),
      { numRuns: 300 },
    );
  });
});
