import assert from "node:assert/strict";
import fc from "fast-check";
import { isLinear } from "../fixtures/cpuTime.ts";
import { encodeRecord, JsonlDecoder } from "./framing.ts";
import type { DecodedRecord } from "./framing.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const record = (text: string): DecodedRecord => ({ kind: "record", text });
const oversize: DecodedRecord = { kind: "oversize" };

function decodeChunks(chunks: readonly Uint8Array[], maxBytes?: number): DecodedRecord[] {
  const decoder = new JsonlDecoder(maxBytes === undefined ? {} : { maxBytes });
  return [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.end()];
}

/** The rules of rpc.md §2.1 said once more, over the whole stream at once. */
function decodeAtOnce(bytes: Uint8Array): DecodedRecord[] {
  const lines: Uint8Array[] = [];
  let rest = bytes;
  for (let at = rest.indexOf(10); at !== -1; at = rest.indexOf(10)) {
    lines.push(rest.slice(0, at));
    rest = rest.slice(at + 1);
  }
  const decode = (line: Uint8Array, index: number): string => {
    const text = new TextDecoder("utf-8", { ignoreBOM: index > 0 }).decode(line);
    return text.endsWith("\r") ? text.slice(0, -1) : text;
  };
  const texts = lines.map(decode);
  const tail = decode(rest, lines.length);
  return [...texts, ...(tail === "" ? [] : [tail])].map(record);
}

function cut(bytes: Uint8Array, offsets: readonly number[]): Uint8Array[] {
  const bounds = [0, ...offsets.map((offset) => offset % (bytes.length + 1)), bytes.length];
  bounds.sort((a, b) => a - b);
  return bounds.slice(1).map((bound, index) => bytes.slice(bounds[index], bound));
}

describe("encodeRecord", () => {
  it("writes one line that ends with LF", () => {
    assert.equal(encodeRecord({ type: "a", text: "x\ny\r" }), '{"type":"a","text":"x\\ny\\r"}\n');
  });

  it("leaves out members whose value is undefined and keeps null", () => {
    assert.equal(
      encodeRecord({ id: undefined, data: null, list: [undefined] }),
      '{"data":null,"list":[null]}\n',
    );
  });

  it("escapes lone surrogates and leaves U+2028 and U+2029 raw", () => {
    assert.equal(encodeRecord({ a: "\ud800", b: "\u2028\u2029" }), '{"a":"\\ud800","b":"\u2028\u2029"}\n');
  });

  it("rpc.md 55: writes a chain of 100,000 nested nodes", () => {
    let tree: object = { entry: { id: "0" }, children: [] };
    for (let depth = 1; depth < 100_000; depth++) tree = { entry: { id: String(depth) }, children: [tree] };
    let node = JSON.parse(encodeRecord({ tree: [tree] })).tree[0];
    let depth = 0;
    for (; node; node = node.children[0]) depth++;
    assert.equal(depth, 100_000);
  });

  it("refuses a cycle", () => {
    const cycle: { self?: object } = {};
    cycle.self = cycle;
    assert.throws(() => encodeRecord(cycle), TypeError);
  });
});

describe("JsonlDecoder", () => {
  it("rpc.md 7: strips one CR and keeps blank records in their place", () => {
    const stream = bytesOf('{"id":"a"}\r\n\n  \n{"id":"b"}\n');
    assert.deepEqual(decodeChunks([stream]), ['{"id":"a"}', "", "  ", '{"id":"b"}'].map(record));
  });

  it("strips only one CR, and none inside a record", () => {
    assert.deepEqual(decodeChunks([bytesOf("a\rb\r\r\nc\r")]), [record("a\rb\r"), record("c")]);
  });

  it("rpc.md 8: treats U+2028, U+2029, U+0085, VT and FF as data", () => {
    const text = "a\u2028b\u2029c\u0085d\ve\ff";
    assert.deepEqual(decodeChunks([bytesOf(`${text}\n`)]), [record(text)]);
  });

  it("rpc.md 9: joins a character whose bytes come in two chunks", () => {
    assert.deepEqual(decodeChunks([Uint8Array.of(0x22, 0xc3), Uint8Array.of(0xa9, 0x22, 0x0a)]), [
      record('"é"'),
    ]);
  });

  it("rpc.md 9: replaces bytes that are no UTF-8 by U+FFFD", () => {
    assert.deepEqual(decodeChunks([Uint8Array.of(0x22, 0xff, 0x22, 0x0a)]), [record('"\ufffd"')]);
  });

  it("rpc.md 9: drops one BOM at the start of the stream, wherever it is cut", () => {
    const stream = bytesOf('\ufeff{"a":1}\n\ufeffb\n');
    for (let at = 0; at <= stream.length; at++) {
      const chunks = [stream.slice(0, at), stream.slice(at)];
      assert.deepEqual(decodeChunks(chunks), [record('{"a":1}'), record("\ufeffb")]);
    }
    assert.deepEqual(decodeChunks([bytesOf("\ufeff\ufeffa\n")]), [record("\ufeffa")]);
  });

  it("rpc.md 11: gives the unterminated tail at the end", () => {
    const decoder = new JsonlDecoder();
    assert.deepEqual(decoder.push(bytesOf("a\nb")), [record("a")]);
    assert.deepEqual(decoder.end(), [record("b")]);
    assert.deepEqual(decoder.end(), []);
  });

  it("knows no record in an empty tail", () => {
    assert.deepEqual(decodeChunks([]), []);
    assert.deepEqual(decodeChunks([bytesOf("a\n")]), [record("a")]);
    assert.deepEqual(decodeChunks([bytesOf("\ufeff")]), []);
    assert.deepEqual(decodeChunks([bytesOf("\r")]), []);
  });

  it("completes records as soon as their LF arrives", () => {
    const decoder = new JsonlDecoder();
    assert.deepEqual(decoder.push(bytesOf("a")), []);
    assert.deepEqual(decoder.push(bytesOf("\nb\nc")), [record("a"), record("b")]);
    assert.deepEqual(decoder.push(bytesOf("\n")), [record("c")]);
  });

  it("reports a record above the limit once and reads on behind it", () => {
    const stream = bytesOf("12345\n123456\n1234567890\nok\n1234567");
    const expected = [record("12345"), oversize, oversize, record("ok"), oversize];
    for (let at = 0; at <= stream.length; at++) {
      assert.deepEqual(decodeChunks([stream.slice(0, at), stream.slice(at)], 5), expected);
    }
    assert.deepEqual(
      decodeChunks(
        Array.from(stream, (byte) => Uint8Array.of(byte)),
        5,
      ),
      expected,
    );
  });

  it("does not count the CR towards the limit", () => {
    const stream = bytesOf("12345\r\n12345\r\r\n");
    const expected = [record("12345"), oversize];
    assert.deepEqual(decodeChunks([stream], 5), expected);
    assert.deepEqual(
      decodeChunks(
        Array.from(stream, (byte) => Uint8Array.of(byte)),
        5,
      ),
      expected,
    );
  });

  it("accepts a record of 64 MiB and cuts one above 128 MiB by default", function () {
    const chunk = new Uint8Array(1 << 20).fill(0x61);
    const decoder = new JsonlDecoder();
    for (let i = 0; i < 64; i++) assert.deepEqual(decoder.push(chunk), []);
    const [large] = decoder.push(bytesOf("\n"));
    assert.equal(large?.kind === "record" && large.text.length, 64 << 20);
    for (let i = 0; i < 129; i++) assert.deepEqual(decoder.push(chunk), []);
    assert.deepEqual(decoder.push(bytesOf("x\nnext\n")), [oversize, record("next")]);
  });

  it("rpc.md 10: costs as much per byte in a long record as in a short one", () => {
    const chunk = new Uint8Array(512).fill(0x61);
    const read = (chunkCount: number): void => {
      const decoder = new JsonlDecoder();
      for (let i = 0; i < chunkCount; i++) decoder.push(chunk);
      assert.equal(decoder.push(bytesOf("\n")).length, 1);
    };
    assert.ok(isLinear(10_000, read));
  });

  it("gives the same records however the bytes are cut", () => {
    const streams = fc.array(
      fc.oneof(
        fc.string({ unit: "binary" }).map(bytesOf),
        fc.uint8Array({ maxLength: 8 }),
        fc.constantFrom("\n", "\r\n", "\ufeff", "\u2028").map(bytesOf),
      ),
    );
    fc.assert(
      fc.property(streams, fc.array(fc.nat()), (parts, offsets) => {
        const bytes = Uint8Array.from(parts.flatMap((part) => [...part]));
        assert.deepEqual(decodeChunks(cut(bytes, offsets)), decodeAtOnce(bytes));
      }),
    );
  });

  it("gives back what was encoded", () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ noUnicodeString: false }))),
        fc.array(fc.nat()),
        (values, offsets) => {
          const bytes = bytesOf(values.map(encodeRecord).join(""));
          const decoded = decodeChunks(cut(bytes, offsets)).map((item) =>
            item.kind === "record" ? JSON.parse(item.text) : item,
          );
          assert.deepEqual(
            decoded,
            values.map((value) => JSON.parse(JSON.stringify(value))),
          );
        },
      ),
    );
  });
});
