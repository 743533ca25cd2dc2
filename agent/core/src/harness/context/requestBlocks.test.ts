import assert from "node:assert/strict";
import type { AgentMessage } from "@relay-harness/protocol";
import { emptyUsage } from "@relay-harness/protocol";
import { RequestBlocks, type KeyedMessage } from "./requestBlocks.ts";

function user(key: string, content: string = key): KeyedMessage {
  return { key, message: { role: "user", content, timestamp: 1 } };
}

function answer(key: string): KeyedMessage {
  const model = { api: "faux", provider: "faux", model: "faux" };
  const message: AgentMessage = {
    role: "assistant",
    content: [{ type: "text", text: key }],
    ...model,
    usage: emptyUsage(),
    stopReason: "stop",
    timestamp: 1,
  };
  return { key, message };
}

function summary(key: string): KeyedMessage {
  return { key, message: { role: "compactionSummary", summary: "S", tokensBefore: 1, timestamp: 1 } };
}

/** Keys of messages with a block, and the text of it. */
function blocksIn(sent: readonly AgentMessage[]): string[] {
  return sent.flatMap((message) => {
    if (message.role !== "user" || typeof message.content === "string" || message.content.length < 2)
      return [];
    return [message.content.map((block) => (block.type === "text" ? block.text : "?")).join(" + ")];
  });
}

describe("RequestBlocks", () => {
  it("stands behind the newest developer message, and stays the same until an epoch begins", () => {
    const blocks = new RequestBlocks();
    let calls = 0;
    const text = (): string => `block ${++calls}`;
    const first = blocks.apply([user("u1")], { latest: "u1", text });
    assert.deepEqual(first, [
      {
        role: "user",
        content: [
          { type: "text", text: "u1" },
          { type: "text", text: "block 1" },
        ],
        timestamp: 1,
      },
    ]);
    const second = blocks.apply([user("u1"), answer("a1")], { latest: "u1", text });
    assert.deepEqual(second.slice(0, 1), first);
    assert.equal(calls, 1);
  });

  it("preview tells what is sent along next, and changes nothing", () => {
    const blocks = new RequestBlocks();
    const preview = (messages: KeyedMessage[], latest?: string): string[] =>
      blocks.preview(messages, { latest, text: () => "next" });
    assert.deepEqual([preview([], undefined), preview([user("u1")], "u1")], [[], ["next"]]);
    blocks.apply([user("u1")], { latest: "u1", text: () => "one" });
    const all = [user("u1"), answer("a1"), user("u2")];
    assert.deepEqual([preview(all, "u1"), preview(all, "u2")], [["one"], ["one", "next"]]);
    blocks.signal();
    assert.deepEqual(preview(all, "u1"), ["next"]);
    const sent = blocks.apply(all, { latest: "u1", text: () => "two" });
    assert.deepEqual(blocksIn(sent), ["u1 + two"]);
  });

  it("a new developer message gets its own; earlier ones keep theirs", () => {
    const blocks = new RequestBlocks();
    blocks.apply([user("u1")], { latest: "u1", text: () => "one" });
    const all = [user("u1"), answer("a1"), user("u2")];
    const sent = blocks.apply(all, { latest: "u2", text: () => "two" });
    assert.deepEqual(blocksIn(sent), ["u1 + one", "u2 + two"]);
  });

  it("a restart leaves the newest only, with a new text", () => {
    const blocks = new RequestBlocks();
    const all = [user("u1"), answer("a1"), user("u2")];
    blocks.apply(all.slice(0, 1), { latest: "u1", text: () => "one" });
    blocks.apply(all, { latest: "u2", text: () => "two" });
    blocks.restart();
    assert.deepEqual(blocksIn(blocks.apply(all, { latest: "u2", text: () => "new" })), ["u2 + new"]);
  });

  it("a signal renews the newest text, three times per developer message", () => {
    const blocks = new RequestBlocks();
    const texts = ["u1", "u1", "u1", "u1", "u1", "u2", "u2"].map((latest, index) => {
      if (index > 0) blocks.signal();
      const messages = latest === "u1" ? [user("u1")] : [user("u1"), user("u2")];
      return blocksIn(blocks.apply(messages, { latest, text: () => String(index) })).at(-1);
    });
    assert.deepEqual(texts, ["u1 + 0", "u1 + 1", "u1 + 2", "u1 + 3", "u1 + 3", "u2 + 5", "u2 + 6"]);
  });

  it("goes to the last message in the user's role when the developer's is compacted away", () => {
    const blocks = new RequestBlocks();
    const request = { latest: "u1", text: () => "block" };
    blocks.apply([user("u1")], request);
    const sent = blocks.apply([summary("s"), answer("a")], request);
    assert.equal(blocksIn(sent).length, 1);
    assert.match(blocksIn(sent)[0] ?? "", /<summary>\nS\n<\/summary> \+ block$/);
    assert.deepEqual(
      blocksIn(blocks.apply([summary("s"), answer("a"), user("u9")], request)),
      blocksIn(sent),
    );
    assert.deepEqual(blocks.apply([answer("a")], request), [answer("a").message]);
  });

  it("an empty text leaves the message as it is", () => {
    const message = user("u1");
    const [sent] = new RequestBlocks().apply([message], { latest: "u1", text: () => "" });
    assert.equal(sent, message.message);
  });
});
