import assert from "node:assert/strict";
import { isLinear } from "../../fixtures/cpuTime.ts";
import { playSession, usageOf } from "../../fixtures/scriptedRun.ts";
import { fold, lastAssistant, tool } from "../../fixtures/transcripts.ts";
import { applyEvent } from "./applyEvent.ts";
import { createTranscript, takeChanges } from "./state.ts";
import type { RpcEvent } from "../events.ts";

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
    const delta = step({ type: "text_delta", contentIndex: 0, delta: "some words " });
    const stream = (count: number): void => {
      const transcript = fold([begin, step({ type: "text_start", contentIndex: 0 })]);
      for (let i = 0; i < count; i++) applyEvent(transcript, delta);
      const [block] = lastAssistant(transcript).blocks;
      assert.equal(block?.kind === "text" && block.text.length, count * "some words ".length);
    };
    assert.ok(isLinear(20_000, stream));
  });
});
