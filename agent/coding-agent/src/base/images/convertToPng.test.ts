import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as photon from "@silvia-odwyer/photon-node";
import { convertToPng } from "./convertToPng.ts";
import { detectSupportedImageMimeTypeFromFile } from "./imageFile.ts";
import { readImageHeader } from "./imageHeader.ts";
import { detectImageMimeType } from "./imageType.ts";

const pixels = new photon.PhotonImage(new Uint8Array(3 * 2 * 4).fill(200), 3, 2);
const jpeg = Buffer.from(pixels.get_bytes_jpeg(90));
const png = Buffer.from(pixels.get_bytes());

describe("convertToPng", () => {
  it("makes a PNG of the same size", async () => {
    const converted = await convertToPng(jpeg);
    assert.ok(converted);
    assert.equal(detectImageMimeType(converted), "image/png");
    assert.deepEqual(readImageHeader(converted, "image/png"), { width: 3, height: 2, orientation: 1 });
  });

  it("leaves a PNG as it is", async () => {
    assert.equal(await convertToPng(png), png);
  });

  it("has nothing for what cannot be decoded, or only at a size that no decoder has room for", async () => {
    const huge = Buffer.from(jpeg);
    // Height and width in the frame header.
    const frame = huge.indexOf(Buffer.from([0xff, 0xc0]));
    huge.writeUInt16BE(60_000, frame + 5);
    huge.writeUInt16BE(60_000, frame + 7);
    for (const bytes of [Buffer.from("GIF is text"), jpeg.subarray(0, 20), huge]) {
      assert.equal(await convertToPng(bytes), undefined);
    }
  });
});

describe("detectSupportedImageMimeTypeFromFile", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "relay-image-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("goes by the bytes, whatever the file is called", async () => {
    const path = join(folder, "a.txt");
    for (const [content, expected] of [
      [jpeg, "image/jpeg"],
      [png, "image/png"],
      [Buffer.from("text"), undefined],
      [Buffer.alloc(0), undefined],
    ] as const) {
      writeFileSync(path, content);
      assert.equal(await detectSupportedImageMimeTypeFromFile(path), expected);
    }
    await assert.rejects(detectSupportedImageMimeTypeFromFile(join(folder, "none")), { code: "ENOENT" });
  });
});
