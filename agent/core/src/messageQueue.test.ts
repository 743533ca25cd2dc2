import assert from "node:assert/strict";
import { MessageQueue } from "./messageQueue.ts";
import { userMessage } from "./testing/testAgent.ts";

const [a, b, c] = [userMessage("a"), userMessage("b"), userMessage("c")];

describe("MessageQueue", () => {
  it("rpc.md §4.3: takes the oldest message, or everything", () => {
    const queue = new MessageQueue();
    [a, b, c].forEach((message) => queue.push(message));
    assert.deepEqual(queue.take(), [a]);
    queue.mode = "all";
    assert.deepEqual([queue.take(), queue.take(), queue.length], [[b, c], [], 0]);
  });

  it("takes nothing from an empty queue in either mode", () => {
    assert.deepEqual([new MessageQueue("one-at-a-time").take(), new MessageQueue("all").take()], [[], []]);
  });

  it("puts messages back ahead of those that came meanwhile", () => {
    const queue = new MessageQueue("all");
    queue.push(a);
    queue.push(b);
    const taken = queue.take();
    queue.push(c);
    queue.restore(taken);
    assert.deepEqual(queue.peek(), [a, b, c]);
  });

  it("returns what it held when it is cleared", () => {
    const queue = new MessageQueue();
    queue.push(a);
    assert.deepEqual([queue.clear(), queue.clear()], [[a], []]);
  });
});
