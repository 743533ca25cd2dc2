import assert from "node:assert/strict";

import fc from "fast-check";

import { truncateHead } from "../base/truncate.ts";
import { LineWindow } from "./lineWindow.ts";

describe("line window", () => {
  it("counts the lines of a long stream and holds no more of it than may be shown", () => {
    const chunk = Buffer.from("0123456789012345678\n".repeat(50_000));
    const before = process.memoryUsage().arrayBuffers;
    const window = new LineWindow(100 * 50_000 - 1, Number.POSITIVE_INFINITY);
    const fromStart = new LineWindow(1, Number.POSITIVE_INFINITY);
    for (let index = 0; index < 100; index += 1) {
      window.push(chunk);
      fromStart.push(chunk);
    }
    const held = process.memoryUsage().arrayBuffers - before;
    assert.ok(held < 5_000_000, `${held} bytes are held of ${100 * chunk.length}`);
    const result = window.finish();
    assert.deepEqual(
      [result.fileLines, result.truncation.content],
      [5_000_001, "0123456789012345678\n0123456789012345678\n"],
    );
    const { truncation } = fromStart.finish();
    assert.deepEqual(
      [truncation.outputLines, truncation.totalLines, truncation.totalBytes],
      [2000, 5_000_000, 100 * chunk.length],
    );
  });

  it("shows what truncation of the chosen lines shows, however the bytes are cut", () => {
    const short = fc.constantFrom("", "a", "bcd", "\u20ac");
    const long = fc.integer({ min: 1, max: 60_000 }).map((length) => "x".repeat(length));
    const many = fc
      .array(short, { minLength: 1, maxLength: 8 })
      .map((few) => Array.from({ length: 500 }, () => few).flat());
    const lines = fc.oneof(fc.array(fc.oneof(short, long), { minLength: 1, maxLength: 8 }), many);
    fc.assert(
      fc.property(
        lines,
        fc.integer({ min: 1, max: 12 }),
        fc.option(fc.integer({ min: 1, max: 2500 })),
        fc.integer({ min: 100, max: 5000 }),
        (all, start, limit, size) => {
          const bytes = Buffer.from(all.join("\n"));
          const end = limit === null ? Number.POSITIVE_INFINITY : start + limit - 1;
          const window = new LineWindow(start, end);
          for (let at = 0; at < bytes.length; at += size) window.push(bytes.subarray(at, at + size));
          const result = window.finish();
          assert.equal(result.fileLines, all.length);
          if (start > all.length) return;
          const chosen = all.slice(start - 1, end);
          assert.deepEqual(result.truncation, truncateHead(chosen.join("\n")));
          assert.equal(result.firstLineBytes, Buffer.byteLength(chosen[0] ?? ""));
        },
      ),
      { numRuns: 80 },
    );
  });
});
