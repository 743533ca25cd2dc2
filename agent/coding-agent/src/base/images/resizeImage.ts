import type { ImageLimits } from "@relay-harness/protocol";
import type { DecodedImage, RenderedImage } from "./imageCodec.ts";
import type { ImageHeader } from "./imageHeader.ts";
import { readImageHeader } from "./imageHeader.ts";
import { swapsSides } from "./exifOrientation.ts";
import type { ImageMimeType } from "./imageType.ts";

/** Pixels and bytes of base64 that an image may have (models.md §24). */
export type ResizeProfile = NonNullable<ImageLimits["resize"]>;

const defaultResizeProfile: Required<ResizeProfile> = {
  maxWidth: 2000,
  maxHeight: 2000,
  maxBytes: 4_718_592,
  jpegQuality: 80,
};

/** Replaces an image that cannot be decoded or reduced. */
export const imageOmittedNote = "[Image omitted: could not be resized below the inline image size limit.]";

/** An image as it may be stored and sent. Sizes in pixels, standing upright. */
export interface ResizedImage {
  /** Base64. */
  data: string;
  mimeType: Exclude<ImageMimeType, "image/bmp">;
  width: number;
  height: number;
  originalWidth: number;
  originalHeight: number;
  resized: boolean;
  /** Sent in another format for a reason other than its size in pixels. */
  converted: boolean;
  /** What the model is told about a resized or converted image, one note per line. */
  note?: string;
}

/** Larger images are refused: decoded, they would not fit into the decoder's memory. */
export const maxPixels = 120_000_000;
const lowerQualities = [65, 50, 35, 20];
const shrinkFactor = 0.75;

/**
 * Brings an image within the limits of `profile` (models.md §24, sessions-and-tools.md §12.1). An
 * image that is within them keeps its bytes. `undefined` when it cannot be decoded or reduced: the
 * caller puts `imageOmittedNote` in its place. Loads the decoder on first use.
 */
export async function resizeImage(
  bytes: Uint8Array,
  mimeType: ImageMimeType,
  profile: ResizeProfile = {},
): Promise<ResizedImage | undefined> {
  const header = readImageHeader(bytes, mimeType);
  if (!header || header.width * header.height > maxPixels) return undefined;
  const limits = { ...defaultResizeProfile, ...withoutAbsent(profile) };
  const { withDecodedImage } = await import("./imageCodec.ts");
  return withDecodedImage(bytes, (image) => fitImage({ bytes, mimeType, header, image, limits }));
}

interface Fitting {
  bytes: Uint8Array;
  mimeType: ImageMimeType;
  header: ImageHeader;
  image: DecodedImage;
  limits: Required<ResizeProfile>;
}

function fitImage({ bytes, mimeType, header, image, limits }: Fitting): ResizedImage | undefined {
  const isTurned = swapsSides(header.orientation);
  const [width, height] = isTurned ? [image.height, image.width] : [image.width, image.height];
  const fits = width <= limits.maxWidth && height <= limits.maxHeight;
  if (fits && mimeType !== "image/bmp" && base64Length(bytes) <= limits.maxBytes) {
    return describe(mimeType, { bytes, mimeType, width, height }, { width, height });
  }
  for (const size of sizesDownward({ width, height }, limits)) {
    const stored = isTurned ? [size.height, size.width] : [size.width, size.height];
    const rendered = image.render(stored[0] ?? 1, stored[1] ?? 1, header.orientation);
    const encoded = encodeWithin(rendered, limits, mimeType === "image/bmp");
    if (encoded) return describe(mimeType, { ...encoded, ...size }, { width, height });
  }
  return undefined;
}

interface Size {
  width: number;
  height: number;
}

/** The largest size within the limits, then smaller ones down to 1 × 1. */
function* sizesDownward(original: Size, limits: Required<ResizeProfile>): Generator<Size> {
  let scale = Math.min(1, limits.maxWidth / original.width, limits.maxHeight / original.height);
  for (;;) {
    const width = Math.max(1, Math.min(limits.maxWidth, Math.round(original.width * scale)));
    const height = Math.max(1, Math.min(limits.maxHeight, Math.round(original.height * scale)));
    yield { width, height };
    if (width === 1 && height === 1) return;
    scale *= shrinkFactor;
  }
}

interface Encoded {
  bytes: Uint8Array;
  mimeType: ResizedImage["mimeType"];
}

/** The smaller of PNG and JPEG, else JPEG of lower quality; `undefined` when none is small enough. */
function encodeWithin(
  rendered: RenderedImage,
  { maxBytes, jpegQuality }: Required<ResizeProfile>,
  prefersPng: boolean,
): Encoded | undefined {
  const png: Encoded = { bytes: rendered.png(), mimeType: "image/png" };
  if (prefersPng && base64Length(png.bytes) <= maxBytes) return png;
  const jpeg: Encoded = { bytes: rendered.jpeg(jpegQuality), mimeType: "image/jpeg" };
  const smaller = png.bytes.length <= jpeg.bytes.length ? png : jpeg;
  if (base64Length(smaller.bytes) <= maxBytes) return smaller;
  for (const quality of lowerQualities.filter((lower) => lower < jpegQuality)) {
    const bytes = rendered.jpeg(quality);
    if (base64Length(bytes) <= maxBytes) return { bytes, mimeType: "image/jpeg" };
  }
  return undefined;
}

function base64Length(bytes: Uint8Array): number {
  return Math.ceil(bytes.length / 3) * 4;
}

function sizeNote(original: Size, sent: Size): string {
  const scale = (original.width / sent.width).toFixed(2);
  return (
    `[Image: original ${original.width}x${original.height}, displayed at ${sent.width}x${sent.height}. ` +
    `Multiply coordinates by ${scale} to map to original image.]`
  );
}

/** What a model is told of an image that is shown smaller; `undefined` for one that is not. */
export function formatDimensionNote(image: ResizedImage): string | undefined {
  if (!image.resized) return undefined;
  return sizeNote({ width: image.originalWidth, height: image.originalHeight }, image);
}

function describe(source: ImageMimeType, sent: Encoded & Size, original: Size): ResizedImage {
  const resized = sent.width !== original.width || sent.height !== original.height;
  const converted = sent.mimeType !== source && (source === "image/bmp" || !resized);
  const notes: string[] = [];
  if (converted) notes.push(`[Image converted from ${source} to ${sent.mimeType}.]`);
  if (resized) notes.push(sizeNote(original, sent));
  return {
    data: Buffer.from(sent.bytes.buffer, sent.bytes.byteOffset, sent.bytes.byteLength).toString("base64"),
    mimeType: sent.mimeType,
    width: sent.width,
    height: sent.height,
    originalWidth: original.width,
    originalHeight: original.height,
    resized,
    converted,
    ...(notes.length > 0 && { note: notes.join("\n") }),
  };
}

function withoutAbsent(profile: ResizeProfile): ResizeProfile {
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined));
}
