import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { ImageContent } from "@relay-harness/protocol";
import { expandTilde } from "../base/paths.ts";
import type { OneShotPrompt } from "../modes/oneShot/oneShotMode.ts";
import type { CliArgs } from "./args.ts";
import { StartError } from "./startError.ts";

export interface PromptInputOptions {
  /** Where piped input comes from. Default: the process's. */
  stdin?: AsyncIterable<Uint8Array | string> & { isTTY?: boolean };
  /** `images.autoResize`, asked for when the first image turns up. Default true. */
  autoResize?: () => boolean;
}

interface FileArgument {
  text: string;
  image?: ImageContent;
}

/**
 * The prompts of the command line (cli.md §1.5). The first is made of piped input, file arguments
 * and the first message; each further message is a prompt of its own. Empty when nothing but white
 * space was given. Throws `StartError` for a file that cannot be used.
 */
export async function composePrompts(
  { messages, files }: Pick<CliArgs, "messages" | "files">,
  cwd: string,
  { stdin = process.stdin, autoResize = () => true }: PromptInputOptions = {},
): Promise<OneShotPrompt[]> {
  const piped = stdin.isTTY ? "" : await readAll(stdin);
  const read: FileArgument[] = [];
  for (const file of files) read.push(await readArgument(resolve(cwd, expandTilde(file)), autoResize));
  const [first = "", ...further] = messages;
  const fileText = read.map(({ text }) => text).join("");
  const pipedText = piped.replace(/[\r\n]+$/, "");
  const parts = [pipedText, fileText, first];
  const text = parts.filter((part) => !isBlank(part)).join("\n\n");
  const images = read.flatMap(({ image }) => image ?? []);
  const prompts: OneShotPrompt[] = further
    .filter((message) => !isBlank(message))
    .map((message) => ({ text: message }));
  if (text === "" && images.length === 0) return prompts;
  // Beside a message, what was piped is what the message is about.
  const isMaterial = !isBlank(pipedText) && !isBlank(first);
  const opening = {
    text,
    ...(isMaterial && { piped: pipedText }),
    ...(images.length > 0 && { images }),
  };
  return [opening, ...prompts];
}

/** There is nothing to answer in white space. */
function isBlank(text: string): boolean {
  return text.trim() === "";
}

async function readAll(stdin: AsyncIterable<Uint8Array | string>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

async function readArgument(path: string, autoResize: () => boolean): Promise<FileArgument> {
  const bytes = await readBytes(path);
  if (bytes.length === 0) return { text: "" };
  const { detectImageMimeType } = await import("../base/images/imageType.ts");
  const mimeType = detectImageMimeType(bytes);
  if (mimeType === undefined) return { text: fileBlock(path, decodeText(path, bytes)) };
  const { prepareImageContent } = await import("../base/images/imageContent.ts");
  const source = { data: bytes.toString("base64"), mimeType };
  const { image, note = "" } = await prepareImageContent(source, { autoResize: autoResize() });
  return { text: `<file name="${path}">${note}</file>\n`, ...(image && { image }) };
}

/** A file that closed the block itself could pass its own text off as the developer's. */
function fileBlock(path: string, content: string): string {
  return `<file name="${path}">\n${content.replace(/<\/file/gi, "<\\/file")}\n</file>\n`;
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    if ((await stat(path)).isFile()) return await readFile(path);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") throw new StartError(`File not found: ${path}`, { cause });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`Cannot read ${path}: ${reason}`, { cause });
  }
  throw new StartError(`Not a file: ${path}`);
}

function decodeText(path: string, bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    const text = new TextDecoder(isUtf16 ? "utf-16le" : "utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch (cause) {
    throw new StartError(`Neither text nor an image: ${path}`, { cause });
  }
  throw new StartError(`Neither text nor an image: ${path}`);
}
