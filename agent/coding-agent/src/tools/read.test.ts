import assert from "node:assert/strict";
import { homedir } from "node:os";
import { join, relative } from "node:path";

import { createReadTool, type ReadToolDetails, type ReadToolInput } from "./read.ts";
import type { ReadOperations } from "./readOperations.ts";
import { resultText, withTempDir, writeTree, type TreeContent } from "../base/testing/tempTree.ts";

async function read(
  files: TreeContent,
  input: ReadToolInput,
): Promise<{ text: string; details?: ReadToolDetails }> {
  return withTempDir(async (root) => {
    await writeTree(root, files);
    const result = await createReadTool(root).execute("1", input);
    return { text: resultText(result), ...(result.details && { details: result.details }) };
  });
}

function numbered(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");
}

/** Smallest PNG of a size that a header can name: the pixels do not matter where none are decoded. */
const onePixelPng = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A 24-bit BMP in one colour. */
function bmp(width: number, height: number): Buffer {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const bytes = Buffer.alloc(54 + rowBytes * height, 0x40);
  bytes.fill(0, 0, 54);
  bytes.write("BM");
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  bytes.writeUInt32LE(rowBytes * height, 34);
  return bytes;
}

describe("read", () => {
  it("sessions-and-tools.md 43: shows 2000 lines and where to go on", async () => {
    const text = numbered(5000);
    const all = await read({ f: text }, { path: "f" });
    assert.ok(
      all.text.endsWith("line 2000\n\n[Showing lines 1-2000 of 5001. Use offset=2001 to continue.]"),
      all.text.slice(-100),
    );
    assert.deepEqual(
      [
        all.details?.truncation?.totalLines,
        all.details?.truncation?.totalBytes,
        all.details?.truncation?.truncatedBy,
      ],
      [5000, text.length, "lines"],
    );
    const part = await read({ f: text }, { path: "f", offset: 10, limit: 3 });
    assert.deepEqual(part, {
      text: "line 10\nline 11\nline 12\n\n[4989 more lines in file. Use offset=13 to continue.]",
    });
    await assert.rejects(read({ f: text }, { path: "f", offset: 6000 }), {
      message: "Offset 6000 is beyond end of file (5001 lines total)",
    });
  });

  it("sessions-and-tools.md 44: says how to see a first line that is too long", async () => {
    const { text, details } = await read({ f: `${"x".repeat(60_000)}\nshort` }, { path: "f" });
    assert.equal(text, "[Line 1 is 58.6KB, exceeds 50.0KB limit. Use bash: sed -n '1p' f | head -c 51200]");
    assert.deepEqual(
      [
        details?.truncation?.firstLineExceedsLimit,
        details?.truncation?.totalLines,
        details?.truncation?.totalBytes,
      ],
      [true, 2, 60_006],
    );
    const second = await read({ f: `a\n${"x".repeat(60_000)}\n` }, { path: "f", offset: 2, limit: 1 });
    assert.equal(
      second.text,
      "[Line 2 is 58.6KB, exceeds 50.0KB limit. Use bash: sed -n '2p' f | head -c 51200]",
    );
  });

  it("sessions-and-tools.md 44: stops at the byte limit", async () => {
    const { text, details } = await read({ f: `${"y".repeat(999)}\n`.repeat(300) }, { path: "f" });
    assert.ok(text.endsWith("y\n\n[Showing lines 1-51 of 301 (50.0KB limit). Use offset=52 to continue.]"));
    assert.deepEqual(
      [details?.truncation?.outputLines, details?.truncation?.totalLines, details?.truncation?.totalBytes],
      [51, 300, 300_000],
    );
  });

  it("sessions-and-tools.md 45: finds macOS names, home files, and no homes of other users", async () => {
    const files = {
      "Screenshot at 10.00.00\u202FAM.png": "narrow",
      "Cafe\u0301.txt": "decomposed",
      "don\u2019t.txt": "curly",
      "l\u2019e\u0301te\u0301.txt": "both",
      "no\u00A0break.txt": "literal",
    };
    const arguments_ = [
      "Screenshot at 10.00.00 AM.png",
      "Caf\u00e9.txt",
      "don't.txt",
      "l'\u00e9t\u00e9.txt",
      "no\u00A0break.txt",
    ];
    const texts = [];
    for (const path of arguments_) texts.push((await read(files, { path })).text);
    assert.deepEqual(texts, ["narrow", "decomposed", "curly", "both", "literal"]);

    await withTempDir(async (root) => {
      await writeTree(root, { "h.txt": "home" });
      const tool = createReadTool("/nonexistent");
      const home = `~/${relative(homedir(), join(root, "h.txt"))}`;
      assert.equal(resultText(await tool.execute("1", { path: `@${home}` })), "home");
      await assert.rejects(createReadTool(root).execute("1", { path: "~root/x" }), {
        message: `ENOENT: no such file or directory, access '${root}/~root/x'`,
      });
    });
  });

  it("sessions-and-tools.md 46: goes by content, not by name", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { "p.txt": onePixelPng, "fake.png": "text", "gif.txt": "GIF is text" });
      const tool = createReadTool(root);
      const image = await tool.execute("1", { path: "p.txt" });
      assert.deepEqual(image, {
        content: [
          { type: "text", text: "Read image file [image/png]" },
          { type: "image", data: onePixelPng.toString("base64"), mimeType: "image/png" },
        ],
        structuredContent: { type: "image", data: onePixelPng.toString("base64"), mimeType: "image/png" },
      });
      assert.equal(resultText(await tool.execute("2", { path: "fake.png" })), "text");
      assert.equal(resultText(await tool.execute("3", { path: "gif.txt" })), "GIF is text");
    });
  });

  it("sessions-and-tools.md 46: fits large images in and says by how much", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { "big.bmp": bmp(3000, 1000), "small.bmp": bmp(4, 2) });
      const tool = createReadTool(root);
      const text = resultText(await tool.execute("1", { path: "big.bmp" }));
      assert.match(text, /^Read image file \[image\/(png|jpeg)\]\n/);
      assert.match(
        text,
        /\[Image: original 3000x1000, displayed at 2000x667\. Multiply coordinates by 1\.50 to map/,
      );
      const small = resultText(
        await tool.execute("2", { path: "small.bmp" }, undefined, undefined, {
          images: { autoResize: false },
        }),
      );
      assert.equal(small, "Read image file [image/png]\n[Image converted from image/bmp to image/png.]");
    });
  });

  it("leaves out an image that cannot be decoded, and sends it as it is without resizing", async () => {
    await withTempDir(async (root) => {
      const broken = Buffer.concat([onePixelPng.subarray(0, 20), Buffer.alloc(40, 1)]);
      await writeTree(root, { "broken.png": broken });
      const omitted = await createReadTool(root).execute("1", { path: "broken.png" });
      assert.deepEqual(omitted.content, [
        {
          type: "text",
          text: "Read image file [image/png]\n[Image omitted: could not be resized below the inline image size limit.]",
        },
      ]);
      const asIs = await createReadTool(root, { autoResizeImages: () => false }).execute("2", {
        path: "broken.png",
      });
      assert.deepEqual(asIs.content[1], {
        type: "image",
        data: broken.toString("base64"),
        mimeType: "image/png",
      });
    });
  });

  it("names a model that cannot see the image", async () => {
    await withTempDir(async (root) => {
      await writeTree(root, { "p.png": onePixelPng });
      const tool = createReadTool(root);
      const blind = await tool.execute("1", { path: "p.png" }, undefined, undefined, {
        model: { id: "blind", input: ["text"] },
      });
      const seeing = await tool.execute("1", { path: "p.png" }, undefined, undefined, {
        model: { id: "seeing", input: ["text", "image"] },
      });
      assert.deepEqual([blind.details, blind.content.length], [{ imageUnsupportedByModel: "blind" }, 2]);
      assert.equal(seeing.details, undefined);
    });
  });

  it("returns byte order mark, CRLF and NUL as they are and invalid bytes as U+FFFD", async () => {
    assert.deepEqual(await read({ f: "\uFEFFa\r\n\0b\r\n" }, { path: "f" }), { text: "\uFEFFa\r\n\0b\r\n" });
    assert.deepEqual(await read({ f: Buffer.from([0x61, 0xff, 0x0a]) }, { path: "f" }), {
      text: "a\uFFFD\n",
    });
    assert.deepEqual(await read({ f: "" }, { path: "f" }), { text: "" });
  });

  it("counts the empty line after a final line feed", async () => {
    const files = { f: "a\nb\nc\n" };
    assert.deepEqual(await read(files, { path: "f", limit: 3 }), {
      text: "a\nb\nc\n\n[1 more lines in file. Use offset=4 to continue.]",
    });
    assert.deepEqual(await read(files, { path: "f", limit: 4 }), { text: "a\nb\nc\n" });
    assert.deepEqual(await read(files, { path: "f", offset: 4 }), { text: "" });
    await assert.rejects(read(files, { path: "f", offset: 5 }), /beyond end of file \(4 lines total\)/);
  });

  it("takes odd offsets and limits for the nearest sensible number", async () => {
    const files = { f: "a\nb\nc" };
    const rest = (left: number, next: number): string =>
      `\n\n[${left} more lines in file. Use offset=${next} to continue.]`;
    assert.equal((await read(files, { path: "f", offset: null, limit: 0 })).text, `a${rest(2, 2)}`);
    assert.equal((await read(files, { path: "f", offset: -3, limit: 2.9 })).text, `a\nb${rest(1, 3)}`);
    assert.equal((await read(files, { path: "f", offset: 2.7 })).text, "b\nc");
  });

  it("uses the note of the fixed limits when they bite inside the limit of the call", async () => {
    const { text } = await read({ f: numbered(5000) }, { path: "f", limit: 2500 });
    assert.ok(text.endsWith("[Showing lines 1-2000 of 5001. Use offset=2001 to continue.]"));
    const exact = await read({ f: numbered(5000) }, { path: "f", limit: 2000 });
    assert.ok(exact.text.endsWith("line 2000\n\n[3001 more lines in file. Use offset=2001 to continue.]"));
    const whole = await read({ f: numbered(2000) }, { path: "f" });
    assert.equal(whole.text, numbered(2000));
  });

  it("counts lines of a window of empty lines", async () => {
    const { text } = await read({ f: "\n".repeat(3000) }, { path: "f" });
    assert.equal(
      text,
      `${"\n".repeat(1999)}\n\n[Showing lines 1-2000 of 3001. Use offset=2001 to continue.]`,
    );
  });

  it("reports missing files and directories as the system does", async () => {
    await withTempDir(async (root) => {
      const tool = createReadTool(root);
      await assert.rejects(tool.execute("1", { path: "no" }), {
        message: `ENOENT: no such file or directory, access '${root}/no'`,
      });
      await assert.rejects(tool.execute("1", { path: "." }), {
        message: "EISDIR: illegal operation on a directory, read",
      });
    });
  });

  it("works on operations that only read whole files", async () => {
    const operations: ReadOperations = {
      readFile: (path) => Promise.resolve(Buffer.from(`content of ${path}`)),
      access: () => Promise.resolve(),
    };
    const tool = createReadTool("/remote", { operations });
    assert.equal(resultText(await tool.execute("1", { path: "a" })), "content of /remote/a");
    const other = await tool.execute("1", { path: "a" }, undefined, undefined, { cwd: "/other" });
    assert.equal(resultText(other), "content of /other/a");
  });

  it("believes operations about what is an image", async () => {
    const operations: ReadOperations = {
      readFile: () => Promise.resolve(onePixelPng),
      access: () => Promise.resolve(),
      detectImageMimeType: () => Promise.resolve(null),
    };
    const result = await createReadTool("/", { operations }).execute("1", { path: "p.png" });
    assert.deepEqual(
      result.content.map((block) => block.type),
      ["text"],
    );
  });

  it("ends with the text of an aborted call", async () => {
    const controller = new AbortController();
    const endless: ReadOperations = {
      readFile: () => Promise.reject(new Error("not used")),
      access: () => Promise.resolve(),
      createReadStream: async function* (_path, { signal }) {
        while (!signal?.aborted) {
          yield Buffer.alloc(100, "x");
          controller.abort();
        }
        signal.throwIfAborted();
      },
    };
    const reading = createReadTool("/", { operations: endless }).execute(
      "1",
      { path: "f" },
      controller.signal,
    );
    await assert.rejects(reading, { message: "Operation aborted" });
    await assert.rejects(createReadTool("/").execute("1", { path: "etc" }, AbortSignal.abort()), {
      message: "Operation aborted",
    });
  });
});
