import assert from "node:assert/strict";
import { parseSetting } from "./parseSetting.ts";

describe("values of the agent's settings", () => {
  it("are text where the setting is text, else JSON that fits its schema", () => {
    assert.deepEqual(parseSetting({ type: "string" }, "12"), { value: "12" });
    assert.deepEqual(parseSetting({ type: "number" }, "12"), { value: 12 });
    const list = { type: "array", items: { type: "string" } };
    assert.deepEqual(parseSetting(list, '["npm test"]'), { value: ["npm test"] });
  });

  it("are removed by nothing and refused when they do not fit", () => {
    assert.deepEqual(parseSetting({ type: "number" }, " "), { value: null });
    assert.deepEqual(
      [parseSetting({ type: "number" }, "many"), parseSetting({ type: "number" }, '"3"')],
      [undefined, undefined],
    );
  });
});
