import assert from "node:assert/strict";
import { MessageQueue } from "./messageQueue.ts";
import type { QueuedMessage } from "./messageQueue.ts";

function message(text: string, kind: QueuedMessage["kind"] = "steer"): QueuedMessage {
  return { kind, text, message: text, images: [], attachments: [] };
}

const texts = (queue: MessageQueue): string[] => queue.items.map(({ text }) => text);

describe("queue with raw texts", () => {
  it("vscode.md 6: shows what was typed, in order, with its kind", () => {
    const queue = new MessageQueue();
    queue.expect({ ...message("/review"), images: [{ type: "image", data: "aaaa", mimeType: "image/png" }] });
    queue.expect(message("later", "followUp"));
    queue.update({ steering: ["Review the diff."], followUp: ["later"] });
    assert.deepEqual(queue.items, [
      { id: "q1", kind: "steer", text: "/review", attachments: [] },
      { id: "q2", kind: "followUp", text: "later", attachments: [] },
    ]);
    assert.equal(queue.get("q1")?.images.length, 1);
  });

  it("forgets what was delivered, also when another came in meanwhile", () => {
    const queue = new MessageQueue();
    for (const text of ["a", "b"]) queue.expect(message(text));
    queue.update({ steering: ["a", "b"], followUp: [] });
    queue.expect(message("c"));
    queue.update({ steering: ["b", "c"], followUp: [] });
    assert.deepEqual(texts(queue), ["b", "c"]);
  });

  it("tells equal texts apart by their place", () => {
    const queue = new MessageQueue();
    for (const text of ["x", "x", "y"]) queue.expect(message(text));
    queue.update({ steering: ["x", "x", "y"], followUp: [] });
    queue.update({ steering: ["x", "y"], followUp: [] });
    assert.deepEqual(
      queue.items.map(({ id, text }) => [id, text]),
      [
        ["q2", "x"],
        ["q3", "y"],
      ],
    );
  });

  it("takes in what others have queued", () => {
    const queue = new MessageQueue();
    queue.update({ steering: ["from an extension"], followUp: [] });
    assert.deepEqual(texts(queue), ["from an extension"]);
  });

  it("vscode.md 6: drains only what the agent had not delivered", () => {
    const queue = new MessageQueue();
    for (const text of ["a", "b"]) queue.expect(message(text));
    queue.update({ steering: ["a", "b"], followUp: [] });
    assert.deepEqual(
      queue.drain({ steering: ["b"], followUp: [] }).map(({ text }) => text),
      ["b"],
    );
    assert.deepEqual(queue.items, []);
  });

  it("does not expect what was refused", () => {
    const queue = new MessageQueue();
    const refused = message("refused");
    queue.expect(refused);
    queue.unexpect(refused);
    queue.expect(message("raw"));
    queue.update({ steering: ["expanded"], followUp: [] });
    assert.deepEqual(texts(queue), ["raw"]);
  });
});
