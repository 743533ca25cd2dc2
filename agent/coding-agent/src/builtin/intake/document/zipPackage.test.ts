import assert from "node:assert/strict";
import { strFromU8, unzipSync } from "fflate";
import { zipPackage } from "./zipPackage.ts";

describe("zipPackage", () => {
  const parts = new Map([
    ["[Content_Types].xml", Buffer.from("<Types/>")],
    ["word/ção.xml", Buffer.from("á".repeat(70_000))],
    ["empty", Buffer.alloc(0)],
  ]);
  const bytes = Buffer.from(zipPackage(parts));

  it("harness.md §11, OOXML: holds every part in its order, deflated, under names in UTF-8", () => {
    const methods: number[] = [];
    const read = unzipSync(bytes, { filter: ({ compression }) => methods.push(compression) > 0 });
    assert.deepEqual(
      Object.entries(read).map(([name, part]) => [name, strFromU8(part)]),
      [...parts].map(([name, part]) => [name, part.toString()]),
    );
    assert.deepEqual(methods, [8, 8, 8]);
    assert.ok(bytes.length < 2000, String(bytes.length));
  });

  it("can be read from its start: sizes and checksums stand before each part", () => {
    let at = 0;
    for (const [name, part] of parts) {
      assert.equal(bytes.readUInt32LE(at), 0x04034b50);
      const length = bytes.readUInt16LE(at + 26);
      assert.equal(bytes.toString("utf8", at + 30, at + 30 + length), name);
      assert.equal(bytes.readUInt32LE(at + 22), part.length);
      at += 30 + length + bytes.readUInt32LE(at + 18);
    }
    assert.equal(bytes.readUInt32LE(at), 0x02014b50);
  });

  it("is the same for the same parts", () => assert.deepEqual(Buffer.from(zipPackage(parts)), bytes));
});
