import { crc32, deflateRawSync } from "node:zlib";

const localHeader = 0x04034b50;
const directoryHeader = 0x02014b50;
const directoryEnd = 0x06054b50;
/** 2.0, the first with folders and deflate. */
const version = 20;
const utf8Names = 0x0800;
const deflated = 8;
/** 1 January 1980, 0:00: when it was made stands in the properties of the document. */
const date = 0x0021;

/**
 * A package of parts in their order, each compressed. Sizes stand before the parts, for readers that do not go to
 * the end first. The compressor of Node.js is the reason for it: one in JavaScript takes longer than all the rest.
 */
export function zipPackage(parts: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, data] of parts) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(data);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(version, 0);
    shared.writeUInt16LE(utf8Names, 2);
    shared.writeUInt16LE(deflated, 4);
    shared.writeUInt16LE(date, 8);
    shared.writeUInt32LE(crc32(data), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(data.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const file = Buffer.concat([number32(localHeader), shared, name, packed]);
    // After what both headers have: no comment, no attributes, and where the file begins.
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([number32(directoryHeader), number16(version), shared, place, name]));
    files.push(file);
    offset += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(directoryEnd, 0);
  end.writeUInt16LE(parts.size, 8);
  end.writeUInt16LE(parts.size, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listed, end]);
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function number16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
