import { readImageHeader } from "./imageHeader.ts";
import { detectImageMimeType } from "./imageType.ts";
import { maxPixels } from "./resizeImage.ts";

/**
 * An image as PNG, standing upright and in its own size; one that is PNG keeps its bytes. `undefined`
 * when it cannot be decoded, or is too large for that. Loads the decoder on first use.
 */
export async function convertToPng(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const mimeType = detectImageMimeType(bytes);
  if (mimeType === "image/png") return bytes;
  const header = mimeType && readImageHeader(bytes, mimeType);
  if (!header || header.width * header.height > maxPixels) return undefined;
  const { withDecodedImage } = await import("./imageCodec.ts");
  return withDecodedImage(bytes, ({ width, height, render }) =>
    render(width, height, header.orientation).png(),
  );
}
