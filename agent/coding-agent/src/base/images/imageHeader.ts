import type { Orientation } from "./exifOrientation.ts";
import { readOrientation, swapsSides } from "./exifOrientation.ts";
import type { ImageMimeType } from "./imageType.ts";

/** What an image's header says: its size standing upright, and how its pixels are stored. */
export interface ImageHeader {
  width: number;
  height: number;
  orientation: Orientation;
}

type Stored = ImageHeader;

/**
 * Reads the header without decoding a pixel. `undefined` when it is broken or cut off. JPEG headers
 * may stand behind large metadata: pass the whole file.
 */
export function readImageHeader(bytes: Uint8Array, mimeType: ImageMimeType): ImageHeader | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let stored: Stored | undefined;
  try {
    stored = readers[mimeType](data);
  } catch (error) {
    // Reading past the end: the header is cut off.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  if (!stored || stored.width < 1 || stored.height < 1) return undefined;
  if (!swapsSides(stored.orientation)) return stored;
  return { width: stored.height, height: stored.width, orientation: stored.orientation };
}

const readers: Readonly<Record<ImageMimeType, (data: Buffer) => Stored | undefined>> = {
  "image/png": readPng,
  "image/jpeg": readJpeg,
  "image/gif": (data) => ({ width: data.readUInt16LE(6), height: data.readUInt16LE(8), orientation: 1 }),
  "image/webp": readWebp,
  "image/bmp": readBmp,
};

function readPng(data: Buffer): Stored | undefined {
  if (data.toString("latin1", 12, 16) !== "IHDR") return undefined;
  let orientation: Orientation = 1;
  for (let at = 8; at + 8 <= data.length; at += 12 + data.readUInt32BE(at)) {
    const name = data.toString("latin1", at + 4, at + 8);
    if (name === "eXIf") orientation = readOrientation(data.subarray(at + 8, at + 8 + data.readUInt32BE(at)));
    if (name === "eXIf" || name === "IDAT") break;
  }
  return { width: data.readUInt32BE(16), height: data.readUInt32BE(20), orientation };
}

function readJpeg(data: Buffer): Stored | undefined {
  let orientation: Orientation = 1;
  let at = 2;
  while (at + 4 <= data.length) {
    if (data[at] !== 0xff) return undefined;
    const marker = data.readUInt8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: data.readUInt16BE(at + 7), height: data.readUInt16BE(at + 5), orientation };
    const length = data.readUInt16BE(at + 2);
    if (marker === 0xe1 && data.toString("latin1", at + 4, at + 10) === "Exif\0\0") {
      orientation = readOrientation(data.subarray(at + 10, at + 2 + length));
    }
    at += 2 + length;
  }
  return undefined;
}

function readWebp(data: Buffer): Stored | undefined {
  switch (data.toString("latin1", 12, 16)) {
    case "VP8 ":
      return {
        width: data.readUInt16LE(26) & 0x3fff,
        height: data.readUInt16LE(28) & 0x3fff,
        orientation: 1,
      };
    case "VP8L": {
      const bits = data.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, orientation: 1 };
    }
    case "VP8X":
      return {
        width: data.readUIntLE(24, 3) + 1,
        height: data.readUIntLE(27, 3) + 1,
        orientation: readWebpOrientation(data),
      };
    default:
      return undefined;
  }
}

function readWebpOrientation(data: Buffer): Orientation {
  let at = 12;
  while (at + 8 <= data.length) {
    const length = data.readUInt32LE(at + 4);
    if (data.toString("latin1", at, at + 4) === "EXIF") {
      const block = data.subarray(at + 8, at + 8 + length);
      return readOrientation(block.toString("latin1", 0, 6) === "Exif\0\0" ? block.subarray(6) : block);
    }
    at += 8 + length + (length % 2);
  }
  return 1;
}

function readBmp(data: Buffer): Stored {
  const isOldHeader = data.readUInt32LE(14) === 12;
  return {
    width: isOldHeader ? data.readUInt16LE(18) : Math.abs(data.readInt32LE(18)),
    height: isOldHeader ? data.readUInt16LE(20) : Math.abs(data.readInt32LE(22)),
    orientation: 1,
  };
}
