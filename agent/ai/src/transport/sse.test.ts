import assert from "node:assert/strict";
import fc from "fast-check";
import { chunksOf } from "../../../../test/fakes/streamEvents.ts";
import { readSse, type SseEvent } from "./sse.ts";

async function read(...chunks: (string | Uint8Array)[]): Promise<SseEvent[]> {
  const events: SseEvent[] = [];
  for await (const batch of readSse(chunksOf(...chunks))) events.push(...batch);
  return events;
}

const sample = [
  "event: first\n",
  'data: {"a":1}\n',
  "\n",
  ": keep-alive\n",
  "\n",
  "id: 7\n",
  "retry: 100\n",
  "unknown: x\n",
  "data: línea 🙈\n",
  "data:second\n",
  "data\n",
  "\n",
  "data:  two spaces\n",
  "\n",
].join("");
const expected: SseEvent[] = [
  { event: "first", data: '{"a":1}' },
  { data: "línea 🙈\nsecond\n" },
  { data: " two spaces" },
];

describe("readSse", () => {
  it("reads names, joined data lines, comments and unknown fields", async () => {
    assert.deepEqual(await read(sample), expected);
  });

  for (const [name, ending] of [
    ["LF", "\n"],
    ["CRLF", "\r\n"],
    ["CR", "\r"],
  ] as const) {
    it(`yields the same events for every cut of a stream with ${name} endings`, async () => {
      const bytes = Buffer.from(sample.replaceAll("\n", ending));
      for (let at = 0; at <= bytes.length; at++) {
        assert.deepEqual(await read(bytes.subarray(0, at), bytes.subarray(at)), expected, `cut at ${at}`);
      }
      assert.deepEqual(await read(...Array.from(bytes, (byte) => Uint8Array.of(byte))), expected);
    });
  }

  it("skips a byte order mark, also when it is cut", async () => {
    const bytes = Buffer.from("\ufeffdata: a\n\n");
    for (let at = 0; at <= bytes.length; at++) {
      assert.deepEqual(await read(bytes.subarray(0, at), bytes.subarray(at)), [{ data: "a" }]);
    }
  });

  it("dispatches a last event without its blank line", async () => {
    for (const end of ["", "\n", "\r", "\r\n"]) {
      assert.deepEqual(await read(`data: a\n\nevent: e\ndata: b${end}`), [
        { data: "a" },
        { event: "e", data: "b" },
      ]);
    }
  });

  it("yields the events of one chunk as one batch and none for a chunk without an end of event", async () => {
    const batches: SseEvent[][] = [];
    for await (const batch of readSse(chunksOf("data: a\n\ndata: b\n\nda", "ta: c", "\n\n")))
      batches.push(batch);
    assert.deepEqual(batches, [[{ data: "a" }, { data: "b" }], [{ data: "c" }]]);
  });

  it("yields nothing for an empty body", async () => {
    assert.deepEqual(await read(), []);
    assert.deepEqual(await read(""), []);
  });

  it("returns what was sent, for any data lines and cuts", async () => {
    const line = fc.string({ unit: "grapheme", maxLength: 12 }).filter((text) => !/[\r\n]/.test(text));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1 }), fc.array(fc.nat(300)), async (lines, cuts) => {
        const bytes = Buffer.from(lines.map((text) => `data: ${text}\n\n`).join(""));
        const points = [
          0,
          ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b),
          bytes.length,
        ];
        const pieces = points.slice(1).map((point, index) => bytes.subarray(points[index], point));
        assert.deepEqual(
          await read(...pieces),
          lines.map((data) => ({ data })),
        );
      }),
      { numRuns: 200 },
    );
  });

  it("models.md §26.1: gives up on an event without end instead of keeping all of it", async () => {
    let sent = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      const chunk = Buffer.alloc(4 * 1024 * 1024, "x");
      for (; sent < 256; sent++) yield chunk;
    }
    const reading = async (): Promise<void> => {
      for await (const batch of readSse(endless())) assert.fail(`got ${batch.length} events`);
    };
    await assert.rejects(reading, { code: "connection", message: "The server sent an event without end" });
    assert.ok(sent < 64);
  });
});
