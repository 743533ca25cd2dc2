import assert from "node:assert/strict";
import { parseSetting } from "./parseSetting.ts";

describe("parseSetting", () => {
  it("reads what a setting may hold, and leaves the rest to whoever takes it", () => {
    const cases: [text: string, schema: Parameters<typeof parseSetting>[1], value: unknown][] = [
      ["12", { type: "string" }, "12"],
      ["12", { type: "integer" }, 12],
      ["many", { type: "integer" }, "many"],
      ["true", { type: "boolean" }, true],
      ["Off", { type: "boolean" }, false],
      ["yes", { type: "boolean" }, true],
      ["all", { enum: ["all", "one"] }, "all"],
      ["null", { enum: ["null"] }, "null"],
      ['["+grep"]', { type: "array" }, ["+grep"]],
      ["+grep", { type: "array" }, "+grep"],
      ["disabled", { anyOf: [{ type: "integer" }, { const: "disabled" }] }, "disabled"],
    ];
    assert.deepEqual(
      cases.map(([text, schema]) => parseSetting(text, schema)),
      cases.map(([, , value]) => value),
    );
  });
});
