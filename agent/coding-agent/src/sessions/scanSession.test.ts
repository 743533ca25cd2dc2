import assert from "node:assert/strict";
import fc from "fast-check";
import type { JsonObject, SessionEntry } from "@relay-harness/protocol";
import { joinJson } from "../base/jsonPieces.ts";
import { assistant, header, jsonl, messageEntry, user } from "./fixtures.test.ts";
import { parseSession } from "./parseSession.ts";
import { run, share, step } from "./randomSteps.test.ts";
import { scanSession } from "./scanSession.ts";
import { SessionManager } from "./sessionManager.ts";
import { toLine } from "./sessionRecords.ts";
import { StoredMessage } from "./storedMessage.ts";

const head = jsonl(header());

/** Reading lazily gives what parsing gives. Returns how many messages were not parsed. */
function assertSame(bytes: Buffer): number {
  const expected = parseSession(bytes.toString("utf8"));
  const scanned = scanSession(bytes);
  // Ids that a migration hands out are random.
  if (expected?.migrated !== undefined) {
    assert.equal(scanned?.entries.length, expected.entries.length);
    return 0;
  }
  const entries = scanned?.entries.map((record) =>
    record instanceof StoredMessage ? record.parse() : record,
  );
  assert.deepEqual(scanned && { ...scanned, entries }, expected);
  const stored = scanned?.entries.filter((record) => record instanceof StoredMessage) ?? [];
  for (const record of stored) assertStored(record);
  return stored.length;
}

/** What is known without parsing, and the bytes that are passed on, say what the entry says. */
function assertStored(record: StoredMessage): void {
  const entry = record.parse();
  const { id, parentId, role } = record;
  assert.deepEqual(
    { id, parentId, role },
    { id: entry.id, parentId: entry.parentId, role: entry.message.role },
  );
  assert.deepEqual(JSON.parse(joinJson([record.entryJson()]).toString()), entry);
  assert.deepEqual(JSON.parse(joinJson([record.messageJson()]).toString()), entry.message);
}

function storedOf(...lines: (JsonObject | string)[]): number {
  return assertSame(Buffer.from(head + jsonl(...lines)));
}

describe("reading a session without parsing it", () => {
  const answer = messageEntry("a1", "u1", {
    ...assistant("two"),
    content: [
      { type: "thinking", thinking: 'a\nb "c" \\ é 🙂', thinkingSignature: "s" },
      {
        type: "toolCall",
        id: "c",
        name: "read",
        arguments: { path: "x", deep: [{ a: [1.5e-7, true, null] }, {}, []] },
      },
    ],
  });
  const result = messageEntry("r1", "a1", {
    role: "toolResult",
    toolCallId: "c",
    toolName: "read",
    content: [
      { type: "text", text: "" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
    ],
    details: { lines: [1, -2, 0.5] },
    isError: false,
    timestamp: 3,
  });

  it("leaves the messages alone that this program has written", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const session = SessionManager.inMemory("/w");
        for (const action of steps) run(session, action);
        const lines = [session.getHeader(), ...session.getEntries()].map(toLine);
        const messages = session.getEntries().filter(isTalk);
        assert.equal(assertSame(Buffer.from(lines.join(""))), messages.length);
      }),
      { numRuns: 60 },
    );
    assert.equal(storedOf(messageEntry("u1", null, { ...user("one") }), answer, result), 3);
  });

  it("parses lines that are written in another way", () => {
    const line = JSON.stringify(answer);
    const others = [
      ` ${line}`,
      `${line} `,
      `${line}\r`,
      line.replace(":", ": "),
      line.replace('"id":"a1"', '"id":"\\u0061"'),
      line.replace('"id":"a1"', '"id":"é"'),
      line.replace('"parentId":"u1"', '"parentId":5'),
      line.replace('"role"', '"rol\\u0065"'),
      line.replace('"usage"', '"usag\\u0065"'),
      line.replace('"usage":{', '"usage":{},"usage":{'),
      line.replace('"content":', '"role":"user","content":'),
      line.replace('"thinking":"', '"type":"odd","thinking":"'),
      line.replace('"message"', '"extra":1,"message"'),
      line.replace(/\}$/, ',"id":"other"}'),
      line.replace("1.5e-7", "1e400"),
      line.replace("1.5e-7", "1".repeat(400)),
      line.replace("[1.5e-7", `${"[".repeat(100)}${"]".repeat(100)},[1`),
      line.replace('"arguments":{', '"arguments":null,"x":{'),
      line.replace('"input":0', '"input":"0"'),
      line.replace('"provider":"stub"', '"provider":5'),
      line.replace('"role":"assistant"', '"role":"odd"'),
      JSON.stringify({ ...result, message: { ...(result.message as JsonObject), usage: {} } }),
      JSON.stringify(messageEntry("s1", null, { role: "system", content: "s" })),
    ];
    for (const other of others) assert.equal(storedOf(other), 0, other);
  });

  it("skips lines that only begin as they should", () => {
    const line = JSON.stringify(answer);
    const broken = [
      line.slice(0, -1),
      `${line}}`,
      line.replace("true", "tru"),
      line.replace("1.5e-7", "01"),
      line.replace("1.5e-7", "1."),
      line.replace("1.5e-7", "1e"),
      line.replace("1.5e-7", "-"),
      line.replace("\\n", "\\x"),
      line.replace("\\n", "\\u00g0"),
      line.replace("\\n", "\t"),
      line.replace("[]]", "[],]"),
      line.replace("{}", "{,}"),
      line.replace(',"content"', ',,"content"'),
      line.replace(',"content"', '{"content"'),
      line.slice(0, 150) + line,
    ];
    for (const other of broken) {
      assert.equal(storedOf(other), 0, other);
      assert.equal(parseSession(head + other)?.entries.length, 0, other);
    }
  });

  it("keeps to the lines, whatever the end of the file", () => {
    const line = JSON.stringify(answer);
    assert.equal(assertSame(Buffer.from(head + line)), 0);
    assert.equal(assertSame(Buffer.from(`${head + line}\n\n`)), 1);
    assert.equal(assertSame(Buffer.from(`\uFEFF\n${head}${line}\n${line.slice(0, 100)}`)), 1);
    for (const content of ["", "\n", "x\n", `${line}\n${head}`, head.trimEnd()])
      assertSame(Buffer.from(content));
  });

  it("gives what parsing gives when any byte is replaced, lost or joined by another one", () => {
    for (const line of [answer, result].map((entry) => Buffer.from(JSON.stringify(entry)))) {
      for (let at = 0; at <= line.length; at++) {
        const [before, from, after] = [line.subarray(0, at), line.subarray(at), line.subarray(at + 1)];
        for (const byte of [undefined, ...Buffer.from('"\\}],:0.-+e \n\u001f'), 0xff]) {
          const added = byte === undefined ? [] : [Buffer.of(byte)];
          for (const rest of [from, after]) {
            assertSame(Buffer.concat([Buffer.from(head), before, ...added, rest, Buffer.from("\n")]));
          }
        }
      }
    }
  }).timeout(20_000);

  it("gives what parsing gives for files with damage at any place", () => {
    const hits = fc.array(damage, { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(recordLine, { maxLength: 6 }), hits, hits, (lines, inHead, inBody) => {
        const body = inBody.reduce(hit, Buffer.from(lines.map((line) => `${line}\n`).join("")));
        assertSame(Buffer.concat([Buffer.from(head), body]));
        assertSame(Buffer.concat([inHead.reduce(hit, Buffer.from(head)), body]));
      }),
      { numRuns: 500 },
    );
  });
});

function isTalk(entry: SessionEntry): boolean {
  return entry.type === "message" && ["user", "assistant", "toolResult"].includes(entry.message.role);
}

const words = fc.string({
  maxLength: 6,
  unit: fc.constantFrom("a", '"', "\\", "\n", "\u0001", "é", "🙂", "\ud800", "}"),
});
const amount = fc.tuple(fc.integer(), fc.constantFrom(1, 1e-3, 1e-12, 1e20)).map(([n, factor]) => n * factor);
const names = fc.oneof({ weight: 9, arbitrary: fc.constantFrom("a", "type", "role", "__proto__") }, words);
const leaf = fc.oneof(words, amount, fc.boolean(), fc.constant(null));
const any = fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(names, leaf, { maxKeys: 3 }));
/** Mostly as it should be. */
const mostly = <T, U>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
  fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: other });
const block = mostly(
  fc.oneof(
    fc.record({ type: fc.constant("text"), text: words }),
    fc.record({ type: fc.constant("thinking"), thinking: words, thinkingSignature: words }),
    fc.record({
      type: fc.constant("toolCall"),
      id: words,
      name: words,
      arguments: mostly(fc.dictionary(names, any, { maxKeys: 3 }), any),
    }),
    fc.record({ type: fc.constant("image"), data: words, mimeType: words }),
  ),
  fc.record({ type: fc.constantFrom("image", "text", "odd"), data: words }),
);
const content = mostly(fc.array(block, { maxLength: 3 }), fc.oneof(words, any));
const usage = fc.record({
  ...{ input: amount, output: amount, cacheRead: amount, cacheWrite: amount, totalTokens: amount },
  cost: fc.record({ input: amount, total: amount }),
});
const message = mostly(
  fc.oneof(
    fc.record({ role: fc.constant("user"), content: fc.oneof(content, words), timestamp: amount }),
    fc.record({
      role: fc.constant("assistant"),
      content,
      provider: mostly(words, any),
      model: words,
      usage: mostly(usage, any),
      stopReason: words,
    }),
    fc.record({
      role: fc.constant("toolResult"),
      toolCallId: mostly(words, any),
      content,
      details: any,
      isError: fc.boolean(),
    }),
  ),
  fc.record({ role: fc.constantFrom("system", "custom", "odd", "toolResult"), content, usage }),
);
const entryId = fc.constantFrom(..."abcdefghijklmnop");
const record = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      type: fc.constant("message"),
      id: entryId,
      parentId: fc.option(entryId),
      timestamp: fc.constant("2026-01-01T00:00:00.000Z"),
      message,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom("label", "odd"),
      id: entryId,
      parentId: entryId,
      targetId: entryId,
    }),
  },
);
const recordLine = record.map((value) => JSON.stringify(value));

/** Bytes that take the place of `removed` others; `at` is a share of the file. */
interface Damage {
  at: number;
  removed: number;
  added: Buffer;
}

const damage: fc.Arbitrary<Damage> = fc.record({
  at: share,
  removed: fc.constantFrom(0, 1, 1, 2, 40),
  added: fc.oneof(
    fc
      .constantFrom(
        "",
        '"',
        "\\",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "0",
        "-",
        ".",
        "e",
        " ",
        "\n",
        "\r",
        "\t",
        "\u0000",
      )
      .map((text) => Buffer.from(text)),
    fc
      .constantFrom('"role":"user",', ',"type":"text"', '"id":"a",', ',"a":1', "\uFEFF", "{}", "null")
      .map((text) => Buffer.from(text)),
    fc.uint8Array({ minLength: 1, maxLength: 2 }).map((bytes) => Buffer.from(bytes)),
  ),
});

function hit(bytes: Buffer, { at, removed, added }: Damage): Buffer {
  const start = Math.floor(at * bytes.length);
  return Buffer.concat([bytes.subarray(0, start), added, bytes.subarray(start + removed)]);
}
