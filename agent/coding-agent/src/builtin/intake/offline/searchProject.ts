import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { foldText } from "../validate/foldText.ts";

const maxFiles = 3000;
const maxFileBytes = 200 * 1024;
const maxReadBytes = 20 * 1024 * 1024;
const maxNameWords = 5;
const skippedFolders = new Set(
  "node_modules dist build out coverage target vendor bin obj test tests __tests__ fixtures".split(" "),
);
const codeEndings = new Set(
  ".ts .tsx .js .jsx .mjs .cjs .py .rb .go .rs .java .kt .cs .php .swift .vue .svelte .dart".split(" "),
);
/** Names that code gives to what it does, in most languages. */
const definition =
  /\b(?:function|class|def|func|fn|interface|type|enum|const|let|var|sub|procedure|void)\s+\*?([A-Za-z_][A-Za-z0-9_]{2,60})/gu;

/** Names of the project's code that hold one of the stems, in plain words, the most frequent first. */
export async function searchProject(folder: string, stems: readonly string[]): Promise<string[]> {
  if (stems.length === 0) return [];
  const counts = new Map<string, number>();
  const count = (name: string): void => {
    const words = nameWords(name);
    if (words.length > maxNameWords || !words.some((word) => stems.some((stem) => word.startsWith(stem))))
      return;
    const text = words.join(" ");
    counts.set(text, (counts.get(text) ?? 0) + 1);
  };
  let read = 0;
  for (const path of await codeFiles(folder)) {
    count(baseName(path));
    const { size } = await stat(path);
    if (size > maxFileBytes || read + size > maxReadBytes) continue;
    read += size;
    const names = new Set(
      Array.from((await readFile(path, "utf8")).matchAll(definition), ([, name = ""]) => name),
    );
    for (const name of names) count(name);
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([text]) => text);
}

/** Folder by folder, in the order of their names. */
async function codeFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [folder];
  for (let next = folders.shift(); next !== undefined && found.length < maxFiles; next = folders.shift()) {
    const entries = await readdir(next, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const { name } = entry;
      if (name.startsWith(".")) continue;
      if (entry.isDirectory() && !skippedFolders.has(name)) folders.push(join(next, name));
      if (entry.isFile() && codeEndings.has(extname(name)) && !/[._-](?:test|spec|d)\.\w+$/u.test(name)) {
        found.push(join(next, name));
      }
    }
  }
  return found.slice(0, maxFiles);
}

function baseName(path: string): string {
  const name = path.split(/[/\\]/u).at(-1) ?? "";
  return name.slice(0, name.length - extname(name).length);
}

/** `calculateInvoiceTotal`, `invoice_total` and `invoice-total` in words, folded. */
function nameWords(name: string): string[] {
  return foldText(name.replace(/([a-z0-9])([A-Z])/gu, "$1 $2").replace(/([A-Z]+)([A-Z][a-z])/gu, "$1 $2"))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
