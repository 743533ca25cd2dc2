import assert from "node:assert/strict";
import { age, clock, compactCount, cost, duration, roundDuration } from "./units.ts";

describe("units", () => {
  it("write durations as the design does", () => {
    const written = [0, 100, 2100, 9960, 14_000, 72_000, 125_000, 7_380_000].map(duration);
    assert.deepEqual(written, [
      "0.1 s",
      "0.1 s",
      "2.1 s",
      "10 s",
      "14 s",
      "1 m 12 s",
      "2 m 05 s",
      "2 h 03 m",
    ]);
    assert.deepEqual([400, 6200, 61_000].map(roundDuration), ["1 s", "6 s", "1 m 01 s"]);
    assert.deepEqual([0, 14_900, 725_000].map(clock), ["0:00", "0:14", "12:05"]);
  });

  it("write costs and sizes", () => {
    assert.deepEqual([0, 0.041, 1.366, 0.0004, 0.0048].map(cost), [
      "$0.00",
      "$0.04",
      "$1.37",
      "$0.0004",
      "$0.005",
    ]);
    assert.deepEqual([0, 8192, 200_000, 1_050_000].map(compactCount), ["0", "8,192", "200k", "1.1M"]);
  });

  it("write ages", () => {
    const now = Date.parse("2026-01-02T12:00:00Z");
    const ages = [
      "2026-01-02T11:59:40Z",
      "2026-01-02T11:15:00Z",
      "2026-01-02T10:00:00Z",
      "2025-12-30T10:00:00Z",
    ];
    assert.deepEqual(
      ages.map((iso) => age(iso, now)),
      ["now", "45 min ago", "2 h ago", "3 d ago"],
    );
  });
});
