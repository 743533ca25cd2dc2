import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import type { OneShotPrompt } from "../modes/oneShot/oneShotMode.ts";
import { composePrompts, type PromptInputOptions } from "./promptInput.ts";

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A black PNG. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    pixel.subarray(0, 8),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc((width + 1) * height))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

describe("composePrompts", () => {
  let cwd: string;
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), "relay-prompt-input-"));
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  function stdin(text?: string): NonNullable<PromptInputOptions["stdin"]> {
    const chunks =
      text === undefined ? [] : [Buffer.from(text).subarray(0, 2), Buffer.from(text).subarray(2)];
    return Object.assign(toAsync(chunks), { isTTY: text === undefined });
  }
  async function* toAsync(chunks: Buffer[]): AsyncGenerator<Buffer> {
    yield* chunks;
  }
  function file(name: string, content: string | Buffer): string {
    const path = join(cwd, name);
    writeFileSync(path, content);
    return path;
  }
  function compose(
    input: { messages?: string[]; files?: string[]; piped?: string },
    options: PromptInputOptions = {},
  ): Promise<OneShotPrompt[]> {
    const { messages = [], files = [], piped } = input;
    return composePrompts({ messages, files }, cwd, { stdin: stdin(piped), ...options });
  }

  it("cli.md 10: puts piped input before the message", async () => {
    assert.deepEqual(await compose({ piped: "diff\n\n", messages: ["Review"] }), [
      { text: "diff\n\nReview", piped: "diff" },
    ]);
    assert.deepEqual(await compose({ piped: "häh" }), [{ text: "häh" }]);
  });

  it("cli.md 16, 20: makes one prompt of each message, and none of nothing", async () => {
    assert.deepEqual(await compose({ messages: ["one", "two"] }), [{ text: "one" }, { text: "two" }]);
    assert.deepEqual(await compose({ piped: " \n" }), []);
    assert.deepEqual(await compose({}), []);
  });

  it("cli.md 17: wraps text files with their absolute path, in order, and skips empty ones", async () => {
    const a = file("a.txt", "X");
    file("empty.txt", "");
    const b = file("b.txt", Buffer.from("\ufeffY\n", "utf16le"));
    const [prompt] = await compose({ piped: "in", files: ["a.txt", "empty.txt", b], messages: ["go"] });
    assert.equal(
      prompt?.text,
      `in\n\n<file name="${a}">\nX\n</file>\n<file name="${b}">\nY\n\n</file>\n\n\ngo`,
    );
  });

  it("cli.md 18: refuses missing files, directories and binaries", async () => {
    file("bin", Buffer.of(0xc3, 0x28, 0x01));
    file("nul", "a\0b");
    const refusals: [string, string][] = [
      ["missing.txt", `Error: File not found: ${join(cwd, "missing.txt")}`],
      [".", `Error: Not a file: ${cwd}`],
      ["bin", `Error: Neither text nor an image: ${join(cwd, "bin")}`],
      ["nul", `Error: Neither text nor an image: ${join(cwd, "nul")}`],
    ];
    for (const [name, text] of refusals) await assert.rejects(compose({ files: [name] }), { text });
  });

  it("attaches images by content and mentions them", async () => {
    const path = file("p.txt", pixel);
    assert.deepEqual(await compose({ files: ["p.txt"] }), [
      {
        text: `<file name="${path}"></file>\n`,
        images: [{ type: "image", data: pixel.toString("base64"), mimeType: "image/png" }],
      },
    ]);
  });

  it("states the sizes of an image that was resized, and keeps it when resizing is off", async () => {
    const large = png(3000, 1000);
    file("large.png", large);
    const [resized] = await compose({ files: ["large.png"] });
    assert.match(resized?.text ?? "", /^<file name="[^"]+">.*3000x1000.*2000x667.*<\/file>\n$/s);
    const [original] = await compose({ files: ["large.png"] }, { autoResize: () => false });
    assert.equal(original?.images?.[0]?.data, large.toString("base64"));
  });

  it("takes white space for nothing, wherever it stands", async () => {
    const compose = (messages: string[], piped?: string) =>
      composePrompts({ messages, files: [] }, cwd, { stdin: stdin(piped) });
    assert.deepEqual(await compose([" ", "", "\n"], " \n\t"), []);
    assert.deepEqual(await compose(["one", "", " ", "two"], "\n"), [{ text: "one" }, { text: "two" }]);
    assert.deepEqual(await compose(["", "two"], "piped"), [{ text: "piped" }, { text: "two" }]);
  });
});
