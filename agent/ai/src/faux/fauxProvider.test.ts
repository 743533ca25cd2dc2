import assert from "node:assert/strict";
import type { DeferredHandle, UserMessage } from "@relay-harness/protocol";
import type { AssistantMessageEvent, AssistantMessageStream, Context } from "../types.ts";
import { fauxAssistantMessage, fauxText, fauxThinking, fauxToolCall } from "./fauxMessage.ts";
import { fauxProvider } from "./fauxProvider.ts";

function asked(text: string): Context {
  const message: UserMessage = { role: "user", content: text, timestamp: 0 };
  return { messages: [message] };
}

/** Events in order, each reduced to its type and what it carries besides messages. */
async function collect(stream: AssistantMessageStream): Promise<AssistantMessageEvent[]> {
  const events: AssistantMessageEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

describe("fauxProvider", () => {
  it("has one reasoning model with the documented defaults", () => {
    const faux = fauxProvider();
    assert.deepEqual(faux.getModel(), {
      id: "faux-1",
      name: "faux-1",
      api: "faux",
      provider: "faux",
      baseUrl: "",
      reasoning: true,
      input: ["text", "image"],
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      contextWindow: 128_000,
      maxTokens: 16_384,
    });
    assert.deepEqual(faux.provider.getModels(), faux.models);
    assert.throws(() => faux.getModel("other"), /other/);
  });

  it("models.md 67: answers an empty queue with an error message", async () => {
    const faux = fauxProvider();
    const message = await faux.provider.stream(faux.getModel(), asked("hi")).result();
    assert.equal(message.stopReason, "error");
    assert.equal(message.errorMessage, "No more faux responses queued");
    assert.equal(faux.state.callCount, 1);
  });

  it("streams thinking, text and a tool call in pieces that add up", async () => {
    const faux = fauxProvider({ tokenSize: { min: 1, max: 2 } });
    const args = { path: "a.txt", edits: [{ oldText: "x\ny", newText: "😀".repeat(9) }] };
    faux.setResponses([
      fauxAssistantMessage([
        fauxThinking("let me think"),
        fauxText("on it"),
        fauxToolCall("edit", args, { id: "c1" }),
      ]),
    ]);
    const events = await collect(faux.provider.stream(faux.getModel(), asked("go")));
    const joined = new Map<number, string>();
    const order: string[] = [];
    for (const event of events) {
      if ("delta" in event)
        joined.set(event.contentIndex, (joined.get(event.contentIndex) ?? "") + event.delta);
      else order.push(event.type);
    }
    assert.deepEqual(order, [
      "start",
      ...["thinking_start", "thinking_end", "text_start", "text_end", "toolcall_start", "toolcall_end"],
      "done",
    ]);
    assert.deepEqual([...joined.values()], ["let me think", "on it", JSON.stringify(args)]);
    const last = events.at(-1);
    assert.ok(last?.type === "done");
    assert.equal(last.reason, "toolUse");
    assert.deepEqual(last.message.content[2], { type: "toolCall", id: "c1", name: "edit", arguments: args });
    assert.equal(typeof last.message.durationMs, "number");
  });

  it("shows partial arguments while a call streams", async () => {
    const faux = fauxProvider({ tokenSize: { min: 1, max: 1 } });
    faux.setResponses([fauxAssistantMessage(fauxToolCall("read", { path: "docs/long-name.md" }))]);
    const shown: unknown[] = [];
    for await (const event of faux.provider.stream(faux.getModel(), asked("go"))) {
      if (event.type !== "toolcall_delta") continue;
      const block = event.partial.content[0];
      if (block?.type === "toolCall") shown.push(block.arguments.path);
      assert.equal(event.partial.stopReason === "pending" || event.partial.stopReason === "toolUse", true);
    }
    assert.equal(shown.at(-1), "docs/long-name.md");
  });

  it("consumes steps in request order and lets functions see the request", async () => {
    const faux = fauxProvider({ models: [{ id: "a" }, { id: "b" }] });
    faux.setResponses([fauxAssistantMessage("first")]);
    faux.appendResponses([
      (context, options, state, model) =>
        fauxAssistantMessage(
          `${model.id} ${options.sessionId} ${state.callCount} ${context.messages.length}`,
        ),
      () => {
        throw new Error("scripted failure");
      },
    ]);
    assert.equal(faux.getPendingResponseCount(), 3);
    const ask = (): Promise<unknown> =>
      faux.provider
        .stream(faux.getModel("b"), asked("hi"), { sessionId: "s" })
        .result()
        .then((message) => message.errorMessage ?? message.content);
    assert.deepEqual(await ask(), [fauxText("first")]);
    assert.deepEqual(await ask(), [fauxText("b s 2 1")]);
    assert.equal(await ask(), "scripted failure");
    assert.equal(faux.getPendingResponseCount(), 0);
  });

  it("estimates usage and plays a prompt cache per session", async () => {
    const faux = fauxProvider({
      models: [{ id: "m", cost: { input: 1, output: 2, cacheRead: 0.5, cacheWrite: 4 } }],
    });
    const usageOf = async (text: string, sessionId?: string): Promise<number[]> => {
      faux.setResponses([fauxAssistantMessage("ok")]);
      const { usage } = await faux.provider.stream(faux.getModel(), asked(text), { sessionId }).result();
      assert.equal(usage.totalTokens, usage.input + usage.output + usage.cacheRead + usage.cacheWrite);
      assert.ok(usage.cost.total > 0);
      return [usage.input, usage.cacheRead, usage.cacheWrite];
    };
    const [input = 0] = await usageOf("x".repeat(400));
    assert.ok(input > 100 && input < 140, `${input}`);
    assert.deepEqual(await usageOf("x".repeat(400), "s"), [0, 0, input]);
    const [, read = 0, written = 0] = await usageOf("x".repeat(400) + "y".repeat(40), "s");
    assert.ok(read >= 100 && written >= 10 && written < 30, `${read} ${written}`);
  });

  it("keeps token counts that the script states", async () => {
    const faux = fauxProvider();
    const message = fauxAssistantMessage("ok");
    message.usage = { ...message.usage, input: 900, output: 7, totalTokens: 907 };
    faux.setResponses([message]);
    const { usage } = await faux.provider.stream(faux.getModel(), asked("hi")).result();
    assert.deepEqual([usage.input, usage.output, usage.totalTokens], [900, 7, 907]);
  });

  it("ends scripted errors with their text after the content", async () => {
    const faux = fauxProvider();
    faux.setResponses([fauxAssistantMessage("partly", { errorMessage: "529: Overloaded" })]);
    const events = await collect(faux.provider.stream(faux.getModel(), asked("hi")));
    const last = events.at(-1);
    assert.ok(last?.type === "error");
    assert.equal(last.reason, "error");
    assert.equal(last.error.errorMessage, "529: Overloaded");
    assert.deepEqual(last.error.content, [fauxText("partly")]);
  });

  it("sends only an aborted error when the request is aborted before it starts", async () => {
    const faux = fauxProvider();
    faux.setResponses([fauxAssistantMessage("never")]);
    const events = await collect(
      faux.provider.stream(faux.getModel(), asked("hi"), { signal: AbortSignal.abort() }),
    );
    assert.deepEqual(
      events.map((event) => event.type),
      ["error"],
    );
    assert.ok(events[0]?.type === "error");
    assert.equal(events[0].error.errorMessage, "Request was aborted");
  });

  it("keeps the text so far and ends its block when aborted", async () => {
    const faux = fauxProvider({ tokenSize: { min: 1, max: 1 } });
    faux.setResponses([fauxAssistantMessage("abcd".repeat(200))]);
    const abort = new AbortController();
    const types: string[] = [];
    const stream = faux.provider.stream(faux.getModel(), asked("hi"), { signal: abort.signal });
    for await (const event of stream) {
      types.push(event.type);
      if (event.type === "text_delta") abort.abort();
    }
    const message = await stream.result();
    assert.equal(message.stopReason, "aborted");
    const [block] = message.content;
    assert.ok(
      block?.type === "text" && block.text.length >= 4 && block.text.length < 800,
      JSON.stringify(block),
    );
    assert.deepEqual(types.slice(-2), ["text_end", "error"]);
  });

  it("leaves an open tool call open when aborted", async () => {
    const faux = fauxProvider({ tokenSize: { min: 1, max: 1 } });
    faux.setResponses([fauxAssistantMessage(fauxToolCall("write", { path: "a", content: "x".repeat(90) }))]);
    const abort = new AbortController();
    const types: string[] = [];
    for await (const event of faux.provider.stream(faux.getModel(), asked("hi"), { signal: abort.signal })) {
      types.push(event.type);
      if (event.type === "toolcall_delta") abort.abort();
    }
    assert.equal(types.includes("toolcall_end"), false);
    assert.equal(types.at(-1), "error");
  });

  it("ends a paced wait at once when aborted", async () => {
    const faux = fauxProvider({ tokensPerSecond: 0.001 });
    faux.setResponses([fauxAssistantMessage("slow answer")]);
    const abort = new AbortController();
    const stream = faux.provider.stream(faux.getModel(), asked("hi"), { signal: abort.signal });
    for await (const event of stream) if (event.type === "text_start") abort.abort();
    assert.equal((await stream.result()).stopReason, "aborted");
  });

  it("defers a response, stays pending for the given fetches and then delivers it", async () => {
    const faux = fauxProvider({ deferred: { pendingFetches: 1, pollAfterMs: 50 } });
    faux.setResponses([fauxAssistantMessage("later"), fauxAssistantMessage("never")]);
    const model = faux.getModel();
    const ask = async (): Promise<DeferredHandle> => {
      const message = await faux.provider.stream(model, asked("hi"), { deferred: true }).result();
      assert.equal(message.stopReason, "deferred");
      assert.ok(message.deferred);
      return message.deferred;
    };
    const handle = await ask();
    assert.deepEqual(handle, {
      provider: "faux",
      modelId: "faux-1",
      api: "faux",
      id: handle.id,
      pollAfterMs: 50,
    });
    const pending = await faux.provider.fetchDeferred(model, handle).result();
    assert.deepEqual(
      [pending.stopReason, pending.deferred, pending.usage.totalTokens],
      ["deferred", handle, 0],
    );
    const ready = await faux.provider.fetchDeferred(model, handle).result();
    assert.deepEqual([ready.stopReason, ready.content], ["stop", [fauxText("later")]]);
    assert.ok(ready.usage.totalTokens > 0);

    const second = await ask();
    await faux.provider.cancelDeferred(model, second);
    const cancelled = await faux.provider.fetchDeferred(model, second).result();
    assert.equal(cancelled.errorMessage, `Unknown deferred response: ${second.id}`);
    assert.equal(faux.state.deferredFetchCount, 3);
    assert.deepEqual(faux.state.cancelledDeferred, [second.id]);
  });
});
