import assert from "node:assert/strict";
import { age } from "./age.ts";

describe("age", () => {
  it("counts in the largest unit that has passed, and gives a date after a month", () => {
    const second = 1000;
    const day = 86_400 * second;
    const now = 40 * day;
    const passed = [-5, 0, 59, 60, 3599, 3600, 86_399, 86_400, 29 * 86_400, 30 * 86_400];
    assert.deepEqual(
      passed.map((seconds) => age(now - seconds * second, now)),
      ["now", "now", "now", "1 min", "59 min", "1 h", "23 h", "1 d", "29 d", "1970-01-11"],
    );
  });
});
