import assert from "node:assert/strict";
import { settingsSchema } from "./settingsSchema.ts";
import { settingKeys, settingOf } from "./settingsTable.ts";

describe("settingsTable", () => {
  it("reads every default back as it is", () => {
    for (const key of settingKeys) {
      const { kind, default: standard } = settingOf(key);
      if (standard !== undefined) assert.deepEqual(kind.read(standard), standard, key);
    }
  });

  it("lists every public setting with description and default in the schema", () => {
    const { properties } = settingsSchema();
    const shown = settingKeys.filter((key) => !settingOf(key).isInternal);
    assert.deepEqual(Object.keys(properties as object), shown);
    assert.deepEqual((properties as Record<string, unknown>).outputPad, {
      enum: [0, 1],
      description: "Horizontal transcript padding.",
      default: 1,
    });
  });
});
