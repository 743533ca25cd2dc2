import { open, readdir, readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { reasonOf } from "./reasonOf.ts";

/** Of a text file, what is read; more is told to be cut. */
const maxTextBytes = 256 * 1024;
/** Of a Word document, which has to be unpacked whole. */
const maxPackedBytes = 10 * 1024 * 1024;
const maxFolderFiles = 20;
const maxListedNames = 200;
const textEndings = new Set([".md", ".txt", ".rst", ".adoc", ".csv", ".docx", ".html", ".eml"]);

const unreadable: Readonly<Record<string, string>> = {
  ".pdf": "PDF is not read; save it as text or as a Word document",
  ".doc": "old Word files are not read; save it as .docx",
  ".xls": "spreadsheets are not read; save it as .csv",
  ".xlsx": "spreadsheets are not read; save it as .csv",
  ".pptx": "presentations are not read; save it as text",
};

/** Text of a file. Throws for what holds none. */
export async function readFileSource(path: string, size: number): Promise<string> {
  const ending = extname(path).toLowerCase();
  const refusal = unreadable[ending];
  if (refusal !== undefined) throw new Error(refusal);
  if (ending === ".docx") return readWordText(path, size);
  const bytes = await readStart(path);
  if (bytes.includes(0)) throw new Error("it is no text file");
  const text = new TextDecoder().decode(bytes);
  if (!/\.html?$/u.test(ending)) return text;
  const { pageText } = await import("./pageText.ts");
  return pageText(text);
}

async function readWordText(path: string, size: number): Promise<string> {
  if (size > maxPackedBytes) throw new Error(`it has more than ${maxPackedBytes / 1024 / 1024} MB`);
  const [{ openDocument }, { plainText }] = await Promise.all([
    import("../answers/openDocument.ts"),
    import("../answers/documentBlocks.ts"),
  ]);
  return plainText(openDocument(await readFile(path)).document);
}

/** The text files of a folder, after a list of what is in it. */
export async function readFolderSource(path: string): Promise<string> {
  const entries = (await readdir(path, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  const more = names.length > maxListedNames ? [`... and ${names.length - maxListedNames} more`] : [];
  const readable = entries.filter(
    (entry) => entry.isFile() && textEndings.has(extname(entry.name).toLowerCase()),
  );
  const texts: string[] = [];
  for (const { name } of readable.slice(0, maxFolderFiles)) {
    texts.push(`## ${name}\n\n${await readOfFolder(path, name)}`);
  }
  return [[...names.slice(0, maxListedNames), ...more].join("\n"), ...texts].join("\n\n");
}

async function readOfFolder(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  try {
    return await readFileSource(path, (await stat(path)).size);
  } catch (cause) {
    throw new Error(`${name}: ${reasonOf(cause)}`, { cause });
  }
}

async function readStart(path: string): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const buffer = new Uint8Array(maxTextBytes);
    const { bytesRead } = await file.read(buffer, 0, maxTextBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
