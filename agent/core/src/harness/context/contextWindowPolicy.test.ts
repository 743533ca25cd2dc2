import assert from "node:assert/strict";
import type { AgentMessage, ToolCall, UserContent } from "@relay-harness/protocol";
import { emptyUsage, textOf } from "@relay-harness/protocol";
import { ContextWindowPolicy, type ContextWindowOptions } from "./contextWindowPolicy.ts";

type Call = { name?: string; args?: ToolCall["arguments"]; content?: UserContent[]; isError?: boolean };

let clock = 0;

function assistant(content: ToolCall[]): AgentMessage {
  const model = { api: "faux", provider: "faux", model: "faux" };
  return {
    role: "assistant",
    content,
    ...model,
    usage: emptyUsage(),
    stopReason: "stop",
    timestamp: ++clock,
  };
}

/** One answer with these calls, and their results. */
function batch(...calls: Call[]): AgentMessage[] {
  const blocks = calls.map(({ name = "read", args }): ToolCall => {
    const id = `call${++clock}`;
    return { type: "toolCall", id, name, arguments: args ?? { path: `${id}.ts` } };
  });
  const results = blocks.map((block, index): AgentMessage => {
    const { content = [text(2000)], isError = false } = calls[index] ?? {};
    const { id: toolCallId, name: toolName } = block;
    return { role: "toolResult", toolCallId, toolName, content, isError, timestamp: ++clock };
  });
  return [assistant(blocks), ...results];
}

function text(length: number): UserContent {
  return { type: "text", text: "x".repeat(length) };
}

/** Turns with one call each. */
function turns(count: number, call: Call = {}): AgentMessage[] {
  return Array.from({ length: count }, () => batch(call)).flat();
}

const answer = (): AgentMessage => assistant([]);

function stubsOf(messages: readonly AgentMessage[]): string[] {
  return messages
    .filter((message) => message.role === "toolResult")
    .map(({ content }) => textOf(content))
    .filter((content) => content.startsWith("[harness:elided]"));
}

/** Sends requests that end with each of these messages that is no assistant's; the last one's outcome. */
function grow(
  policy: ContextWindowPolicy,
  messages: readonly AgentMessage[],
): ReturnType<ContextWindowPolicy["apply"]> {
  for (let end = 1; end < messages.length; end++) {
    if (messages[end - 1]?.role === "toolResult" && messages[end]?.role !== "toolResult") {
      policy.apply(messages.slice(0, end));
    }
  }
  return policy.apply(messages);
}

const keep6: ContextWindowOptions = { keepRecent: 6, batchSize: 6 };

describe("ContextWindowPolicy", () => {
  for (const [title, count, elided] of [
    ["E1", 11, 0],
    ["E2", 12, 6],
    ["E3", 13, 6],
    ["E3", 17, 6],
    ["E4", 18, 12],
  ] as const) {
    it(`harness-vectors.md V14 ${title}: of ${count} results ${elided} are replaced`, () => {
      const policy = new ContextWindowPolicy(keep6);
      const { messages } = grow(policy, turns(count));
      assert.equal(stubsOf(messages).length, elided);
      const results = messages.filter(({ role }) => role === "toolResult");
      assert.equal(stubsOf(results.slice(0, elided)).length, elided);
      assert.deepEqual(
        { elided: policy.stats.elided, verbatim: policy.stats.verbatim },
        { elided, verbatim: count - elided },
      );
    });
  }

  it("harness-vectors.md V14 E5: small results do not fill a batch", () => {
    const policy = new ContextWindowPolicy(keep6);
    const small = turns(2, { content: [text(100)] });
    assert.deepEqual(stubsOf(grow(policy, [...small, ...turns(10)]).messages), []);
    assert.equal(policy.stats.pending, 4);
  });

  it("harness-vectors.md V14 E6: what no request has carried yet is sent as it is", () => {
    const policy = new ContextWindowPolicy(keep6);
    const before = [...turns(6), ...batch(...Array.from({ length: 9 }, () => ({})))];
    assert.equal(stubsOf(grow(policy, before).messages).length, 6);
    assert.equal(stubsOf(policy.apply([...before, ...turns(1)]).messages).length, 6);
    assert.equal(policy.stats.pending, 4);
  });

  it("harness-vectors.md V14 E7: with batches of one a result is replaced as soon as it ages", () => {
    const policy = new ContextWindowPolicy({ keepRecent: 6, batchSize: 1 });
    assert.equal(stubsOf(grow(policy, turns(7)).messages).length, 1);
  });

  it("harness-vectors.md V14 E9, E10: 1,500 characters, or an image, are enough", () => {
    const images: UserContent[] = [text(10), { type: "image", data: "", mimeType: "image/png" }];
    const sizes: [UserContent[], number][] = [
      [[text(1499)], 0],
      [[text(1500)], 1],
      [images, 1],
    ];
    for (const [content, expected] of sizes) {
      const policy = new ContextWindowPolicy({ keepRecent: 0, batchSize: 1 });
      const { messages } = policy.apply([...batch({ content }), answer()]);
      assert.equal(stubsOf(messages).length, expected);
    }
  });

  it("harness-vectors.md V14 E11: a resumed session begins with all that has aged", () => {
    const { messages, hasNewBatch } = new ContextWindowPolicy(keep6).apply(turns(20));
    assert.deepEqual([stubsOf(messages).length, hasNewBatch], [14, true]);
  });

  it("harness-vectors.md V14 E12: a compaction takes its results and the digest with it", () => {
    const policy = new ContextWindowPolicy(keep6);
    const all = turns(12);
    assert.notEqual(grow(policy, all).progress, "");
    const compacted = policy.apply(all.slice(-6));
    assert.deepEqual([stubsOf(compacted.messages), compacted.progress], [[], ""]);
  });

  it("harness-vectors.md V14 E21: keeping none still sends each result once", () => {
    const policy = new ContextWindowPolicy({ keepRecent: 0, batchSize: 1 });
    const messages = turns(1);
    assert.deepEqual(stubsOf(policy.apply(messages).messages), []);
    assert.equal(stubsOf(policy.apply([...messages, answer()]).messages).length, 1);
  });

  it("a stub names call, size, outcome and what became of the file, once and for all", () => {
    const changed = new Set(["a.ts"]);
    const policy = new ContextWindowPolicy({
      keepRecent: 0,
      batchSize: 1,
      hasChangedSince: (path) => changed.has(path),
    });
    const failure: UserContent[] = [
      { type: "text", text: `${"x".repeat(2000)}\n\nCommand exited with code 2` },
    ];
    const calls = [
      ...batch(
        { args: { path: "a.ts", offset: 5, limit: 10 } },
        { args: { path: "b.ts" } },
        { name: "bash", args: { command: "npm  test\n-- --all" }, isError: true, content: failure },
        { name: "grep", args: { pattern: "x y", path: "src" } },
        { name: "find", args: { pattern: "*.ts" } },
        { name: "ls", args: { path: "src" } },
        { name: "weather", args: { city: "Lima" } },
        { name: "write", args: { path: "c.ts", content: "" }, isError: true },
      ),
      answer(),
    ];
    const expected = [
      "[harness:elided] read a.ts:5-10 | 2000 chars | ok | file changed later, read it again if needed",
      "[harness:elided] read b.ts | 2000 chars | ok | file unchanged since",
      "[harness:elided] bash npm test -- --all | 2028 chars | exit 2",
      "[harness:elided] grep x y in src | 2000 chars | ok",
      "[harness:elided] find *.ts in . | 2000 chars | ok",
      "[harness:elided] ls src | 2000 chars | ok",
      '[harness:elided] weather {"city":"Lima"} | 2000 chars | ok',
      "[harness:elided] write c.ts | 2000 chars | error | file unchanged since",
    ];
    assert.deepEqual(stubsOf(policy.apply(calls).messages), expected);
    changed.add("b.ts");
    assert.deepEqual(stubsOf(policy.apply(calls).messages), expected);
  });

  it("keeps role, id and outcome of a result, and drops its details", () => {
    const policy = new ContextWindowPolicy({ keepRecent: 0, batchSize: 1 });
    const [call, result] = batch({ isError: true });
    assert.equal(result?.role, "toolResult");
    const given = { ...result, details: { diff: "+" } } as AgentMessage;
    const { messages } = policy.apply([call as AgentMessage, given, answer()]);
    const [stub] = stubsOf(messages);
    assert.deepEqual(messages[1], { ...result, content: [{ type: "text", text: stub }] });
  });

  it("an id that a provider uses again means its own result only", () => {
    const policy = new ContextWindowPolicy({ keepRecent: 1, batchSize: 1 });
    const twice = turns(2).map((message): AgentMessage => {
      if (message.role === "toolResult") return { ...message, toolCallId: "same" };
      if (message.role !== "assistant") return message;
      return { ...message, content: message.content.map((block) => ({ ...block, id: "same" }) as ToolCall) };
    });
    assert.equal(stubsOf(grow(policy, twice).messages).length, 1);
  });

  it("takes the default for counts that are none", () => {
    for (const wrong of [-1, 1.5, Number.NaN]) {
      const policy = new ContextWindowPolicy({ keepRecent: wrong, batchSize: wrong });
      assert.equal(stubsOf(grow(policy, turns(12)).messages).length, 6);
    }
  });

  it("between batches, requests are extensions of each other", () => {
    const policy = new ContextWindowPolicy(keep6);
    const all = turns(40);
    let previous: string[] = [];
    let batches = 0;
    for (let end = 2; end <= all.length; end += 2) {
      const { messages, hasNewBatch } = policy.apply(all.slice(0, end));
      const sent = messages.map((message) => JSON.stringify(message));
      if (hasNewBatch) batches++;
      else assert.deepEqual(sent.slice(0, previous.length), previous);
      previous = sent;
    }
    assert.deepEqual([batches, policy.stats.batches], [5, 5]);
  });
});
