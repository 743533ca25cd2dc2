import assert from "node:assert/strict";
import type { ScriptedAnswer, ScriptedStep } from "../fakes/scriptedModel.ts";
import type { AnyRecord, RpcProcess } from "../support/relayProcess.ts";
import {
  gate,
  isAssistantEnd,
  isSettled,
  milestones,
  ofType,
  responseTo,
  useRpc,
} from "../support/rpcSuite.ts";

/** Keeps about one message; the window of the scripted models is 128000. */
const compaction = { keepRecentTokens: 1 };
const overflow = {
  status: 400,
  errorBody: { error: { message: "too big", code: "context_length_exceeded" } },
};
/** Reported by an answer that fills the window beyond the threshold. */
const nearlyFull = { prompt_tokens: 120_000, completion_tokens: 100 };

const tooSmall = "Nothing to compact (session too small)";
const excluded =
  "Cannot submit a prompt while compaction is in progress. Wait for compaction to finish and retry.";

const isStart = (record: AnyRecord): boolean => record.type === "compaction_start";
const isEnd = (record: AnyRecord): boolean => record.type === "compaction_end";

async function stateOf(relay: RpcProcess): Promise<AnyRecord> {
  return (await relay.request({ type: "get_state" })).data as AnyRecord;
}

/** Milestones of the part that compaction adds, from the first one of these types on. */
function from(records: readonly AnyRecord[], first: string): string[] {
  const all = milestones(records);
  return all.slice(all.indexOf(first));
}

function bodyOf(request: unknown): string {
  return JSON.stringify(request);
}

describe("rpc: compaction by hand", () => {
  const suite = useRpc({ compaction });

  it("rpc.md 37: an empty session has nothing to compact", async () => {
    const relay = suite.start();
    const { success, error } = await relay.request({ type: "compact" });
    assert.deepEqual({ success, error }, { success: false, error: tooSmall });
    assert.deepEqual(relay.records.slice(0, 2), [
      { type: "compaction_start", reason: "manual" },
      {
        type: "compaction_end",
        reason: "manual",
        aborted: false,
        willRetry: false,
        errorMessage: `Compaction failed: ${tooSmall}`,
      },
    ]);
  });

  it("rpc.md 38: the result is announced, answered and in the file", async () => {
    suite.model.add({ text: "one" }, { text: "HISTORY" }, { text: "PREFIX" }, { text: "three" });
    const relay = suite.start([]);
    await relay.prompt("first prompt");
    const before = (await relay.request({ type: "get_session_stats" })).data;
    assert.equal(typeof before.contextUsage.tokens, "number");
    const begin = relay.records.length;
    const response = await relay.request({ type: "compact", customInstructions: "the tests" });
    const [start, end] = relay.records.slice(begin);
    assert.deepEqual(start, { type: "compaction_start", reason: "manual" });
    const { result, ...outcome } = end as AnyRecord;
    assert.deepEqual(outcome, { type: "compaction_end", reason: "manual", aborted: false, willRetry: false });
    assert.deepEqual(response.data, result);

    const { entries, leafId } = (await relay.request({ type: "get_entries" })).data;
    const entry = entries.at(-1);
    assert.deepEqual(
      [entry.type, entry.id, entry.summary, entry.firstKeptEntryId, entry.usage],
      ["compaction", leafId, result.summary, result.firstKeptEntryId, result.usage],
    );
    assert.equal(result.entryId, entry.id);
    assert.equal(result.tokensBefore, before.contextUsage.tokens);
    assert.deepEqual(
      entry.systemMessage.toolsAdded.map(({ name }: AnyRecord) => name),
      ["read", "bash", "edit", "write"],
    );
    const { contextUsage, tokens } = (await relay.request({ type: "get_session_stats" })).data;
    assert.deepEqual([contextUsage.tokens, contextUsage.percent], [null, null]);
    assert.ok(tokens.input > before.tokens.input);

    const [, summaryRequest] = suite.model.requests;
    assert.match(bodyOf(summaryRequest), /first prompt.*Additional focus: the tests/);
    assert.equal(summaryRequest?.tools, undefined);
    const { messages } = (await relay.request({ type: "get_messages" })).data;
    assert.deepEqual(
      messages.map(({ role }: AnyRecord) => role),
      ["system", "compactionSummary", "assistant"],
    );
  });

  it("sessions-and-tools.md 34: a second one right after it has nothing to do, later ones go on from it", async () => {
    suite.model.add(
      { text: "one" },
      { text: "FIRST" },
      { text: "two" },
      { text: "SECOND" },
      { text: "PREFIX" },
    );
    const relay = suite.start();
    await relay.prompt("first prompt");
    await relay.request({ type: "compact" });
    assert.equal((await relay.request({ type: "compact" })).error, "Already compacted");
    await relay.prompt("second prompt");
    const { data } = await relay.request({ type: "compact" });
    assert.match(data.summary as string, /^SECOND/);
    assert.match(bodyOf(suite.model.requests[3]), /<previous-summary>[^<]*FIRST/);
  });

  it("sessions-and-tools.md 35: a split turn without history starts so", async () => {
    suite.model.add({ text: "one" }, { text: "PREFIX" });
    const relay = suite.start();
    await relay.prompt("p");
    const { data } = await relay.request({ type: "compact" });
    assert.equal(data.summary, "No prior history.\n\n---\n\n**Turn Context (split turn):**\n\nPREFIX");
    assert.equal(suite.model.requests.length, 2);
  });

  it("sessions-and-tools.md 36: files that the model touched are in summary and details", async () => {
    suite.workspace.write("r.txt", "r\n");
    suite.model.add(
      {
        calls: [
          { name: "read", arguments: { path: "r.txt" } },
          { name: "write", arguments: { path: "w.txt", content: "w" } },
        ],
      },
      { text: "done" },
      { text: "PREFIX" },
    );
    const relay = suite.start();
    await relay.prompt("p");
    const { data } = await relay.request({ type: "compact" });
    assert.deepEqual(data.details, { readFiles: ["r.txt"], modifiedFiles: ["w.txt"] });
    assert.match(
      data.summary as string,
      /PREFIX\n\n<read-files>\nr\.txt\n<\/read-files>\n\n<modified-files>\nw\.txt\n<\/modified-files>$/,
    );
  });

  it("rpc.md 39: a newer one cancels it, and abort ends it", async () => {
    const hanging = gate();
    suite.model.add({ text: "one" }, { before: hanging.opened }, { before: hanging.opened }, { text: "ok" });
    const relay = suite.start();
    await relay.prompt("p");
    const first = relay.send({ type: "compact" });
    await relay.waitFor(isStart);
    const { isCompacting, isStreaming } = await stateOf(relay);
    assert.deepEqual({ isCompacting, isStreaming }, { isCompacting: true, isStreaming: false });

    const begin = relay.records.length;
    const second = relay.send({ type: "compact" });
    await relay.waitFor(isStart, begin);
    const cancelled = { type: "compaction_end", reason: "manual", aborted: true, willRetry: false };
    const response = { type: "response", command: "compact", success: false, error: "Compaction cancelled" };
    assert.deepEqual(relay.records.slice(begin), [
      cancelled,
      { ...response, id: first },
      { type: "compaction_start", reason: "manual" },
    ]);

    const next = relay.records.length;
    assert.equal((await relay.request({ type: "abort" })).success, true);
    assert.equal((await stateOf(relay)).isCompacting, false);
    assert.deepEqual(relay.records[next], cancelled);
    assert.deepEqual(await relay.waitFor(responseTo("compact"), next), { ...response, id: second });
    const { entries } = (await relay.request({ type: "get_entries" })).data;
    assert.deepEqual(ofType(entries, "compaction"), []);
    hanging.open();
    assert.deepEqual((await relay.prompt("q")).at(-1), { type: "agent_settled", aborted: false });
  });

  it("rpc.md 40: prompts are refused meanwhile, steering waits for the next run", async () => {
    const hanging = gate();
    suite.model.add({ text: "one" }, { before: hanging.opened, text: "PREFIX" }, { text: "two" });
    const relay = suite.start();
    await relay.prompt("p");
    const compact = relay.send({ type: "compact" });
    await relay.waitFor(isStart);
    for (const fields of [{}, { streamingBehavior: "steer" }]) {
      const { success, error } = await relay.request({ type: "prompt", message: "x", ...fields });
      assert.deepEqual({ success, error }, { success: false, error: excluded });
    }
    const steered = await relay.request({ type: "steer", message: "s" });
    assert.deepEqual(steered.data, { disposition: "queued" });
    hanging.open();
    await relay.waitFor((record) => record.id === compact);
    const texts = (await relay.prompt("q")).filter(
      (record) => record.type === "message_end" && record.message.role === "user",
    );
    assert.deepEqual(
      texts.map(({ message }) => message.content[0].text),
      ["q", "s"],
    );
  });

  it("sessions-and-tools.md 42: a failure names its reason and appends nothing", async () => {
    suite.model.add({ text: "one" }, { status: 400, errorBody: { error: { message: "no summaries" } } });
    const relay = suite.start();
    await relay.prompt("p");
    const { error } = await relay.request({ type: "compact" });
    assert.match(error as string, /^Summarization failed: 400.*no summaries/);
    assert.deepEqual(relay.records.find(isEnd), {
      type: "compaction_end",
      reason: "manual",
      aborted: false,
      willRetry: false,
      errorMessage: `Compaction failed: ${error}`,
    });
    const { entries } = (await relay.request({ type: "get_entries" })).data;
    assert.deepEqual(ofType(entries, "compaction"), []);
  });

  it("a length stop and an empty answer are failures", async () => {
    suite.model.add({ text: "one" }, { text: "half", finishReason: "length" }, { text: "  " });
    const relay = suite.start();
    await relay.prompt("p");
    assert.equal(
      (await relay.request({ type: "compact" })).error,
      "Summarization failed: generation hit the token cap and the summary is incomplete",
    );
    assert.equal((await relay.request({ type: "compact" })).error, "Summarization failed: empty summary");
  });

  it("an active run is aborted first and not resumed; queued messages stay queued", async () => {
    const hanging = gate();
    suite.model.add(
      { text: "one" },
      { text: "part", hold: hanging.opened },
      { text: "HISTORY" },
      { text: "PREFIX" },
    );
    const relay = suite.start();
    await relay.prompt("p");
    const begin = relay.records.length;
    relay.send({ type: "prompt", message: "q" });
    await relay.waitFor((record) => record.assistantMessageEvent?.type === "text_delta", begin);
    await relay.request({ type: "follow_up", message: "later" });
    const next = relay.records.length;
    const { success } = await relay.request({ type: "compact" });
    assert.equal(success, true);
    assert.deepEqual(from(relay.records.slice(next), "end:assistant"), [
      "end:assistant", "turn_end", "agent_end", "agent_settled", "compaction_start", "compaction_end",
      "response:compact",
    ]); // prettier-ignore
    assert.deepEqual(relay.records.slice(next).find(isSettled), { type: "agent_settled", aborted: true });
    assert.equal((await stateOf(relay)).pendingMessageCount, 1);
    hanging.open();
  });

  it("it works although automatic compaction is off, which is saved", async () => {
    suite.model.add({ text: "one", usage: nearlyFull }, { text: "PREFIX" });
    const relay = suite.start();
    assert.equal((await stateOf(relay)).autoCompactionEnabled, true);
    await relay.request({ type: "set_auto_compaction", enabled: false });
    assert.equal((await stateOf(relay)).autoCompactionEnabled, false);
    const records = await relay.prompt("p");
    assert.deepEqual(ofType(records, "compaction_start"), []);
    assert.equal((await relay.request({ type: "compact" })).success, true);
    await relay.close();
    const again = suite.start();
    assert.equal((await stateOf(again)).autoCompactionEnabled, false);
  });
});

describe("rpc: compaction with unusable settings", () => {
  const text = "Invalid compaction.reserveTokens setting: -5. Expected a non-negative safe integer.";
  const suite = useRpc({ compaction: { reserveTokens: -5, keepRecentTokens: 1 } });

  it("sessions-and-tools.md 41: fails by hand with the text, and lets prompts run", async () => {
    suite.model.add({ text: "one" });
    const relay = suite.start([], { mayReport: true });
    const records = await relay.prompt("p");
    assert.equal(records.find(isAssistantEnd)?.message.stopReason, "stop");
    assert.equal(records.find(isEnd)?.errorMessage, `Auto-compaction failed: ${text}`);
    assert.deepEqual(records.filter(isStart), []);
    assert.equal((await relay.request({ type: "compact" })).error, text);
  });
});

describe("rpc: compaction with the offline guide", () => {
  const suite = useRpc({ compaction });

  it("fails with a reason and is never tried by itself", async () => {
    suite.workspace.writeAgentFile("settings.json", { compaction });
    suite.workspace.writeAgentFile("models.json", { providers: {} });
    const relay = suite.start();
    const records = await relay.prompt("hello");
    assert.deepEqual(records.filter(isStart), []);
    const { error } = await relay.request({ type: "compact" });
    assert.match(error as string, /^Summarization failed: The offline guide cannot summarize/);
  });
});

describe("rpc: compaction at the threshold", () => {
  const suite = useRpc({ compaction, retry: { baseDelayMs: 10, maxRetries: 2 } });

  it("sessions-and-tools.md 30: a run that ends nearly full is compacted before it settles", async () => {
    suite.model.add({ text: "one", usage: nearlyFull }, { text: "PREFIX" }, { text: "two" });
    const relay = suite.start();
    const records = await relay.prompt("p");
    assert.deepEqual(from(records, "end:assistant"), [
      "end:assistant", "turn_end", "agent_end", "compaction_start", "compaction_end", "agent_settled",
    ]); // prettier-ignore
    assert.equal(ofType(records, "agent_end")[0]?.willRetry, false);
    const end = records.find(isEnd);
    assert.deepEqual([end?.reason, end?.willRetry, end?.aborted], ["threshold", false, false]);
    // The next prompt finds room.
    assert.deepEqual((await relay.prompt("q")).filter(isStart), []);
  });

  it("between turns it comes after the turn and before the next one", async () => {
    suite.workspace.write("f.txt", "content of f\n");
    suite.model.add(
      { calls: [{ name: "read", arguments: { path: "f.txt" } }], usage: nearlyFull },
      { text: "PREFIX" },
      { text: "done" },
    );
    const relay = suite.start();
    const records = await relay.prompt("read it");
    assert.deepEqual(from(records, "tool_execution_end"), [
      "tool_execution_end", "end:toolResult", "turn_end", "compaction_start", "compaction_end",
      "turn_start", "end:assistant", "turn_end", "agent_end", "agent_settled",
    ]); // prettier-ignore
    const last = suite.model.requests.at(-1);
    assert.deepEqual(
      last?.messages.map(({ role }) => role),
      ["system", "user", "assistant", "tool"],
    );
    assert.match(bodyOf(last?.messages[1]), /PREFIX/);
    assert.doesNotMatch(bodyOf(last), /read it/);
  });

  it("it comes before a follow-up of the same run", async () => {
    const hanging = gate();
    suite.model.add(
      { text: "one", hold: hanging.opened, usage: nearlyFull },
      { text: "PREFIX" },
      { text: "two" },
    );
    const relay = suite.start();
    relay.send({ type: "prompt", message: "p" });
    await relay.waitFor((record) => record.assistantMessageEvent?.type === "text_delta");
    await relay.request({ type: "follow_up", message: "f" });
    const begin = relay.records.length;
    hanging.open();
    await relay.waitFor(isSettled);
    assert.deepEqual(milestones(relay.records.slice(begin)).slice(0, 6), [
      "end:assistant", "turn_end", "compaction_start", "compaction_end", "turn_start", "queue_update",
    ]); // prettier-ignore
  });

  it("before a prompt it precedes the response", async () => {
    suite.model.add({ text: "one", usage: nearlyFull }, { text: "PREFIX" }, { text: "two" });
    const relay = suite.start();
    await relay.request({ type: "set_auto_compaction", enabled: false });
    await relay.prompt("p");
    await relay.request({ type: "set_auto_compaction", enabled: true });
    const records = await relay.prompt("q");
    assert.deepEqual(milestones(records).slice(0, 4), [
      "compaction_start", "compaction_end", "response:prompt", "agent_start",
    ]); // prettier-ignore
  });

  it("a failure is announced, blocks nothing, and the check repeats", async () => {
    const refused = { status: 400, errorBody: { error: { message: "no summaries" } } };
    suite.model.add(
      { text: "one", usage: nearlyFull },
      refused,
      refused,
      { text: "two", usage: nearlyFull },
      refused,
    );
    const relay = suite.start();
    const first = (await relay.prompt("p")).find(isEnd);
    assert.match(first?.errorMessage as string, /^Auto-compaction failed: Summarization failed: 400/);
    const records = await relay.prompt("q");
    assert.deepEqual(milestones(records).slice(0, 3), [
      "compaction_start",
      "compaction_end",
      "response:prompt",
    ]);
    assert.equal(records.filter(isEnd).length, 2);
    assert.equal(records.find(isAssistantEnd)?.message.stopReason, "stop");
  });

  it("sessions-and-tools.md 40: a summary is tried again after a transient failure", async () => {
    suite.model.add({ text: "one", usage: nearlyFull }, { status: 500 }, { text: "PREFIX" });
    const relay = suite.start();
    const records = await relay.prompt("p");
    assert.deepEqual(from(records, "compaction_start"), [
      "compaction_start", "summarization_retry_scheduled", "summarization_retry_attempt_start",
      "summarization_retry_finished", "compaction_end", "agent_settled",
    ]); // prettier-ignore
    const [scheduled] = ofType(records, "summarization_retry_scheduled");
    assert.deepEqual([scheduled?.attempt, scheduled?.maxAttempts, scheduled?.delayMs], [1, 2, 10]);
    assert.deepEqual(ofType(records, "summarization_retry_attempt_start"), [
      { type: "summarization_retry_attempt_start", source: "compaction", reason: "threshold" },
    ]);
  });

  it("abort ends it, settles and leaves queued messages queued", async () => {
    const hanging = gate();
    suite.model.add({ text: "one", usage: nearlyFull }, { before: hanging.opened });
    const relay = suite.start();
    relay.send({ type: "prompt", message: "p" });
    await relay.waitFor(isStart);
    const { isStreaming, isCompacting } = await stateOf(relay);
    assert.deepEqual({ isStreaming, isCompacting }, { isStreaming: true, isCompacting: true });
    await relay.request({ type: "steer", message: "s" });
    const begin = relay.records.length;
    await relay.request({ type: "abort" });
    assert.deepEqual(
      relay.records.slice(begin).map(({ type, aborted, command }) => [type, aborted ?? command]),
      [
        ["compaction_end", true],
        ["agent_settled", true],
        ["response", "abort"],
      ],
    );
    assert.equal((await stateOf(relay)).pendingMessageCount, 1);
    hanging.open();
  });

  it("compact by hand ends it together with its activity, then runs", async () => {
    const hanging = gate();
    suite.model.add({ text: "one", usage: nearlyFull }, { before: hanging.opened }, { text: "PREFIX" });
    const relay = suite.start();
    relay.send({ type: "prompt", message: "p" });
    await relay.waitFor(isStart);
    // From here on the hanging answer is taken.
    await suite.model.server.request(1);
    const begin = relay.records.length;
    const { success } = await relay.request({ type: "compact" });
    assert.equal(success, true);
    assert.deepEqual(
      relay.records.slice(begin).map(({ type, reason, aborted }) => [type, reason, aborted]),
      [
        ["compaction_end", "threshold", true],
        ["agent_settled", undefined, true],
        ["compaction_start", "manual", undefined],
        ["compaction_end", "manual", false],
        ["context_update", undefined, undefined],
        ["response", undefined, undefined],
      ],
    );
    hanging.open();
  });

  it("a shell command that runs meanwhile stays in context", async () => {
    const hanging = gate();
    suite.model.add({ text: "one" }, { before: hanging.opened, text: "PREFIX" }, { text: "two" });
    const relay = suite.start();
    await relay.prompt("p");
    const compact = relay.send({ type: "compact" });
    await relay.waitFor(isStart);
    await relay.request({ type: "bash", command: "echo seen" });
    hanging.open();
    await relay.waitFor((record) => record.id === compact);
    await relay.prompt("q");
    assert.match(bodyOf(suite.model.requests.at(-1)), /PREFIX.*Ran `echo seen`/);
  });

  it("an abort while a prompt makes room still gives the prompt a whole, aborted run", async () => {
    const hanging = gate();
    suite.model.add({ text: "one", usage: nearlyFull }, { before: hanging.opened });
    const relay = suite.start();
    await relay.request({ type: "set_auto_compaction", enabled: false });
    await relay.prompt("p");
    await relay.request({ type: "set_auto_compaction", enabled: true });
    const begin = relay.records.length;
    relay.send({ type: "prompt", message: "q" });
    await relay.waitFor(isStart, begin);
    relay.send({ type: "abort" });
    await relay.waitFor(responseTo("abort"), begin);
    const records = relay.records.slice(begin);
    assert.deepEqual(milestones(records).slice(0, 4), [
      "compaction_start", "compaction_end", "response:prompt", "agent_start",
    ]); // prettier-ignore
    assert.deepEqual(milestones(records).slice(-3), ["agent_end", "agent_settled", "response:abort"]);
    assert.equal(records.filter(isAssistantEnd).at(-1)?.message.stopReason, "aborted");
    hanging.open();
  });
});

describe("rpc: recovery of a response that did not fit", () => {
  const suite = useRpc({ compaction, retry: { baseDelayMs: 10, maxRetries: 1 } });

  it("rpc.md 41: an overflow error is omitted, the context compacted and the request sent once more", async () => {
    suite.model.add({ text: "one" }, overflow, { text: "HISTORY" }, { text: "recovered" });
    const relay = suite.start();
    await relay.prompt("p");
    const records = await relay.prompt("q");
    assert.deepEqual(from(records, "end:assistant"), [
      "end:assistant", "turn_end", "agent_end", "entry_appended", "compaction_start", "compaction_end",
      "agent_start", "turn_start", "end:assistant", "turn_end", "agent_end", "agent_settled",
    ]); // prettier-ignore
    assert.equal(ofType(records, "agent_end")[0]?.willRetry, false);
    const failedId = records.find(isAssistantEnd)?.entryId as string;
    const [appended] = ofType(records, "entry_appended");
    assert.deepEqual(
      [appended?.entry.type, appended?.entry.targetId, appended?.entry.replacement],
      ["context_edit", failedId, null],
    );
    const end = records.find(isEnd);
    assert.deepEqual([end?.reason, end?.willRetry], ["overflow", true]);
    assert.equal(records.filter(isAssistantEnd).at(-1)?.message.stopReason, "stop");
    assert.equal(suite.model.requests.length, 4);
  });

  it("sessions-and-tools.md 38: a second overflow ends it, without another request", async () => {
    suite.model.add({ text: "one" }, overflow, { text: "HISTORY" }, overflow, { text: "never" });
    const relay = suite.start();
    await relay.prompt("p");
    const records = await relay.prompt("q");
    assert.deepEqual(from(records, "compaction_end").slice(-3), [
      "agent_end",
      "compaction_end",
      "agent_settled",
    ]);
    assert.equal(records.filter(isStart).length, 1);
    assert.deepEqual(records.filter(isEnd)[1], {
      type: "compaction_end",
      reason: "overflow",
      aborted: false,
      willRetry: false,
      errorMessage:
        "Context overflow recovery failed after one compact-and-retry attempt. " +
        "Try reducing context or switching to a larger-context model.",
    });
    assert.deepEqual(records.at(-1), { type: "agent_settled", aborted: false });
    assert.equal(suite.model.requests.length, 4);
  });

  it("sessions-and-tools.md 38: what overflowed while it was off is recovered before the next prompt", async () => {
    suite.model.add({ text: "one" }, overflow, { text: "HISTORY" }, { text: "two" });
    const relay = suite.start();
    await relay.prompt("p");
    await relay.request({ type: "set_auto_compaction", enabled: false });
    const off = await relay.prompt("q");
    assert.deepEqual(from(off, "end:assistant"), ["end:assistant", "turn_end", "agent_end", "agent_settled"]);
    await relay.request({ type: "set_auto_compaction", enabled: true });
    const records = await relay.prompt("r");
    assert.deepEqual(milestones(records).slice(0, 5), [
      "entry_appended", "compaction_start", "compaction_end", "response:prompt", "agent_start",
    ]); // prettier-ignore
    const end = records.find(isEnd);
    assert.deepEqual([end?.reason, end?.willRetry], ["overflow", true]);
    assert.equal(records.find(isAssistantEnd)?.message.stopReason, "stop");
  });

  it("an overflow of another model than the current one is not recovered", async () => {
    suite.model.add({ text: "one" }, overflow, { text: "two" });
    const relay = suite.start();
    await relay.prompt("p");
    await relay.request({ type: "set_auto_compaction", enabled: false });
    await relay.prompt("q");
    await relay.request({ type: "set_auto_compaction", enabled: true });
    await relay.request({ type: "set_model", provider: "fake", modelId: "m0" });
    const records = await relay.prompt("r");
    assert.deepEqual(milestones(records).slice(0, 2), ["response:prompt", "agent_start"]);
    assert.equal(records.find(isAssistantEnd)?.message.stopReason, "stop");
  });

  it("after a success another overflow of the same activity is recovered too", async () => {
    suite.workspace.write("f.txt", "content of f\n");
    const call = { calls: [{ name: "read", arguments: { path: "f.txt" } }] };
    suite.model.add({ text: "one" }, overflow, { text: "A" }, call, overflow, { text: "B" }, { text: "C" });
    suite.model.add({ text: "done" });
    const relay = suite.start();
    await relay.prompt("p");
    const records = await relay.prompt("q");
    assert.deepEqual(
      records.filter(isEnd).map(({ reason, willRetry }) => [reason, willRetry]),
      [
        ["overflow", true],
        ["overflow", true],
      ],
    );
    assert.equal(records.filter(isSettled).length, 1);
    assert.equal(records.filter(isAssistantEnd).at(-1)?.message.stopReason, "stop");
  });

  it("sessions-and-tools.md 40: a recovery whose summary fails ends the activity", async () => {
    suite.model.add({ text: "one" }, overflow, { status: 500 }, { status: 500 });
    const relay = suite.start();
    await relay.prompt("p");
    const records = await relay.prompt("q");
    const end = records.find(isEnd);
    assert.match(end?.errorMessage as string, /^Context overflow recovery failed: Summarization failed: 500/);
    assert.deepEqual([end?.willRetry, end?.aborted, end?.result], [false, false, undefined]);
    assert.deepEqual(milestones(records).slice(-2), ["compaction_end", "agent_settled"]);
  });

  it("an input that does not fit even alone is summarized itself", async () => {
    suite.model.add(overflow, { text: "INPUT" }, { text: "answered" });
    const relay = suite.start();
    const records = await relay.prompt("much too long");
    assert.equal(records.find(isEnd)?.result?.summary, "INPUT");
    assert.equal(records.filter(isAssistantEnd).at(-1)?.message.stopReason, "stop");
    const last = suite.model.requests.at(-1);
    assert.deepEqual(
      last?.messages.map(({ role }) => role),
      ["system", "user"],
    );
    assert.doesNotMatch(bodyOf(last), /much too long/);
  });

  it("sessions-and-tools.md 39: an answer that broke off below its limit is recovered", async () => {
    const usage = { prompt_tokens: 100, completion_tokens: 3 };
    suite.model.add(
      { text: "one" },
      { text: "half", finishReason: "length", usage },
      { text: "HISTORY" },
      { text: "whole" },
    );
    const relay = suite.start();
    await relay.prompt("p");
    const records = await relay.prompt("q");
    assert.deepEqual(from(records, "agent_end"), [
      "agent_end", "entry_appended", "compaction_start", "compaction_end", "agent_start", "turn_start",
      "end:assistant", "turn_end", "agent_end", "agent_settled",
    ]); // prettier-ignore
  });

  it("sessions-and-tools.md 39: an answer that used its whole limit has ended normally", async () => {
    const usage = { prompt_tokens: 100, completion_tokens: 16_384 };
    suite.model.add({ text: "half", finishReason: "length", usage });
    const relay = suite.start();
    const records = await relay.prompt("p");
    assert.deepEqual(from(records, "agent_end"), ["agent_end", "agent_settled"]);
  });

  it("a completed answer that overflowed is kept", async () => {
    suite.model.add(
      { text: "one", usage: { prompt_tokens: 130_000, completion_tokens: 5 } },
      { text: "PREFIX" },
    );
    const relay = suite.start();
    const records = await relay.prompt("p");
    assert.deepEqual(from(records, "agent_end"), [
      "agent_end", "compaction_start", "compaction_end", "agent_settled",
    ]); // prettier-ignore
    const end = records.find(isEnd);
    assert.deepEqual([end?.reason, end?.willRetry], ["overflow", false]);
    const { messages } = (await relay.request({ type: "get_messages" })).data;
    assert.equal(messages.at(-1).role, "assistant");
  });
});

describe("rpc: recovery with the usual settings", () => {
  const suite = useRpc();

  it("an overflow of a small session is omitted, and neither compacted nor retried", async () => {
    suite.model.add(overflow, { text: "never" });
    const relay = suite.start();
    const records = await relay.prompt("p");
    assert.deepEqual(from(records, "agent_end"), ["agent_end", "entry_appended", "agent_settled"]);
    assert.equal(suite.model.requests.length, 1);
    const { messages } = (await relay.request({ type: "get_messages" })).data;
    assert.equal(messages.at(-1).role, "user");
  });
});

describe("rpc: compaction aborted at each moment", () => {
  const suite = useRpc({ compaction, retry: { baseDelayMs: 1 } });
  const transient = { status: 500 };
  type Moment = (abort: () => void) => ScriptedAnswer[];
  const early =
    (abort: () => void, step: ScriptedStep): ScriptedAnswer =>
    () => {
      abort();
      return step;
    };
  const late = (abort: () => void, step: ScriptedStep): ScriptedStep => ({
    ...step,
    raw: async (respond) => {
      respond.head();
      abort();
      const delta = { choices: [{ index: 0, delta: { content: step.text }, finish_reason: "stop" }] };
      await respond.send(
        `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", ...delta })}\n\n`,
      );
      await respond.send("data: [DONE]\n\n");
      respond.end();
    },
  });
  const moments: [title: string, answers: Moment][] = [
    ["when its first request arrives", (abort) => [early(abort, { text: "H" }), { text: "P" }]],
    ["while its first summary streams", (abort) => [late(abort, { text: "H" }), { text: "P" }]],
    ["when its second request arrives", (abort) => [{ text: "H" }, early(abort, { text: "P" })]],
    ["while its second summary streams", (abort) => [{ text: "H" }, late(abort, { text: "P" })]],
    ["when a request fails", (abort) => [early(abort, transient), { text: "H" }, { text: "P" }]],
    ["when its retry fails", (abort) => [transient, early(abort, transient), { text: "H" }, { text: "P" }]],
  ];

  for (const [title, answersOf] of moments) {
    it(`${title}: it is whole or not there`, async () => {
      const relay = suite.start([]);
      suite.model.reset([{ text: "one" }, { text: "two" }]);
      await relay.prompt("first prompt");
      await relay.prompt("second prompt");
      const aborted: Promise<AnyRecord>[] = [];
      suite.model.reset(answersOf(() => aborted.push(relay.request({ type: "abort" }))));
      const from = relay.records.length;
      const response = await relay.request({ type: "compact" });
      assert.equal(aborted.length, 1);
      assert.equal((await aborted[0])?.success, true);

      const announced = relay.records.slice(from).filter((record) => isStart(record) || isEnd(record));
      const [, end] = announced;
      assert.equal(announced.length, 2);
      assert.deepEqual(response.success ? response.data : undefined, end?.result);
      assert.equal(end?.aborted, !response.success);
      if (!response.success) assert.equal(response.error, "Compaction cancelled");
      const { entries } = (await relay.request({ type: "get_entries" })).data;
      const stored = entries.filter(({ type }: AnyRecord) => type === "compaction");
      assert.equal(stored.length, response.success ? 1 : 0);
      assert.deepEqual(
        [(await stateOf(relay)).isCompacting, (await stateOf(relay)).isStreaming],
        [false, false],
      );

      suite.model.reset([{ text: "three" }]);
      const next = await relay.prompt("third prompt");
      assert.equal(next.at(-1)?.aborted, false);
    });
  }
});

describe("rpc: the end of a session that compacts", () => {
  const suite = useRpc({ compaction });

  for (const [how, end] of [
    ["new_session", (relay: RpcProcess) => relay.request({ type: "new_session" })],
    ["the end of stdin", (relay: RpcProcess) => relay.close()],
  ] as const) {
    it(`${how} cancels the compaction`, async () => {
      const hanging = gate();
      suite.model.add({ text: "one" }, { before: hanging.opened });
      const relay = suite.start();
      await relay.prompt("p");
      relay.send({ type: "compact" });
      await relay.waitFor(isStart);
      await end(relay);
      const response = await relay.waitFor(responseTo("compact"));
      assert.deepEqual([response.success, response.error], [false, "Compaction cancelled"]);
      assert.equal(relay.records.find(isEnd)?.aborted, true);
      hanging.open();
    });
  }
});
