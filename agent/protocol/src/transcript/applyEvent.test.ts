import assert from "node:assert/strict";
import { ScriptedSession } from "../../fixtures/scriptedRun.ts";
import { fold, kinds, topItems } from "../../fixtures/transcripts.ts";
import type { AnyEvent } from "../../fixtures/transcripts.ts";

describe("status", () => {
  const retry = { attempt: 1, maxAttempts: 3, delayMs: 10, errorMessage: "529" };

  it("runs from agent_start to agent_settled", () => {
    const transcript = fold([{ type: "agent_start" }, { type: "agent_end", messages: [], willRetry: false }]);
    assert.equal(transcript.status.isRunning, true);
    fold([{ type: "agent_settled", aborted: true }], transcript);
    assert.deepEqual(transcript.status, { isRunning: false, wasAborted: true, steering: [], followUp: [] });
    fold([{ type: "agent_start" }], transcript);
    assert.equal(transcript.status.wasAborted, false);
  });

  it("rpc.md 33: tells the delay of a retry from its attempt", () => {
    const transcript = fold([{ type: "auto_retry_start", ...retry }]);
    assert.deepEqual(transcript.status.retry, { ...retry, isWaiting: true });
    fold([{ type: "agent_start" }], transcript);
    assert.deepEqual(transcript.status.retry, { ...retry, isWaiting: false });
    fold([{ type: "auto_retry_end", success: true, attempt: 1 }], transcript);
    assert.equal("retry" in transcript.status, false);
  });

  it("follows retries of a summary", () => {
    const transcript = fold([
      { type: "summarization_retry_attempt_start", source: "compaction", reason: "manual" },
      { type: "summarization_retry_scheduled", ...retry },
    ]);
    assert.deepEqual(transcript.status.summaryRetry, { ...retry, isWaiting: true });
    fold(
      [
        {
          type: "summarization_retry_attempt_start",
          source: "branchSummary",
        },
      ],
      transcript,
    );
    assert.deepEqual(transcript.status.summaryRetry, { ...retry, isWaiting: false });
    fold([{ type: "summarization_retry_finished" }], transcript);
    assert.equal("summaryRetry" in transcript.status, false);
  });

  it("rpc.md 27: holds the whole queues", () => {
    const transcript = fold([{ type: "queue_update", steering: ["a"], followUp: ["b", ""] }]);
    assert.deepEqual([transcript.status.steering, transcript.status.followUp], [["a"], ["b", ""]]);
  });

  it("rpc.md 37: a failed compaction leaves a notice, a cancelled one nothing", () => {
    const endOf = (fields: object): AnyEvent => ({
      type: "compaction_end",
      reason: "manual",
      willRetry: false,
      aborted: false,
      ...fields,
    });
    const transcript = fold([{ type: "compaction_start", reason: "manual" }]);
    assert.deepEqual(transcript.status.compaction, { reason: "manual" });
    fold(
      [endOf({ errorMessage: "Compaction failed: Already compacted" }), endOf({ aborted: true })],
      transcript,
    );
    assert.equal("compaction" in transcript.status, false);
    assert.deepEqual(
      topItems(transcript).map((item) => item?.kind === "notice" && [item.topic, item.text]),
      [["compaction", "Compaction failed: Already compacted"]],
    );
  });

  it("follows the context and the model", () => {
    const context = { tokens: null, contextWindow: 200_000, percent: null };
    const model = { provider: "fake", id: "m2" };
    const transcript = fold([
      { type: "context_update", ...context },
      { type: "model_changed", model, thinkingLevel: "high" },
    ]);
    assert.deepEqual(transcript.status.context, context);
    assert.deepEqual(
      [transcript.model, transcript.thinkingLevel],
      [{ provider: "fake", modelId: "m2" }, "high"],
    );
    assert.deepEqual(kinds(transcript), []);
    const session = new ScriptedSession();
    session.user("Hi");
    fold(
      [...session.events, { type: "model_changed", model: { ...model, id: "m3" }, thinkingLevel: "high" }],
      transcript,
    );
    assert.deepEqual(kinds(transcript), ["user", "modelChange"]);
  });
});
