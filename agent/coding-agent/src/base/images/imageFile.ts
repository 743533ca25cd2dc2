import { open } from "node:fs/promises";
import { detectImageMimeType, imageSignatureBytes, type ImageMimeType } from "./imageType.ts";

/** Format of an image file by its first bytes; `undefined` when it is no image that Relay reads. */
export async function detectSupportedImageMimeTypeFromFile(path: string): Promise<ImageMimeType | undefined> {
  const file = await open(path, "r");
  try {
    const head = Buffer.alloc(imageSignatureBytes);
    const { bytesRead } = await file.read(head, 0, imageSignatureBytes, 0);
    return detectImageMimeType(head.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
