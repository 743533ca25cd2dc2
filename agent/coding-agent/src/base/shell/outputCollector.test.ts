import assert from "node:assert/strict";
import { readFile, rm, stat } from "node:fs/promises";
import { basename } from "node:path";

import fc from "fast-check";

import { truncateTail } from "../truncate.ts";
import { OutputCollector } from "./outputCollector.ts";

/** Collects, hands over the result, and removes the log file. */
async function collected(
  chunks: Iterable<Buffer>,
  check: (output: ReturnType<OutputCollector["finish"]>) => void | Promise<void>,
): Promise<void> {
  const collector = new OutputCollector("relay-test");
  for (const chunk of chunks) collector.push(chunk);
  const output = collector.finish();
  try {
    await check(output);
  } finally {
    if (output.fullOutputPath) await rm(output.fullOutputPath);
  }
}

describe("output collector", () => {
  it("needs no log file for output within the limits", async () => {
    await collected([Buffer.from("a\n"), Buffer.from("b")], (output) => {
      assert.equal(output.truncation.content, "a\nb");
      assert.equal(output.fullOutputPath, undefined);
    });
    await collected([Buffer.from(`${"x".repeat(51_200)}\n`)], (output) => {
      assert.deepEqual([output.truncation.truncated, output.fullOutputPath], [false, undefined]);
    });
  });

  it("sessions-and-tools.md 54: logs everything in a private file once a limit is passed", async () => {
    const text = Array.from({ length: 3000 }, (_, index) => `${index + 1}\n`).join("");
    const bytes = Buffer.from(text);
    const chunks = [bytes.subarray(0, 100), bytes.subarray(100, 9000), bytes.subarray(9000)];
    await collected(chunks, async (output) => {
      const path = output.fullOutputPath ?? "";
      assert.match(basename(path), /^relay-test-[0-9a-f]{16}\.log$/);
      assert.equal(await readFile(path, "utf8"), text);
      assert.equal((await stat(path)).mode & 0o777, 0o600);
      assert.deepEqual(
        [output.truncation.outputLines, output.truncation.totalLines, output.truncation.totalBytes],
        [2000, 3000, 13_893],
      );
    });
  });

  it("logs raw bytes and shows a cut or invalid character as U+FFFD", async () => {
    const euro = Buffer.from("\u20ac");
    await collected(
      [euro.subarray(0, 1), euro.subarray(1), Buffer.from([0xff]), euro.subarray(0, 2)],
      (output) => {
        assert.equal(output.truncation.content, "\u20ac\uFFFD\uFFFD");
      },
    );
    const raw = Buffer.concat([Buffer.alloc(60_000, 0xff), euro.subarray(0, 2)]);
    await collected([raw], async (output) => {
      assert.deepEqual(await readFile(output.fullOutputPath ?? ""), raw);
    });
  });

  it("knows the size of a last line of which it kept the end", async () => {
    const line = Buffer.alloc(40_000, "y");
    await collected([Buffer.from("first\n"), line, line, line, Buffer.from("\n")], (output) => {
      assert.deepEqual(
        [output.lastLineBytes, output.truncation.lastLinePartial, output.truncation.totalLines],
        [120_000, true, 2],
      );
    });
  });

  it("shows what truncation of the whole output shows, however it arrives", async () => {
    const short = fc.constantFrom("", "a", "\u20ac", "line");
    const long = fc.integer({ min: 1, max: 70_000 }).map((length) => "z".repeat(length));
    const many = fc
      .array(short, { minLength: 1, maxLength: 8 })
      .map((few) => Array.from({ length: 500 }, () => few).flat());
    const lines = fc.oneof(fc.array(fc.oneof(short, long), { maxLength: 8 }), many);
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 500, max: 90_000 }), async (chosen, size) => {
        const all = chosen.join("\n");
        const bytes = Buffer.from(all);
        const chunks: Buffer[] = [];
        for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
        await collected(chunks, (output) => {
          assert.deepEqual(output.truncation, truncateTail(all));
        });
      }),
      { numRuns: 40 },
    );
  });

  it("mcp-codemode.md 12.4: hands programmatic callers up to 1 MiB, else both ends", async () => {
    const half = 512 * 1024;
    const full = (...chunks: Buffer[]): ReturnType<OutputCollector["fullOutput"]> => {
      const collector = new OutputCollector("no/such/directory");
      for (const chunk of chunks) collector.push(chunk);
      collector.finish();
      return collector.fullOutput();
    };
    const whole = Buffer.concat([Buffer.alloc(half, "a"), Buffer.alloc(half, "b")]);
    assert.deepEqual(full(whole), { text: whole.toString(), truncated: false });
    const pieces = Array.from({ length: 64 }, (_, index) =>
      whole.subarray(index * 16_384, (index + 1) * 16_384),
    );
    assert.deepEqual(full(...pieces), { text: whole.toString(), truncated: false });
    const longer = full(...pieces, Buffer.from("\n"), Buffer.alloc(half, "c"));
    const omission = `\n\n[${half + 1} bytes omitted]\n\n`;
    assert.deepEqual(longer, { text: "a".repeat(half) + omission + "c".repeat(half), truncated: true });
    const euros = Buffer.from("\u20ac".repeat(349_525));
    assert.deepEqual(full(euros), { text: euros.toString(), truncated: false });
    const cut = full(Buffer.concat([euros, euros]));
    const end = "\u20ac".repeat(Math.floor(half / 3));
    assert.equal(cut.text, `${end}\n\n[${2 * (euros.length - end.length * 3)} bytes omitted]\n\n${end}`);
  });

  it("keeps memory bounded while 200 MB arrive", async () => {
    const chunk = Buffer.from("0123456789012345678\n".repeat(3000));
    const chunks = function* (): Generator<Buffer> {
      for (let index = 0; index < 3500; index += 1) yield chunk;
    };
    const before = process.memoryUsage().rss;
    await collected(chunks(), (output) => {
      assert.equal(output.truncation.totalLines, 3500 * 3000);
      const grown = process.memoryUsage().rss - before;
      assert.ok(grown < 100_000_000, `${grown} bytes more`);
    });
  });

  it("says why the log is missing when it cannot be written", async () => {
    const collector = new OutputCollector("no/such/directory");
    collector.push(Buffer.alloc(60_000, "x"));
    const output = collector.finish();
    assert.deepEqual([output.logFailure, output.fullOutputPath], ["ENOENT", undefined]);
  });
});
