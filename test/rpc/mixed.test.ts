import assert from "node:assert/strict";
import fc from "fast-check";
import type { ScriptedStep } from "../fakes/scriptedModel.ts";
import { isSettled, ofType, useRpc } from "../support/rpcSuite.ts";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";

const image = {
  type: "image",
  mimeType: "image/png",
  data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
};

const commands: readonly AnyRecord[] = [
  { type: "prompt", message: "p" },
  { type: "prompt", message: "ps", streamingBehavior: "steer" },
  { type: "prompt", message: "pf", streamingBehavior: "followUp" },
  { type: "steer", message: "s" },
  { type: "follow_up", message: "f" },
  { type: "steer", message: "looks", images: [image] },
  { type: "prompt", message: "look", images: [image] },
  { type: "abort" },
  { type: "abort_retry" },
  { type: "abort_bash" },
  { type: "clear_queue" },
  { type: "new_session" },
  { type: "bash", command: "echo hi" },
  { type: "bash", command: "sleep 60" },
  { type: "set_model", provider: "fake", modelId: "m0" },
  { type: "cycle_model" },
  { type: "cycle_thinking_level" },
  { type: "set_steering_mode", mode: "all" },
  { type: "set_session_name", name: "n" },
  { type: "get_state" },
  { type: "get_messages" },
  { type: "get_entries" },
];

const answers: readonly ScriptedStep[] = [
  { text: ["some ", "text"] },
  { calls: [{ name: "bash", arguments: { command: "echo tool" } }] },
  { calls: [{ name: "bash", arguments: { command: "sleep 60" } }] },
  {
    calls: [
      { name: "no_such_tool", arguments: {} },
      { name: "ls", arguments: { path: "." } },
    ],
  },
  { status: 529 },
  { status: 400 },
  { text: "cut", raw: (respond) => respond.reset() },
];

/** Sent in one write, or each after the event that came last. */
interface Step {
  command: AnyRecord;
  /** Number of records to wait for before it is sent. */
  wait: number;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ command: fc.constantFrom(...commands), wait: fc.constantFrom(0, 0, 0, 1, 3, 8) }),
  { minLength: 3, maxLength: 25 },
);

describe("rpc: commands in any order", () => {
  const suite = useRpc({ retry: { baseDelayMs: 1, provider: { maxRetries: 0 } } });

  it("rpc.md §3, §7.1: every command is answered once and every bracket of a run is closed", async () => {
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.array(fc.constantFrom(...answers), { minLength: 60, maxLength: 60 }),
        async (sent, script) => {
          suite.model.reset(script);
          const relay = suite.start([]);
          const ids = await sendAll(relay, sent);
          await settle(relay);
          for (const id of ids)
            await relay.waitFor((record) => record.type === "response" && record.id === id);
          const { data: state } = await relay.request({ type: "get_state" });
          assert.deepEqual([state.isStreaming, state.isRetrying, state.isBashRunning], [false, false, false]);
          await relay.close();
          assert.equal(relay.stderr, "");
          checkInvariants(relay.records, ids);
        },
      ),
      { numRuns: 20, endOnFailure: true },
    );
  });
});

async function sendAll(relay: RpcProcess, sent: readonly Step[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { command, wait } of sent) {
    const target = relay.records.length + wait;
    // A command that is answered for certain, so that the wait ends.
    if (wait > 0) await relay.request({ type: "get_last_assistant_text" });
    if (relay.records.length < target && relay.records.some(isSettled))
      await relay.request({ type: "get_state" });
    ids.push(relay.send(command));
  }
  return ids;
}

/** Ends whatever still runs. */
async function settle(relay: RpcProcess): Promise<void> {
  // Inputs may still be kept behind others or behind a replacement; an abort does not wait for them.
  await relay.request({ type: "follow_up", message: "last" });
  relay.send({ type: "clear_queue" });
  relay.send({ type: "abort_bash" });
  await relay.request({ type: "abort" });
}

function checkInvariants(records: readonly AnyRecord[], ids: readonly string[]): void {
  for (const id of ids) {
    const responses = records.filter((record) => record.type === "response" && record.id === id);
    assert.equal(responses.length, 1, `responses to ${id}`);
  }
  let isActive = false;
  let inRun = false;
  let inTurn = false;
  let message: string | undefined;
  const calls = new Set<string>();
  for (const record of records) {
    switch (record.type) {
      case "agent_start":
        assert.equal(inRun, false);
        inRun = isActive = true;
        break;
      case "turn_start":
        assert.deepEqual([inRun, inTurn], [true, false]);
        inTurn = true;
        break;
      case "message_start":
        assert.equal(message, undefined);
        message = record.message.role as string;
        break;
      case "message_update":
        assert.equal(message, "assistant");
        break;
      case "message_end":
        assert.equal(message, record.message.role);
        message = undefined;
        break;
      case "tool_execution_start":
        calls.add(record.toolCallId as string);
        break;
      case "tool_execution_end":
        assert.ok(calls.delete(record.toolCallId as string));
        break;
      case "turn_end":
        assert.deepEqual([inTurn, message, calls.size], [true, undefined, 0]);
        inTurn = false;
        break;
      case "agent_end":
        assert.deepEqual([inRun, inTurn], [true, false]);
        inRun = false;
        break;
      case "agent_settled":
        assert.deepEqual([isActive, inRun], [true, false]);
        isActive = false;
        break;
    }
  }
  assert.deepEqual([isActive, inRun, inTurn, message], [false, false, false, undefined]);
  const started = records.filter(
    (record) => record.type === "response" && record.data?.disposition === "started",
  );
  assert.equal(started.length, ofType(records, "agent_settled").length);
}
