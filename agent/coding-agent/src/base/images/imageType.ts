/** Formats that Relay reads. Providers accept all but BMP, which is converted. */
export type ImageMimeType = "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/bmp";

/** Bytes from the start of a file that `detectImageMimeType` needs. */
export const imageSignatureBytes = 32;

const pngSignature = "\x89PNG\r\n\x1a\n";
/** Sizes of the header that follows the file header of a BMP; they tell it from text starting with `BM`. */
const bmpHeaderSizes: ReadonlySet<number> = new Set([12, 40, 52, 56, 64, 108, 124]);

/** Format of an image by its first bytes, whatever its file is called (models.md §24). */
export function detectImageMimeType(bytes: Uint8Array): ImageMimeType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, imageSignatureBytes));
  const text = head.toString("latin1");
  if (text.startsWith(pngSignature)) return "image/png";
  if (text.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (text.startsWith("GIF87a") || text.startsWith("GIF89a")) return "image/gif";
  if (text.startsWith("RIFF") && text.startsWith("WEBP", 8)) return "image/webp";
  const isBmp = text.startsWith("BM") && head.length >= 18 && bmpHeaderSizes.has(head.readUInt32LE(14));
  return isBmp ? "image/bmp" : undefined;
}
