import type { ImageContent } from "@relay-harness/protocol";
import { detectImageMimeType } from "./imageType.ts";
import type { ResizeProfile } from "./resizeImage.ts";
import { imageOmittedNote, resizeImage } from "./resizeImage.ts";

/** What becomes of an image block on its way into history: the block, or the note in its place. */
export interface PreparedImage {
  image?: ImageContent;
  /** Stands beside the image, or in its place. */
  note?: string;
}

export interface PrepareImageOptions {
  /** `images.autoResize`; `false` stores originals. BMP is converted either way. */
  autoResize: boolean;
  profile?: ResizeProfile;
}

const base64 = /^[A-Za-z0-9+/]*(={0,2})$/;

/** With or without padding. Groups of four are counted: matched one by one, they overflow the engine's stack. */
function isBase64(data: string): boolean {
  const padding = base64.exec(data)?.[1];
  if (padding === undefined || data === "") return false;
  const rest = (data.length - padding.length) % 4;
  return rest !== 1 && (padding === "" || rest + padding.length === 4);
}

/**
 * Checks and fits an image block from a user, a tool or an extension (models.md §24). The bytes decide
 * about the MIME type. A block that a provider would refuse becomes a note: one bad block in history
 * would break every later request.
 */
export async function prepareImageContent(
  { data, mimeType }: { data: string; mimeType: string },
  { autoResize, profile }: PrepareImageOptions,
): Promise<PreparedImage> {
  if (!isBase64(data)) return { note: "[Image omitted: its data is not valid base64.]" };
  const bytes = Buffer.from(data, "base64");
  const detected = detectImageMimeType(bytes);
  if (!detected) return { note: `[Image omitted: ${mimeType || "its type"} is not a supported image type.]` };
  if (!autoResize && detected !== "image/bmp") return { image: { type: "image", data, mimeType: detected } };
  const unlimited = { maxWidth: Infinity, maxHeight: Infinity, maxBytes: Infinity };
  const fitted = await resizeImage(bytes, detected, autoResize ? profile : unlimited);
  if (!fitted) return { note: imageOmittedNote };
  const image: ImageContent = { type: "image", data: fitted.data, mimeType: fitted.mimeType };
  return fitted.note === undefined ? { image } : { image, note: fitted.note };
}
