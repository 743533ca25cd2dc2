import assert from "node:assert/strict";
import fc from "fast-check";
import { endRange, newerRange, olderRange, rangeAround } from "./mountedRange.ts";

const sum = (weights: readonly number[], { from, to }: { from: number; to: number }): number =>
  weights.slice(from, to).reduce((total, weight) => total + weight, 0);

describe("the turns in the document", () => {
  it("are the newest that fit", () => {
    assert.deepEqual(endRange([50, 50, 50, 50], 120), { from: 2, to: 4 });
    assert.deepEqual(endRange([50, 500], 120), { from: 1, to: 2 });
    assert.deepEqual(endRange([], 120), { from: 0, to: 0 });
  });

  it("move to older ones and let go at the other end", () => {
    const weights = Array.from({ length: 20 }, () => 50);
    const range = olderRange(weights, { from: 12, to: 20 }, 400);
    assert.deepEqual(range, { from: 10, to: 18 });
    assert.deepEqual(newerRange(weights, range, 400), { from: 12, to: 20 });
  });

  it("stand around a turn that is looked for", () => {
    const weights = Array.from({ length: 100 }, () => 10);
    const { from, to } = rangeAround(weights, 50, 400);
    assert.ok(from <= 50 && to > 50 && to - from === 40);
  });

  it("never exceed the limit but for a single turn, and reach every turn", () => {
    const weights = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(weights, (all) => {
        let range = endRange(all, 100);
        for (let steps = 0; range.from > 0; steps++) {
          const next = olderRange(all, range, 100);
          assert.ok(next.from < range.from && next.to > next.from && steps < 200);
          assert.ok(sum(all, next) <= 100 || next.to - next.from === 1);
          range = next;
        }
        for (let steps = 0; range.to < all.length; steps++) {
          const next = newerRange(all, range, 100);
          assert.ok(next.to > range.to && steps < 200);
          range = next;
        }
      }),
    );
  });
});
