import assert from "node:assert/strict";

import fc from "fast-check";

import { countLines, formatSize, truncateHead, truncateLine, truncateTail } from "./truncate.ts";

describe("truncation", () => {
  it("extension-api.md 35: truncateHead keeps leading whole lines", () => {
    assert.deepEqual(truncateHead("a\nb\nc", { maxLines: 2 }), {
      content: "a\nb",
      truncated: true,
      truncatedBy: "lines",
      totalLines: 3,
      totalBytes: 5,
      outputLines: 2,
      outputBytes: 3,
      lastLinePartial: false,
      firstLineExceedsLimit: false,
      maxLines: 2,
      maxBytes: 51200,
    });
  });

  it("extension-api.md 35: a line over the byte limit leaves nothing of the head and its end of the tail", () => {
    const line = "x".repeat(60_000);
    const head = truncateHead(line);
    assert.deepEqual([head.content, head.firstLineExceedsLimit, head.truncatedBy], ["", true, "bytes"]);
    const tail = truncateTail(line);
    assert.deepEqual([tail.content.length, tail.lastLinePartial, tail.outputLines], [51_200, true, 1]);
  });

  it("extension-api.md 35: a final line feed adds no line and is kept", () => {
    const result = truncateHead("a\nb\n", { maxLines: 2 });
    assert.deepEqual([result.truncated, result.content, result.totalLines], [false, "a\nb\n", 2]);
    assert.equal(truncateHead("").totalLines, 0);
  });

  it("extension-api.md 35: sizes print in steps of 1024 up to MB", () => {
    assert.deepEqual([10, 1023, 1024, 51200, 1572864, 3_000_000_000].map(formatSize), [
      "10B",
      "1023B",
      "1.0KB",
      "50.0KB",
      "1.5MB",
      "2861.0MB",
    ]);
  });

  it("extension-api.md 35: truncateLine cuts with a mark and never through a surrogate pair", () => {
    assert.deepEqual(truncateLine("abc", 2), { text: "ab... [truncated]", wasTruncated: true });
    assert.deepEqual(truncateLine("abc", 3), { text: "abc", wasTruncated: false });
    assert.equal(truncateLine("a\u{1F600}b", 2).text, "a... [truncated]");
  });

  it("does not truncate content that equals the byte limit apart from its final line feed", () => {
    assert.equal(truncateHead("abcd\n", { maxBytes: 4 }).truncated, false);
    assert.equal(truncateTail("abcd\n", { maxBytes: 4 }).truncated, false);
    assert.equal(truncateTail("abcd\n", { maxBytes: 3 }).truncated, true);
  });

  it("cuts the last line of a tail at a character boundary", () => {
    assert.deepEqual(
      [
        truncateTail("\u20AC\u20AC\u20AC", { maxBytes: 7 }).content,
        truncateTail("a\n\u20AC\u20AC\n", { maxBytes: 4 }).content,
      ],
      ["\u20AC\u20AC", "\u20AC"],
    );
  });

  it("keeps as many whole lines as both limits allow, from either end", () => {
    const line = fc.string({ unit: fc.constantFrom("a", "b", "\u00e9", "\u20ac"), maxLength: 6 });
    const limits = fc.record({
      maxLines: fc.integer({ min: 1, max: 6 }),
      maxBytes: fc.integer({ min: 1, max: 30 }),
    });
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 10 }),
        fc.boolean(),
        limits,
        (lines, ends, { maxLines, maxBytes }) => {
          const text = lines.join("\n") + (ends && lines.length > 0 ? "\n" : "");
          const all = text === "" ? [] : text.replace(/\n$/, "").split("\n");
          assert.equal(countLines(text), all.length);
          const size = (kept: string[]): number => Buffer.byteLength(kept.join("\n"));
          const fits = all.length <= maxLines && size(all) <= maxBytes;
          const most = (pick: (count: number) => string[]): string[] => {
            let count = Math.min(maxLines, all.length);
            while (count > 0 && size(pick(count)) > maxBytes) count -= 1;
            return pick(count);
          };
          const head = truncateHead(text, { maxLines, maxBytes });
          const expectedHead = most((count) => all.slice(0, count));
          assert.equal(head.truncated, !fits);
          assert.equal(head.content, fits ? text : expectedHead.join("\n"));
          const tail = truncateTail(text, { maxLines, maxBytes });
          const expectedTail = most((count) => all.slice(all.length - count));
          if (fits) assert.equal(tail.content, text);
          else if (expectedTail.length > 0) assert.equal(tail.content, expectedTail.join("\n"));
          else assert.ok(tail.lastLinePartial && all.at(-1)?.endsWith(tail.content));
          assert.ok(fits || tail.outputBytes === Buffer.byteLength(tail.content));
          assert.ok(fits || head.outputBytes === Buffer.byteLength(head.content));
        },
      ),
    );
  });
});
