import assert from "node:assert/strict";
import { createEventBus } from "./eventBus.ts";

describe("createEventBus", () => {
  it("calls listeners of a channel in the order of their subscription", () => {
    const bus = createEventBus();
    const heard: string[] = [];
    bus.on("a", (data) => heard.push(`one ${String(data)}`));
    const off = bus.on("a", () => heard.push("two"));
    bus.on("b", () => heard.push("never"));
    bus.emit("a", 1);
    off();
    off();
    bus.emit("a", 2);
    assert.deepEqual(heard, ["one 1", "two", "one 2"]);
  });

  it("lets every listener hear before it throws what one of them threw", () => {
    const bus = createEventBus();
    const heard: string[] = [];
    bus.on("a", () => {
      throw new Error("E");
    });
    bus.on("a", () => heard.push("later"));
    assert.throws(() => bus.emit("a"), { message: "E" });
    assert.deepEqual(heard, ["later"]);
  });

  it("changes during a delivery count from the next one on", () => {
    const bus = createEventBus();
    const heard: string[] = [];
    bus.on("a", () => {
      heard.push("first");
      bus.on("a", () => heard.push("added"));
    });
    bus.emit("a");
    assert.deepEqual(heard, ["first"]);
  });
});
