import assert from "node:assert/strict";
import { isTimestamp } from "./timestamp.ts";

describe("isTimestamp", () => {
  it("takes ISO times in UTC with milliseconds that a date can read, and nothing else", () => {
    const good = ["2026-01-31T23:59:59.999Z", "0000-01-01T00:00:00.000Z", "2026-02-31T00:00:00.000Z"];
    const bad = [
      "",
      "2026-01-31T23:59:59Z",
      "2026-13-01T00:00:00.000Z",
      "2026-00-01T00:00:00.000Z",
      "2026-01-32T00:00:00.000Z",
      "2026-01-01T24:00:00.000Z",
      "2026-01-01T00:60:00.000Z",
      "2026-01-01T00:00:00.000+",
      "2026-01-01t00:00:00.000Z",
      " 026-01-01T00:00:00.000Z",
      "2026-01-01T00:00:00.00éZ",
      5,
      null,
    ];
    assert.deepEqual(good.filter(isTimestamp), good);
    assert.deepEqual(bad.filter(isTimestamp), []);
    assert.deepEqual(
      good.map((time) => Number.isNaN(Date.parse(time))),
      [false, false, false],
    );
  });
});
