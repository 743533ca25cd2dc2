import assert from "node:assert/strict";
import { deflateSync } from "node:zlib";
import * as photon from "@silvia-odwyer/photon-node";
import type { Orientation, Pixels } from "./exifOrientation.ts";
import { turnUpright } from "./exifOrientation.ts";
import fc from "fast-check";
import { prepareImageContent } from "./imageContent.ts";
import { readImageHeader } from "./imageHeader.ts";
import { detectImageMimeType } from "./imageType.ts";
import type { ResizedImage } from "./resizeImage.ts";
import { imageOmittedNote, resizeImage } from "./resizeImage.ts";

type Color = readonly [red: number, green: number, blue: number, alpha?: number];

/** Pixels whose colour depends on their place. */
function paint(width: number, height: number, color: (x: number, y: number) => Color): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [red, green, blue, alpha = 255] = color(x, y);
      rgba.set([red, green, blue, alpha], (y * width + x) * 4);
    }
  }
  return rgba;
}

function photonImage(
  width: number,
  height: number,
  color: (x: number, y: number) => Color,
): photon.PhotonImage {
  return new photon.PhotonImage(paint(width, height, color), width, height);
}

const gradient = (x: number, y: number): Color => [x % 256, y % 256, (x + y) % 256];
/** Left half red, right half blue. */
const halves =
  (width: number) =>
  (x: number): Color =>
    x < width / 2 ? [255, 0, 0] : [0, 0, 255];
/** Does not compress. */
function noise(): (x: number, y: number) => Color {
  let state = 1;
  const next = (): number => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 24;
  return () => [next(), next(), next()];
}

function bmp(width: number, height: number): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + row * height, 0x80);
  file.fill(0, 0, 54);
  file.write("BM");
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  return file;
}

const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

function exif(orientation: number, order: "II" | "MM"): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write(order);
  if (order === "II") {
    tiff.writeUInt16LE(42, 2);
    tiff.writeUInt32LE(8, 4);
    tiff.writeUInt16LE(1, 8);
    tiff.writeUInt16LE(0x0112, 10);
    tiff.writeUInt16LE(3, 12);
    tiff.writeUInt32LE(1, 14);
    tiff.writeUInt16LE(orientation, 18);
  } else {
    tiff.writeUInt16BE(42, 2);
    tiff.writeUInt32BE(8, 4);
    tiff.writeUInt16BE(1, 8);
    tiff.writeUInt16BE(0x0112, 10);
    tiff.writeUInt16BE(3, 12);
    tiff.writeUInt32BE(1, 14);
    tiff.writeUInt16BE(orientation, 18);
  }
  return tiff;
}

/** A JPEG with an EXIF segment behind its start marker. */
function turnedJpeg(jpeg: Uint8Array, orientation: number, order: "II" | "MM" = "II"): Buffer {
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), exif(orientation, order)]);
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

function pixelAt(image: ResizedImage, x: number, y: number): number[] {
  const decoded = photon.PhotonImage.new_from_byteslice(Buffer.from(image.data, "base64"));
  const at = (y * decoded.get_width() + x) * 4;
  return [...decoded.get_raw_pixels().slice(at, at + 3)];
}

function assertNear(actual: number[], expected: number[]): void {
  const isNear = actual.every((value, index) => Math.abs(value - (expected[index] ?? -99)) < 40);
  assert.ok(isNear, `${actual.join()} is not near ${expected.join()}`);
}

describe("detectImageMimeType", () => {
  it("models.md 63: goes by the bytes", () => {
    const image = photonImage(3, 2, gradient);
    assert.equal(detectImageMimeType(image.get_bytes()), "image/png");
    assert.equal(detectImageMimeType(image.get_bytes_jpeg(80)), "image/jpeg");
    assert.equal(detectImageMimeType(image.get_bytes_webp()), "image/webp");
    assert.equal(detectImageMimeType(bmp(3, 2)), "image/bmp");
    assert.equal(detectImageMimeType(gif), "image/gif");
    assert.equal(detectImageMimeType(Buffer.from("GIF87a")), "image/gif");
  });

  it("sessions-and-tools.md 46: takes text for text", () => {
    for (const text of [
      "",
      "GIF is text",
      "GIF88a",
      "BM is short for bitmap",
      "RIFF12345678WAVE",
      "<svg/>",
      "%PDF-1.7",
    ]) {
      assert.equal(detectImageMimeType(Buffer.from(text)), undefined, text);
    }
  });
});

describe("readImageHeader", () => {
  it("reads the size of every format without decoding", () => {
    const image = photonImage(31, 17, gradient);
    const size = { width: 31, height: 17, orientation: 1 };
    assert.deepEqual(readImageHeader(image.get_bytes(), "image/png"), size);
    assert.deepEqual(readImageHeader(image.get_bytes_jpeg(80), "image/jpeg"), size);
    assert.deepEqual(readImageHeader(image.get_bytes_webp(), "image/webp"), size);
    assert.deepEqual(readImageHeader(bmp(31, 17), "image/bmp"), size);
    assert.deepEqual(readImageHeader(gif, "image/gif"), { width: 1, height: 1, orientation: 1 });
  });

  it("reads a lossy and an extended WebP", () => {
    const lossy = Buffer.alloc(30);
    lossy.write("RIFF\0\0\0\0WEBPVP8 ", "latin1");
    lossy.writeUInt16LE(640, 26);
    lossy.writeUInt16LE(480, 28);
    assert.deepEqual(readImageHeader(lossy, "image/webp"), { width: 640, height: 480, orientation: 1 });
    const extended = Buffer.alloc(30);
    extended.write("RIFF\0\0\0\0WEBPVP8X", "latin1");
    extended.writeUInt32LE(10, 16);
    extended.writeUIntLE(639, 24, 3);
    extended.writeUIntLE(479, 27, 3);
    const chunk = Buffer.concat([Buffer.from("EXIF\x1a\0\0\0", "latin1"), exif(6, "MM")]);
    const file = Buffer.concat([extended, chunk]);
    assert.deepEqual(readImageHeader(file, "image/webp"), { width: 480, height: 640, orientation: 6 });
  });

  it("stands turned images upright", () => {
    const jpeg = photonImage(31, 17, gradient).get_bytes_jpeg(80);
    for (const order of ["II", "MM"] as const) {
      const turned = readImageHeader(turnedJpeg(jpeg, 6, order), "image/jpeg");
      assert.deepEqual(turned, { width: 17, height: 31, orientation: 6 });
    }
    const mirrored = readImageHeader(turnedJpeg(jpeg, 2), "image/jpeg");
    assert.deepEqual(mirrored, { width: 31, height: 17, orientation: 2 });
    const nonsense = readImageHeader(turnedJpeg(jpeg, 77), "image/jpeg");
    assert.deepEqual(nonsense, { width: 31, height: 17, orientation: 1 });
  });

  it("does not read a header that is cut off", () => {
    const image = photonImage(31, 17, gradient);
    assert.equal(readImageHeader(image.get_bytes().slice(0, 20), "image/png"), undefined);
    assert.equal(readImageHeader(image.get_bytes_jpeg(80).slice(0, 12), "image/jpeg"), undefined);
    assert.equal(readImageHeader(image.get_bytes_webp().slice(0, 20), "image/webp"), undefined);
    assert.equal(readImageHeader(bmp(3, 2).subarray(0, 20), "image/bmp"), undefined);
    assert.equal(readImageHeader(Buffer.from("GIF89a"), "image/gif"), undefined);
  });
});

describe("turnUpright", () => {
  // Two rows: A B C / D E F, one byte value per pixel.
  const stored: Pixels = { width: 3, height: 2, rgba: paint(3, 2, (x, y) => [65 + x + 3 * y, 0, 0]) };
  const expected: Record<Orientation, string> = {
    1: "ABC DEF",
    2: "CBA FED",
    3: "FED CBA",
    4: "DEF ABC",
    5: "AD BE CF",
    6: "DA EB FC",
    7: "FC EB DA",
    8: "CF BE AD",
  };
  for (const [name, rows] of Object.entries(expected)) {
    it(`turns ABC DEF to ${rows} for orientation ${name}`, () => {
      const turned = turnUpright(stored, Number(name) as Orientation);
      let seen = "";
      for (let at = 0; at < turned.rgba.length; at += 4) {
        if (at > 0 && (at / 4) % turned.width === 0) seen += " ";
        seen += String.fromCharCode(turned.rgba[at] ?? 0);
      }
      assert.equal(seen, rows);
    });
  }
});

describe("resizeImage", () => {
  it("models.md 63: fits a 4000x1000 PNG into 2000x500", async () => {
    const image = await resizeImage(photonImage(4000, 1000, gradient).get_bytes(), "image/png");
    assert.ok(image);
    assert.deepEqual(
      [image.width, image.height, image.originalWidth, image.originalHeight],
      [2000, 500, 4000, 1000],
    );
    assert.ok(image.data.length <= 4_718_592);
    const size = readImageHeader(Buffer.from(image.data, "base64"), image.mimeType);
    assert.deepEqual(size, { width: 2000, height: 500, orientation: 1 });
  });

  it("sessions-and-tools.md 46: notes original size, sent size and scale", async () => {
    const image = await resizeImage(photonImage(3000, 1000, () => [9, 9, 9]).get_bytes(), "image/png");
    assert.equal(
      image?.note,
      "[Image: original 3000x1000, displayed at 2000x667. Multiply coordinates by 1.50 to map to original image.]",
    );
  });

  it("keeps every byte of an image within the limits", async () => {
    const source = photonImage(40, 30, gradient);
    const files = [
      [source.get_bytes(), "image/png"],
      [source.get_bytes_jpeg(90), "image/jpeg"],
      [source.get_bytes_webp(), "image/webp"],
      [gif, "image/gif"],
    ] as const;
    for (const [bytes, mimeType] of files) {
      const image = await resizeImage(bytes, mimeType);
      assert.ok(image, mimeType);
      assert.deepEqual(
        [image.data, image.mimeType, image.resized, image.converted, image.note],
        [Buffer.from(bytes).toString("base64"), mimeType, false, false, undefined],
      );
    }
  });

  it("sends BMP as PNG with a note", async () => {
    const image = await resizeImage(bmp(5, 4), "image/bmp");
    assert.ok(image);
    assert.equal(image.mimeType, "image/png");
    assert.equal(image.note, "[Image converted from image/bmp to image/png.]");
    assert.equal(detectImageMimeType(Buffer.from(image.data, "base64")), "image/png");
    assert.deepEqual([image.width, image.height, image.converted, image.resized], [5, 4, true, false]);
  });

  it("takes the smaller of PNG and JPEG", async () => {
    const flat = await resizeImage(photonImage(300, 300, () => [1, 2, 3]).get_bytes(), "image/png", {
      maxWidth: 200,
    });
    assert.equal(flat?.mimeType, "image/png");
    const photo = await resizeImage(photonImage(300, 300, noise()).get_bytes(), "image/png", {
      maxWidth: 200,
    });
    assert.equal(photo?.mimeType, "image/jpeg");
  });

  it("lowers the quality before it shrinks", async () => {
    const bytes = photonImage(300, 300, noise()).get_bytes();
    const best = await resizeImage(bytes, "image/png", { maxBytes: 100_000 });
    assert.ok(best);
    const tight = await resizeImage(bytes, "image/png", { maxBytes: best.data.length - 4 });
    assert.ok(tight && tight.data.length < best.data.length);
    assert.deepEqual([tight.width, tight.height, tight.resized, tight.converted], [300, 300, false, true]);
    const tiny = await resizeImage(bytes, "image/png", { maxBytes: 4000 });
    assert.ok(tiny && tiny.data.length <= 4000 && tiny.width < 300 && tiny.width === tiny.height);
    assert.match(tiny.note ?? "", /original 300x300, displayed at/);
  });

  it("gives up when not even one pixel fits", async () => {
    assert.equal(
      await resizeImage(photonImage(20, 20, noise()).get_bytes(), "image/png", { maxBytes: 8 }),
      undefined,
    );
  });

  it("turns a resized photo upright", async () => {
    const jpeg = photonImage(400, 200, halves(400)).get_bytes_jpeg(95);
    const image = await resizeImage(turnedJpeg(jpeg, 6), "image/jpeg", { maxWidth: 100, maxHeight: 100 });
    assert.ok(image);
    assert.deepEqual(
      [image.width, image.height, image.originalWidth, image.originalHeight],
      [50, 100, 200, 400],
    );
    assertNear(pixelAt(image, 25, 10), [255, 0, 0]);
    assertNear(pixelAt(image, 25, 90), [0, 0, 255]);
  });

  it("shows what was transparent in white where JPEG is sent", async () => {
    const random = noise();
    const source = photonImage(200, 200, (x, y) => (y < 100 ? [0, 0, 0, 0] : random(x, y)));
    const image = await resizeImage(source.get_bytes(), "image/png", { maxWidth: 100 });
    assert.equal(image?.mimeType, "image/jpeg");
    assertNear(pixelAt(image, 50, 20), [255, 255, 255]);
  });

  it("models.md 63: refuses what cannot be decoded, and decodes the next image", async () => {
    const png = photonImage(60, 60, noise()).get_bytes();
    assert.equal(await resizeImage(png.slice(0, png.length / 2), "image/png"), undefined);
    assert.equal(await resizeImage(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), "image/png"), undefined);
    assert.ok(await resizeImage(png, "image/png"));
  });

  it("refuses an image whose header promises too many pixels", async () => {
    const header = Buffer.alloc(33);
    header.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
    header.writeUInt32BE(60_000, 16);
    header.writeUInt32BE(60_000, 20);
    const bomb = Buffer.concat([header, deflateSync(Buffer.alloc(1000))]);
    assert.equal(await resizeImage(bomb, "image/png"), undefined);
  });
});

describe("prepareImageContent", () => {
  const jpeg = Buffer.from(photonImage(60, 40, gradient).get_bytes_jpeg(80)).toString("base64");

  it("models.md 63: corrects the MIME type by the bytes", async () => {
    for (const autoResize of [true, false]) {
      const prepared = await prepareImageContent({ data: jpeg, mimeType: "image/png" }, { autoResize });
      assert.deepEqual(prepared, { image: { type: "image", data: jpeg, mimeType: "image/jpeg" } });
    }
  });

  it("fits an image into the profile unless resizing is off", async () => {
    const profile = { maxWidth: 30 };
    const fitted = await prepareImageContent(
      { data: jpeg, mimeType: "image/jpeg" },
      { autoResize: true, profile },
    );
    assert.match(fitted.note ?? "", /original 60x40, displayed at 30x20/);
    const kept = await prepareImageContent(
      { data: jpeg, mimeType: "image/jpeg" },
      { autoResize: false, profile },
    );
    assert.equal(kept.image?.data, jpeg);
  });

  it("models.md 63: takes images of many megabytes", async () => {
    const big = Buffer.concat([Buffer.from(jpeg, "base64"), Buffer.alloc(40_000_000)]).toString("base64");
    const kept = await prepareImageContent({ data: big, mimeType: "image/jpeg" }, { autoResize: false });
    assert.ok(kept.image?.data === big);
  });

  it("models.md 63: tells base64 with and without padding from other texts", async () => {
    const slow = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;
    const text = fc.string({ unit: fc.constantFrom("A", "9", "+", "/", "=", "!", "\n"), maxLength: 12 });
    const property = fc.asyncProperty(text, async (data) => {
      const { note } = await prepareImageContent({ data, mimeType: "" }, { autoResize: false });
      assert.equal(note?.includes("not valid base64") !== true, data !== "" && slow.test(data));
    });
    await fc.assert(property, { numRuns: 2000 });
  });

  it("converts BMP even when resizing is off", async () => {
    const data = bmp(4, 4).toString("base64");
    const prepared = await prepareImageContent({ data, mimeType: "image/bmp" }, { autoResize: false });
    assert.equal(prepared.image?.mimeType, "image/png");
  });

  it("puts a note in place of what providers would refuse", async () => {
    const options = { autoResize: true };
    const note = async (data: string, mimeType: string): Promise<unknown> => {
      const prepared = await prepareImageContent({ data, mimeType }, options);
      assert.equal(prepared.image, undefined);
      return prepared.note;
    };
    assert.equal(await note("not base64!", "image/png"), "[Image omitted: its data is not valid base64.]");
    assert.equal(await note("", "image/png"), "[Image omitted: its data is not valid base64.]");
    const svg = Buffer.from("<svg/>").toString("base64");
    assert.equal(
      await note(svg, "image/svg+xml"),
      "[Image omitted: image/svg+xml is not a supported image type.]",
    );
    assert.equal(await note(jpeg.slice(0, 200), "image/jpeg"), imageOmittedNote);
  });
});
