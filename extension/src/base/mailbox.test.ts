import assert from "node:assert/strict";
import { Mailbox } from "./mailbox.ts";

describe("mailbox", () => {
  const fail = (error: unknown): never => assert.fail(String(error));

  it("keeps what nobody hears for the next listener, in order and once", () => {
    const box = new Mailbox<string>(fail);
    const first: string[] = [];
    const second: string[] = [];
    box.emit("a");
    box.emit("b");
    const stop = box.add((value) => first.push(value));
    box.emit("c");
    stop();
    stop();
    box.emit("d");
    box.add((value) => second.push(value));
    assert.deepEqual({ first, second }, { first: ["a", "b", "c"], second: ["d"] });
  });
});
