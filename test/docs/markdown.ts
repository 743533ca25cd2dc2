import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url));

/** A fenced block of a page. */
export interface CodeBlock {
  language: string;
  text: string;
  /** Line of the opening fence, from 1. */
  line: number;
  /** The HTML comment that stands right before it, such as `run: exit=1`. */
  mark?: string;
}

export interface Page {
  /** Repository-relative. */
  path: string;
  text: string;
  /** Without fenced blocks and without inline code. */
  prose: string;
  blocks: readonly CodeBlock[];
}

/** Every page that the tests look at. */
export function documentationPages(): Page[] {
  const docs = readdirSync(join(repositoryRoot, "docs"), { recursive: true, encoding: "utf8" })
    .map((path) => `docs/${path.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".md"));
  return ["README.md", "CONTRIBUTING.md", "AGENTS.md", "CHANGELOG.md", ...docs.sort()].map(readPage);
}

export function readPage(path: string): Page {
  const text = readFileSync(join(repositoryRoot, path), "utf8");
  const blocks: CodeBlock[] = [];
  const prose: string[] = [];
  let open: { fence: string; language: string; line: number; mark?: string; lines: string[] } | undefined;
  let mark: string | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    if (open) {
      if (line.trimEnd() === open.fence) {
        const { language, line: start, lines, mark: own } = open;
        blocks.push({ language, text: lines.join("\n"), line: start, ...(own && { mark: own }) });
        open = undefined;
      } else open.lines.push(line);
      continue;
    }
    const [, fence, language] = /^(`{3,})(\w*)\s*$/.exec(line) ?? [];
    if (fence !== undefined) {
      open = { fence, language: language ?? "", line: index + 1, lines: [], ...(mark && { mark }) };
      mark = undefined;
      continue;
    }
    if (line.trim() !== "") mark = /^<!-- (.*) -->$/.exec(line)?.[1];
    prose.push(line);
  }
  if (open) throw new Error(`${path}:${open.line}: the block is never closed`);
  return { path, text, prose: prose.join("\n"), blocks };
}

/** Names that links to headings of a page may use. */
export function anchorsOf({ prose }: Page): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, title = ""] of prose.matchAll(/^#+ (.*)$/gm)) {
    const slug = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
    anchors.add(slug);
  }
  for (const [, id = ""] of prose.matchAll(/<a id="([^"]+)">/g)) anchors.add(id);
  return anchors;
}

/** First cells of all table rows of a page. */
export function firstCells({ prose }: Page): string[] {
  return [...prose.matchAll(/^\| ([^|]*(?:\\\|[^|]*)*) \|/gm)].map(([, cell = ""]) => cell.trim());
}
