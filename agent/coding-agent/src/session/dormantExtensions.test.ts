import assert from "node:assert/strict";
import { DormantExtensions } from "./dormantExtensions.ts";
import type { SessionExtensions } from "./extensions/sessionExtensions.ts";

describe("dormant extensions", () => {
  const table = [
    { name: "a", commands: [{ name: "one", description: "First" }], tools: ["tool_a"] },
    { name: "b", commands: [{ name: "two", description: "Second" }], tools: [] },
  ];
  /** What is loaded does not matter here. */
  const extensions = {} as SessionExtensions;

  function sleeping(load: () => Promise<SessionExtensions>): {
    dormant: DormantExtensions;
    joined: unknown[];
  } {
    const joined: unknown[] = [];
    const join = async (one: SessionExtensions): Promise<void> => void joined.push(one);
    return { dormant: new DormantExtensions({ table, load, join }), joined };
  }

  it("are known by their commands and tools", () => {
    const { dormant } = sleeping(() => Promise.reject(new Error("not to be loaded")));
    const names = ["/one", "/two more", "/one\n", "/three", "one", " /one", "/"].map((text) =>
      dormant.commandName(text),
    );
    assert.deepEqual(names, ["one", "two", "one", undefined, undefined, undefined, undefined]);
    assert.deepEqual([dormant.hasTool(["x", "tool_a"]), dormant.hasTool(["tool_b"])], [true, false]);
    assert.deepEqual(
      dormant.list().map(({ name, sourceInfo }) => [name, sourceInfo.path]),
      [
        ["one", "builtin:a"],
        ["two", "builtin:b"],
      ],
    );
  });

  it("wake once, whoever asks, and are listed by their runner from then on", async () => {
    let loads = 0;
    const { dormant, joined } = sleeping(async () => {
      loads++;
      return extensions;
    });
    await Promise.all([dormant.wake(), dormant.wake()]);
    await dormant.wake();
    assert.deepEqual([loads, joined, dormant.list()], [1, [extensions], []]);
  });

  it("can be woken again after a failure", async () => {
    let loads = 0;
    const { dormant, joined } = sleeping(() =>
      ++loads === 1 ? Promise.reject(new Error("disk")) : Promise.resolve(extensions),
    );
    await assert.rejects(dormant.wake(), /disk/);
    assert.equal(dormant.list().length, 2);
    await dormant.wake();
    assert.deepEqual([loads, joined.length], [2, 1]);
  });
});
