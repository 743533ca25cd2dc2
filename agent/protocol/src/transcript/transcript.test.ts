import assert from "node:assert/strict";
import fc from "fast-check";
import { playSession, ScriptedSession, usageOf } from "../../fixtures/scriptedRun.ts";
import type { RpcEvent } from "../events.ts";
import { applyEntry, entriesOfBranch, transcriptFromEntries } from "./applyEntry.ts";
import { applyEvent } from "./applyEvent.ts";
import { applyBashCommand, applyBashResult } from "./bash.ts";
import type { AssistantItem, ToolItem, Transcript, TranscriptItem } from "./model.ts";
import { createTranscript, takeChanges } from "./state.ts";
import { transcriptView } from "./view.ts";

function fold(events: readonly { type: string }[], transcript = createTranscript()): Transcript {
  for (const event of events) applyEvent(transcript, event);
  return transcript;
}

const topItems = (transcript: Transcript): (TranscriptItem | undefined)[] =>
  transcript.order.map((id) => transcript.items.get(id));
const kinds = (transcript: Transcript): (string | undefined)[] =>
  topItems(transcript).map((item) => item?.kind);

function lastAssistant(transcript: Transcript): AssistantItem {
  const item = topItems(transcript).findLast((candidate) => candidate?.kind === "assistant");
  assert.ok(item?.kind === "assistant");
  return item;
}

function tool(transcript: Transcript, id: string): ToolItem {
  const item = transcript.items.get(id);
  assert.ok(item?.kind === "tool");
  return item;
}

/** The reconstruction of rpc.md §6.3 word by word, to compare with. */
function reconstruct(events: readonly RpcEvent[]): unknown[] {
  const finished: unknown[] = [];
  let content: ({ text?: string; thinking?: string; argsText?: string } | object)[] | undefined;
  for (const event of events) {
    if (event.type === "message_start" && event.message.role === "assistant") content = [];
    if (event.type === "message_update" && content) {
      const step = event.assistantMessageEvent;
      const block = content[step.contentIndex] as { text: string; thinking: string; argsText: string };
      if (step.type === "text_start") content[step.contentIndex] = { type: "text", text: "" };
      else if (step.type === "thinking_start")
        content[step.contentIndex] = { type: "thinking", thinking: "" };
      else if (step.type === "toolcall_start") content[step.contentIndex] = { argsText: "" };
      else if (step.type === "text_delta") block.text += step.delta;
      else if (step.type === "thinking_delta") block.thinking += step.delta;
      else if (step.type === "toolcall_delta") block.argsText += step.delta;
      else if (step.type === "toolcall_end") content[step.contentIndex] = step.toolCall;
    }
    if (event.type === "message_end" && event.message.role === "assistant") finished.push(content);
  }
  return finished;
}

/** A client that has read what was stored by `from` and then listens. */
function attach(session: ScriptedSession, from: { events: number; entries: number }): Transcript {
  const transcript = transcriptFromEntries(session.entries.slice(0, from.entries));
  return fold(session.events.slice(from.events), transcript);
}

/** What a client does after `agent_settled` to learn the ids of entries (rpc.md §6.3). */
function sync(transcript: Transcript, session: ScriptedSession): Transcript {
  for (const entry of session.entries) applyEntry(transcript, entry);
  return transcript;
}

const start = { events: 0, entries: 2 };

describe("transcript", () => {
  const session = playSession();
  const stored = transcriptView(transcriptFromEntries(session.entries));

  it("is the same from live events and from stored entries", () => {
    const live = transcriptView(sync(attach(session, start), session));
    assert.deepEqual(live, stored);
    assert.ok(live.items.length > 20);
  });

  it("differs before the first sync in nothing but the ids of entries that no event tells", () => {
    const live = transcriptView(attach(session, start));
    const differing = live.items.filter((item, index) => item.id !== stored.items[index]?.id);
    assert.deepEqual(
      differing.map((item) => item.kind),
      ["thinkingChange"],
    );
    const withoutIds = (view: typeof live): unknown[] =>
      view.items.map((item) => ({ ...item, id: undefined, entryId: undefined }));
    assert.deepEqual(withoutIds(live), withoutIds(stored));
    assert.deepEqual(live.usage, stored.usage);
  });

  it("is the same wherever between two activities the client came in", () => {
    assert.equal(session.settled.length, 4);
    for (const from of session.settled) {
      assert.deepEqual(transcriptView(sync(attach(session, from), session)), stored);
    }
  });

  it("rpc.md §6.3: learns entry ids from get_entries when the events lack them", () => {
    const base = playSession({ namesEntries: false });
    const transcript = attach(base, start);
    assert.equal(topItems(transcript)[0]?.entryId, undefined);
    assert.deepEqual(transcriptView(sync(transcript, base)), stored);
  });

  it("does not change when entries are folded twice", () => {
    const transcript = transcriptFromEntries(session.entries);
    takeChanges(transcript);
    sync(transcript, session);
    assert.deepEqual(takeChanges(transcript), { items: new Set(), order: false, status: false });
    assert.deepEqual(transcriptView(transcript), stored);
  });

  it("never throws, whatever part of a stream arrives", () => {
    const noise = [{ type: "future_event", more: 1 }, { type: "toString" }, { type: "__proto__" }];
    const anyEvents = fc.array(fc.constantFrom<{ type: string }>(...session.events, ...noise));
    const prefix = fc.nat(session.events.length).map((end) => session.events.slice(0, end));
    fc.assert(
      fc.property(prefix, anyEvents, fc.nat(session.entries.length), (known, events, end) => {
        const transcript = fold(events, fold(known));
        for (const entry of session.entries.slice(0, end)) applyEntry(transcript, entry);
        const view = transcriptView(transcript);
        for (const id of transcript.order) assert.ok(transcript.items.has(id));
        assert.equal(new Set(transcript.order).size, transcript.order.length);
        assert.equal(new Set(view.items.map((item) => item.id)).size, view.items.length);
      }),
    );
  });

  it("reports as changed exactly the items that an event changed", () => {
    const transcript = createTranscript();
    for (const event of session.events) {
      const before = new Map([...transcript.items].map(([id, item]) => [id, JSON.stringify(item)]));
      takeChanges(transcript);
      applyEvent(transcript, event);
      const { items } = takeChanges(transcript);
      for (const [id, item] of transcript.items) {
        if (JSON.stringify(item) !== before.get(id)) assert.ok(items.has(id), `${event.type} changed ${id}`);
      }
      for (const id of before.keys()) {
        if (!transcript.items.has(id)) assert.ok(items.has(id), `${event.type} removed ${id}`);
      }
    }
  });
});

describe("assistant items", () => {
  const base = { role: "assistant", api: "a", provider: "fake", model: "m1", timestamp: 5 } as const;
  const pending = { ...base, content: [], usage: usageOf(0), stopReason: "pending" as const };
  const begin: RpcEvent = { type: "message_start", message: pending };
  const step = (
    assistantMessageEvent: Extract<RpcEvent, { type: "message_update" }>["assistantMessageEvent"],
  ): RpcEvent => ({ type: "message_update", usage: usageOf(1), assistantMessageEvent });
  const end = (content: AssistantMessageContent): RpcEvent => ({
    type: "message_end",
    message: { ...base, content, usage: usageOf(3), stopReason: "stop" },
  });
  type AssistantMessageContent = Extract<
    Extract<RpcEvent, { type: "message_end" }>["message"],
    { role: "assistant" }
  >["content"];

  it("rpc.md 14: the reconstruction from updates is the final content", () => {
    const session = playSession();
    const finals = session.events.flatMap((event) =>
      event.type === "message_end" && event.message.role === "assistant" ? [event.message.content] : [],
    );
    const withoutFlags = JSON.parse(JSON.stringify(finals).replaceAll(',"redacted":true', "")) as unknown;
    assert.deepEqual(reconstruct(session.events), withoutFlags);

    const transcript = createTranscript();
    for (const event of session.events) {
      if (event.type === "message_end" && event.message.role === "assistant") {
        const texts = lastAssistant(transcript).blocks.map((block) =>
          block.kind === "toolCall" ? "" : block.text,
        );
        const expected = event.message.content.map((block) =>
          block.type === "text" ? block.text : block.type === "thinking" ? block.thinking : "",
        );
        assert.deepEqual(texts, expected);
      }
      applyEvent(transcript, event);
    }
  });

  it("stream text, thinking and usage block by block, also interleaved", () => {
    const transcript = fold([
      begin,
      step({ type: "thinking_start", contentIndex: 0 }),
      step({ type: "text_start", contentIndex: 1 }),
      step({ type: "thinking_delta", contentIndex: 0, delta: "H" }),
      step({ type: "text_delta", contentIndex: 1, delta: "A" }),
      step({ type: "thinking_delta", contentIndex: 0, delta: "m" }),
    ]);
    const item = lastAssistant(transcript);
    assert.deepEqual(item.blocks, [
      { kind: "thinking", text: "Hm", redacted: false },
      { kind: "text", text: "A" },
    ]);
    assert.equal(item.stopReason, "pending");
    assert.deepEqual(item.usage, usageOf(1));
    applyEvent(transcript, step({ type: "thinking_end", contentIndex: 0, content: "Hmm." }));
    assert.deepEqual(item.blocks[0], { kind: "thinking", text: "Hmm.", redacted: false });
  });

  it("take their content and marks from the message's end", () => {
    const message = {
      ...base,
      content: [{ type: "text" as const, text: "par" }],
      usage: usageOf(2),
      durationMs: 9,
    };
    const transcript = fold([
      begin,
      step({ type: "text_delta", contentIndex: 0, delta: "something else" }),
      {
        type: "message_end",
        entryId: "e1",
        message: { ...message, thinkingLevel: "low", stopReason: "error", errorMessage: "529 Overloaded" },
      },
    ]);
    const { id, version, ...item } = lastAssistant(transcript);
    assert.equal(id, "live:1");
    assert.ok(version > 1);
    assert.deepEqual(item, {
      kind: "assistant",
      blocks: [{ kind: "text", text: "par" }],
      provider: "fake",
      model: "m1",
      thinkingLevel: "low",
      usage: usageOf(2),
      stopReason: "error",
      errorMessage: "529 Overloaded",
      timestamp: 5,
      durationMs: 9,
      entryId: "e1",
    });
  });

  it("ignore updates until the next message_start when the client came late", () => {
    const late = [step({ type: "text_delta", contentIndex: 0, delta: "lost" })];
    const transcript = fold([...late, end([{ type: "text", text: "Hi" }]), ...late]);
    assert.deepEqual(lastAssistant(transcript).blocks, [{ kind: "text", text: "Hi" }]);
    assert.equal(transcript.order.length, 1);
    fold([begin, step({ type: "text_delta", contentIndex: 0, delta: "x" })], transcript);
    assert.deepEqual(lastAssistant(transcript).blocks, [{ kind: "text", text: "x" }]);
  });

  it("survive gaps and senseless content indexes", () => {
    const transcript = fold([
      begin,
      step({ type: "text_delta", contentIndex: 2, delta: "c" }),
      ...[-1, 0.5, Number.NaN, 1e9].map((contentIndex) =>
        step({ type: "text_delta", contentIndex, delta: "x" }),
      ),
    ]);
    const texts = lastAssistant(transcript).blocks.map((block) => block.kind === "text" && block.text);
    assert.deepEqual(texts, ["", "", "c"]);
  });

  it("skip content blocks of kinds that are not known", () => {
    const future = { type: "hologram" } as unknown as AssistantMessageContent[number];
    const transcript = fold([end([future, { type: "text", text: "Hi" }])]);
    assert.deepEqual(lastAssistant(transcript).blocks, [{ kind: "text", text: "Hi" }]);
  });

  it("keep argsText while a call streams and its arguments afterwards", () => {
    const transcript = fold([
      begin,
      step({ type: "toolcall_start", contentIndex: 0, id: "c1", toolName: "read" }),
      step({ type: "toolcall_delta", contentIndex: 0, delta: '{"pa' }),
      step({ type: "toolcall_delta", contentIndex: 0, delta: 'th":"a"}' }),
    ]);
    const card = tool(transcript, "tool:c1");
    assert.equal(card.argsText, '{"path":"a"}');
    assert.equal(card.state, "streaming");
    const toolCall = { type: "toolCall" as const, id: "c1", name: "read", arguments: { path: "a" } };
    applyEvent(transcript, step({ type: "toolcall_end", contentIndex: 0, toolCall }));
    assert.deepEqual([card.argsText, card.state, card.args], [undefined, "called", { path: "a" }]);
    applyEvent(transcript, step({ type: "toolcall_delta", contentIndex: 0, delta: "late" }));
    assert.equal(card.argsText, undefined);
  });

  it("forget a call that the final message does not make", () => {
    const transcript = fold([
      begin,
      step({ type: "toolcall_start", contentIndex: 0, id: "c1", toolName: "read" }),
    ]);
    takeChanges(transcript);
    applyEvent(transcript, end([]));
    assert.equal(transcript.items.has("tool:c1"), false);
    assert.ok(takeChanges(transcript).items.has("tool:c1"));
  });

  it("follow a call whose id is known only at its end", () => {
    const toolCall = { type: "toolCall" as const, id: "c1", name: "read", arguments: {} };
    const transcript = fold([
      begin,
      step({ type: "toolcall_start", contentIndex: 0, id: "", toolName: "read" }),
      step({ type: "toolcall_end", contentIndex: 0, toolCall }),
      end([toolCall]),
    ]);
    assert.deepEqual([...transcript.items.keys()], ["live:1", "tool:c1"]);
    assert.deepEqual(lastAssistant(transcript).blocks, [{ kind: "toolCall", itemId: "tool:c1" }]);
  });

  it("cost as much per delta at the end of a long response as at its start", () => {
    const timeOf = (count: number): number => {
      const transcript = fold([begin, step({ type: "text_start", contentIndex: 0 })]);
      const delta = step({ type: "text_delta", contentIndex: 0, delta: "some words " });
      const started = process.hrtime.bigint();
      for (let i = 0; i < count; i++) applyEvent(transcript, delta);
      const nanoseconds = Number(process.hrtime.bigint() - started);
      const [block] = lastAssistant(transcript).blocks;
      assert.equal(block?.kind === "text" && block.text.length, count * "some words ".length);
      return nanoseconds;
    };
    timeOf(5_000);
    const short = Math.min(timeOf(10_000), timeOf(10_000), timeOf(10_000));
    // Quadratic cost would make it 400 times as long; the slack is for a busy machine.
    assert.ok(timeOf(200_000) < short * 130);
  });
});

describe("tool cards", () => {
  const call = (toolCallId: string, parentToolCallId?: string): RpcEvent => ({
    type: "tool_execution_start",
    toolCallId,
    toolName: "read",
    args: { n: 1 },
    ...(parentToolCallId !== undefined && { parentToolCallId }),
  });
  const content = [{ type: "text" as const, text: "ok" }];

  it("show the last partial result and drop it at the end", () => {
    const transcript = fold([call("c1")]);
    const update = (text: string): RpcEvent => ({
      type: "tool_execution_update",
      toolCallId: "c1",
      toolName: "read",
      args: { n: 1 },
      partialResult: { content: [{ type: "text", text }] },
    });
    fold([update("1"), update("2")], transcript);
    const card = tool(transcript, "tool:c1");
    assert.deepEqual(
      [card.state, card.live?.partial],
      ["running", { content: [{ type: "text", text: "2" }] }],
    );
    const result = { content, structuredContent: { a: 1 } };
    fold(
      [{ type: "tool_execution_end", toolCallId: "c1", toolName: "read", result, isError: false }],
      transcript,
    );
    assert.deepEqual([card.state, card.live], ["done", { structuredContent: { a: 1 } }]);
    assert.deepEqual(card.content, content);
    assert.equal(card.durationMs, undefined);
  });

  it("rpc.md 17: an unknown tool ends as an error without a duration", () => {
    const result = { content: [{ type: "text" as const, text: "Tool nope not found" }], details: {} };
    const transcript = fold([
      call("c1"),
      { type: "tool_execution_end", toolCallId: "c1", toolName: "nope", result, isError: true },
    ]);
    const card = tool(transcript, "tool:c1");
    assert.deepEqual([card.isError, card.content, "durationMs" in card], [true, result.content, false]);
  });

  it("stand at the top level until the message that makes the call is known", () => {
    const transcript = fold([call("c1")]);
    assert.deepEqual(kinds(transcript), ["tool"]);
    const toolCall = { type: "toolCall" as const, id: "c1", name: "read", arguments: { n: 1 } };
    const session = new ScriptedSession();
    session.assistant([toolCall]);
    applyEntry(transcript, session.entries[0]!);
    assert.deepEqual(kinds(transcript), ["assistant"]);
    assert.equal(tool(transcript, "tool:c1").state, "running");
    assert.ok(takeChanges(transcript).order);
  });

  it("hold the calls of other tools, whose ids may repeat under another parent", () => {
    const run = [call("p"), call("p/1", "p"), call("p/2", "p")];
    const session = new ScriptedSession();
    const toolCall = { type: "toolCall" as const, id: "p", name: "code", arguments: {} };
    const transcript = createTranscript();
    for (let round = 1; round <= 2; round++) {
      session.assistant([toolCall]);
      fold(session.events.splice(0), transcript);
      fold(run, transcript);
    }
    assert.deepEqual(tool(transcript, "tool:p").children, ["tool:p/1", "tool:p/2"]);
    assert.deepEqual(tool(transcript, "tool:p#2").children, ["tool:p/1#2", "tool:p/2#2"]);
    assert.deepEqual(kinds(transcript), ["assistant", "assistant"]);
  });

  it("keep what a nested call returned as live knowledge only", () => {
    const session = playSession();
    const child = tool(fold(session.events), "tool:code_1/1");
    assert.deepEqual(child.live, {
      result: { content: [{ type: "text", text: "a.ts" }], details: { count: 1 } },
    });
    assert.deepEqual(child.content, []);
    const unfinished = tool(transcriptFromEntries(session.entries), "tool:code_1/2");
    assert.deepEqual(
      [unfinished.state, unfinished.argumentsBytes, unfinished.args, unfinished.parentToolCallId],
      ["unfinished", 9000, undefined, "code_1"],
    );
  });
});

describe("status", () => {
  const retry = { attempt: 1, maxAttempts: 3, delayMs: 10, errorMessage: "529" };

  it("runs from agent_start to agent_settled", () => {
    const transcript = fold([
      { type: "agent_start" },
      { type: "agent_end", messages: [], willRetry: false } as RpcEvent,
    ]);
    assert.equal(transcript.status.isRunning, true);
    applyEvent(transcript, { type: "agent_settled", aborted: true } as RpcEvent);
    assert.deepEqual(transcript.status, { isRunning: false, wasAborted: true, steering: [], followUp: [] });
    applyEvent(transcript, { type: "agent_start" });
    assert.equal(transcript.status.wasAborted, false);
  });

  it("rpc.md 33: tells the delay of a retry from its attempt", () => {
    const transcript = fold([{ type: "auto_retry_start", ...retry } as RpcEvent]);
    assert.deepEqual(transcript.status.retry, { ...retry, isWaiting: true });
    applyEvent(transcript, { type: "agent_start" });
    assert.deepEqual(transcript.status.retry, { ...retry, isWaiting: false });
    applyEvent(transcript, { type: "auto_retry_end", success: true, attempt: 1 } as RpcEvent);
    assert.equal("retry" in transcript.status, false);
  });

  it("follows retries of a summary", () => {
    const transcript = fold([
      { type: "summarization_retry_attempt_start", source: "compaction", reason: "manual" } as RpcEvent,
      { type: "summarization_retry_scheduled", ...retry } as RpcEvent,
    ]);
    assert.deepEqual(transcript.status.summaryRetry, { ...retry, isWaiting: true });
    applyEvent(transcript, {
      type: "summarization_retry_attempt_start",
      source: "branchSummary",
    } as RpcEvent);
    assert.deepEqual(transcript.status.summaryRetry, { ...retry, isWaiting: false });
    applyEvent(transcript, { type: "summarization_retry_finished" });
    assert.equal("summaryRetry" in transcript.status, false);
  });

  it("rpc.md 27: holds the whole queues", () => {
    const transcript = fold([{ type: "queue_update", steering: ["a"], followUp: ["b", ""] } as RpcEvent]);
    assert.deepEqual([transcript.status.steering, transcript.status.followUp], [["a"], ["b", ""]]);
  });

  it("rpc.md 37: a failed compaction leaves a notice, a cancelled one nothing", () => {
    const endOf = (fields: object): RpcEvent =>
      ({ type: "compaction_end", reason: "manual", willRetry: false, aborted: false, ...fields }) as RpcEvent;
    const transcript = fold([{ type: "compaction_start", reason: "manual" } as RpcEvent]);
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
      { type: "model_changed", model, thinkingLevel: "high" } as { type: string },
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
      [
        ...session.events,
        { type: "model_changed", model: { ...model, id: "m3" }, thinkingLevel: "high" } as { type: string },
      ],
      transcript,
    );
    assert.deepEqual(kinds(transcript), ["user", "modelChange"]);
  });
});

describe("direct shell commands", () => {
  const result = { output: "a\n", exitCode: 3, cancelled: false, truncated: false };

  it("rpc.md 42: show their output as it comes and then their result", () => {
    const transcript = createTranscript();
    applyBashCommand(transcript, { id: "b", command: "printf 'a\n'", excludeFromContext: true });
    const output = (delta: string): RpcEvent => ({ type: "bash_execution_update", id: "b", delta });
    fold([output("a"), output("\n"), { ...output("x"), id: "other" } as RpcEvent], transcript);
    const [item] = topItems(transcript);
    assert.ok(item?.kind === "bash");
    assert.deepEqual([item.output, item.isRunning], ["a\n", true]);
    applyBashResult(transcript, "b", {
      ...result,
      output: "tail",
      fullOutputPath: "/tmp/x",
      truncated: true,
    });
    fold([output("late")], transcript);
    const { version: _version, ...rest } = item;
    assert.deepEqual(rest, {
      kind: "bash",
      id: "live:1",
      command: "printf 'a\n'",
      output: "tail",
      isRunning: false,
      exitCode: 3,
      cancelled: false,
      truncated: true,
      fullOutputPath: "/tmp/x",
      excludeFromContext: true,
    });
  });

  it("are found again in the stored session", () => {
    const session = new ScriptedSession();
    const transcript = createTranscript();
    applyBashCommand(transcript, { id: undefined, command: "ls" });
    applyBashResult(transcript, undefined, result);
    session.message({ role: "bashExecution", command: "ls", ...result, timestamp: 1 });
    sync(transcript, session);
    assert.deepEqual(
      topItems(transcript).map((item) => item?.entryId),
      ["e0000001"],
    );
    const [stored] = transcriptView(transcriptFromEntries(session.entries)).items;
    assert.deepEqual(stored?.kind, "bash");
  });

  it("disappear when they were not executed", () => {
    const transcript = createTranscript();
    applyBashCommand(transcript, { id: "b", command: "ls" });
    applyBashResult(transcript, "b", undefined);
    applyBashResult(transcript, "never", result);
    assert.deepEqual([transcript.order, transcript.items.size], [[], 0]);
  });
});

describe("stored entries", () => {
  it("rpc.md 51: give the branch of a leaf, with labels and names of every branch", () => {
    const session = new ScriptedSession();
    const u1 = session.user("u1");
    const a1 = session.store({ type: "custom", customType: "a1" }).id;
    session.user("u2");
    session.store<"label">({ type: "label", targetId: u1, label: "start" });
    session.store<"session_info">({ type: "session_info", name: "Name" });
    session.leafId = a1;
    const u3 = session.user("u3");
    const transcript = transcriptFromEntries(session.entries, { leafId: u3 });
    const texts = topItems(transcript).map((item) =>
      item?.kind === "user"
        ? item.content.map((block) => block.type === "text" && block.text).join()
        : item?.kind,
    );
    assert.deepEqual(texts, ["u1", "record", "u3"]);
    assert.equal(topItems(transcript)[0]?.label, "start");
    assert.equal(transcript.sessionName, "Name");
    assert.deepEqual(
      entriesOfBranch(session.entries, null).map(({ type }) => type),
      ["label", "session_info"],
    );
    assert.deepEqual(kinds(transcriptFromEntries(session.entries, { leafId: "missing" })), []);
  });

  it("show old plain strings as text blocks", () => {
    const session = new ScriptedSession();
    session.message({ role: "user", content: "Hello", timestamp: 1 });
    const [item] = topItems(transcriptFromEntries(session.entries));
    assert.deepEqual(item?.kind === "user" && item.content, [{ type: "text", text: "Hello" }]);
  });

  it("clear labels and names again", () => {
    const session = new ScriptedSession();
    const targetId = session.user("u1");
    session.store<"label">({ type: "label", targetId, label: "start" });
    session.store<"session_info">({ type: "session_info", name: "Name" });
    session.store<"label">({ type: "label", targetId });
    session.store<"session_info">({ type: "session_info" });
    const transcript = transcriptFromEntries(session.entries);
    assert.equal("label" in topItems(transcript)[0]!, false);
    assert.equal("sessionName" in transcript, false);
  });

  it("keep what an edited or omitted message said and mark it", () => {
    const session = new ScriptedSession();
    const targetId = session.user("u1");
    const transcript = transcriptFromEntries(session.entries);
    applyEntry(
      transcript,
      session.store<"context_edit">({ type: "context_edit", targetId, replacement: null }),
    );
    assert.equal(topItems(transcript)[0]?.contextEdit, "omitted");
    applyEntry(
      transcript,
      session.store<"context_edit">({ type: "context_edit", targetId, replacement: "x" }),
    );
    assert.equal(topItems(transcript)[0]?.contextEdit, "replaced");
  });

  it("hide system messages, hidden custom messages, router state and what they do not know", () => {
    const session = new ScriptedSession();
    session.message({ role: "system", content: "x", timestamp: 1 });
    session.message({ role: "custom", customType: "c", content: "x", display: false, timestamp: 1 });
    session.message({ role: "their:role", timestamp: 1 } as unknown as Parameters<typeof session.message>[0]);
    session.store<"custom">({ type: "custom", customType: "relay.virtual-model-state", data: {} });
    session.store({ type: "future_entry" } as unknown as { type: "custom"; customType: string });
    assert.deepEqual(kinds(transcriptFromEntries(session.entries)), []);
    assert.deepEqual(kinds(fold(session.events)), []);
  });

  it("count usage of responses, tools, summaries and usage entries once", () => {
    const session = new ScriptedSession();
    session.assistant([]);
    session.toolResult("c1", "read", "x");
    const usage = usageOf(10);
    session.store<"usage">({ type: "usage", kind: "cache_warm", provider: "p", model: "m", usage });
    session.store<"branch_summary">({ type: "branch_summary", fromId: null, summary: "s", usage });
    session.store<"compaction">({
      type: "compaction",
      firstKeptEntryId: "x",
      tokensBefore: 1,
      summary: "s",
      usage,
    });
    const transcript = transcriptFromEntries(session.entries);
    const expected = {
      input: 32,
      output: 64,
      cacheRead: 5,
      cacheWrite: 0,
      totalTokens: 101,
      cost: 32 / 1024,
    };
    assert.deepEqual(transcript.usage, expected);
    assert.deepEqual(sync(transcript, session).usage, expected);
    assert.deepEqual(kinds(transcript), ["assistant", "tool", "branchSummary", "compaction"]);
  });

  it("show summaries that come as messages", () => {
    const session = new ScriptedSession();
    session.message({ role: "branchSummary", summary: "b", fromId: "x", timestamp: 1 });
    session.message({ role: "compactionSummary", summary: "c", tokensBefore: 5, timestamp: 1 });
    assert.deepEqual(kinds(transcriptFromEntries(session.entries)), ["branchSummary", "compaction"]);
  });

  it("are told once when both an event and a result name them", () => {
    const session = new ScriptedSession();
    session.append<"compaction">({
      type: "compaction",
      firstKeptEntryId: "x",
      tokensBefore: 1,
      summary: "s",
    });
    const result = { summary: "s", firstKeptEntryId: "x", tokensBefore: 1, entryId: session.leafId! };
    session.emit({ type: "compaction_end", reason: "threshold", result, aborted: false, willRetry: false });
    assert.deepEqual(kinds(fold(session.events)), ["compaction"]);
  });

  it("fold a session of 20,000 entries in linear time", () => {
    const session = new ScriptedSession();
    for (let i = 0; i < 5_000; i++) {
      session.user(`u${i}`);
      session.assistant([{ type: "toolCall", id: "call_1", name: "read", arguments: {} }]);
      session.toolResult("call_1", "read", "x");
      session.store<"custom">({ type: "custom", customType: "c" });
    }
    const timeOf = (count: number): number => {
      const entries = session.entries.slice(0, count);
      const started = process.hrtime.bigint();
      transcriptFromEntries(entries);
      return Number(process.hrtime.bigint() - started);
    };
    timeOf(2_000);
    const short = Math.min(timeOf(1_000), timeOf(1_000), timeOf(1_000));
    // Quadratic cost would make it 400 times as long; the slack is for a busy machine.
    assert.ok(timeOf(20_000) < short * 130);
  });
});
