import type { AgentToolResult } from "@relay-harness/agent-core";
import type { UserContent } from "@relay-harness/protocol";

import { detectImageMimeType, type ImageMimeType } from "../base/images/imageType.ts";
import type { ToolContext } from "./context.ts";
import type { ReadToolDetails } from "./read.ts";

/** A larger file is no image that could be sent. */
const maxImageBytes = 256 * 1024 * 1024;
const unlimited = { maxWidth: 1e9, maxHeight: 1e9, maxBytes: 1e9 };

export interface ReadImageRequest {
  chunks: AsyncGenerator<Buffer>;
  /** Type that the operations found, or `sniff` to go by the first bytes. */
  mimeType: string | undefined;
  autoResize: boolean;
  model: ToolContext["model"];
}

export interface ReadImageOutcome {
  /** Absent when the file is no image. */
  result?: AgentToolResult<ReadToolDetails>;
  /** Chunks taken off the stream for a file that is no image. */
  read: Buffer[];
}

const imageMimeTypes: ReadonlySet<string> = new Set<ImageMimeType>([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/bmp",
]);

function isImageMimeType(type: string): type is ImageMimeType {
  return imageMimeTypes.has(type);
}

interface SentImage {
  data: string;
  mimeType: string;
  note?: string;
}

async function sentImage(
  bytes: Buffer,
  mimeType: ImageMimeType,
  autoResize: boolean,
): Promise<SentImage | undefined> {
  if (!autoResize && mimeType !== "image/bmp") return { data: bytes.toString("base64"), mimeType };
  const { resizeImage } = await import("../base/images/resizeImage.ts");
  return resizeImage(bytes, mimeType, autoResize ? {} : unlimited);
}

async function imageResult(
  bytes: Buffer | undefined,
  mimeType: ImageMimeType,
  request: ReadImageRequest,
): Promise<AgentToolResult<ReadToolDetails>> {
  const sent = bytes && (await sentImage(bytes, mimeType, request.autoResize));
  if (!sent) {
    const { imageOmittedNote } = await import("../base/images/resizeImage.ts");
    const text = `Read image file [${mimeType}]\n${imageOmittedNote}`;
    return { content: [{ type: "text", text }], structuredContent: text };
  }
  const { data, note } = sent;
  const text = `Read image file [${sent.mimeType}]${note ? `\n${note}` : ""}`;
  const content: UserContent[] = [
    { type: "text", text },
    { type: "image", data, mimeType: sent.mimeType },
  ];
  const { model } = request;
  return {
    content,
    ...(model && !model.input.includes("image") && { details: { imageUnsupportedByModel: model.id } }),
    structuredContent: { type: "image", data, mimeType: sent.mimeType, ...(note && { note }) },
  };
}

/** Result of reading an image, or what was read of a file that is none (sessions-and-tools.md §12.1). */
export async function readImageResult(request: ReadImageRequest): Promise<ReadImageOutcome> {
  const first = await request.chunks.next();
  const head = first.done ? Buffer.alloc(0) : first.value;
  const mimeType = request.mimeType === "sniff" ? detectImageMimeType(head) : request.mimeType;
  if (mimeType === undefined || !isImageMimeType(mimeType)) return { read: [head] };

  const bytes: Buffer[] = [head];
  let size = head.length;
  for await (const chunk of request.chunks) {
    size += chunk.length;
    if (size > maxImageBytes) return { read: [], result: await imageResult(undefined, mimeType, request) };
    bytes.push(chunk);
  }
  return { read: [], result: await imageResult(Buffer.concat(bytes), mimeType, request) };
}
