import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { markdownTable } from "./markdownTable.ts";

/** Number of test vectors of each page of the specification; they are numbered from 1. */
const vectorCounts = {
  "rpc.md": 70,
  "rpc-additions.md": 26,
  "models.md": 81,
  "sessions-and-tools.md": 64,
  "cli.md": 75,
  "extension-api.md": 55,
  "harness.md": 46,
} as const;

type Page = keyof typeof vectorCounts;

const pages = Object.keys(vectorCounts) as Page[];
const title = /\b(?:it|describe)\(\s*(["'`])((?:(?!\1).)*)\1/g;
/** `rpc.md 13`, `harness.md vector 14`; no section: `cli.md §8.3`. */
const citation = new RegExp(
  `\\b(${pages.map(citedAs).join("|")}) (?:vectors? )?(\\d+(?:(?:, ?| and |-|–)\\d+)*)(?!\\d|\\.\\d)`,
  "g",
);

/** Tests of harness.md cite its sections as well, which have numbers too. */
function citedAs(page: Page): string {
  return page.replace(".", "\\.") + (page === "harness.md" ? "(?= vector)" : "");
}

interface Coverage {
  /** Test files that cite a vector, repository-relative. */
  files: Map<number, Set<string>>;
}

/** The tables of docs/internals/spec-coverage.md: which vectors test names cite, and where. */
export function specCoverage(root: string): string {
  const coverage = new Map<Page, Coverage>(pages.map((page) => [page, { files: new Map() }]));
  for (const path of testFiles(root)) collect(readFileSync(join(root, path), "utf8"), path, coverage);
  const summary = markdownTable(
    ["Page", "Vectors", "Cited by a test name", "Not cited"],
    pages.map((page) => {
      const cited = citedNumbers(page, coverage);
      const missing = numbersUpTo(vectorCounts[page]).filter((number) => !cited.includes(number));
      return [page, String(vectorCounts[page]), String(cited.length), ranges(missing)];
    }),
  );
  return [summary, ...pages.map((page) => pageTable(page, coverage))].join("\n\n");
}

function pageTable(page: Page, coverage: ReadonlyMap<Page, Coverage>): string {
  const byFile = new Map<string, number[]>();
  for (const [number, files] of coverage.get(page)?.files ?? []) {
    for (const file of files) byFile.set(file, [...(byFile.get(file) ?? []), number]);
  }
  const rows = [...byFile].sort(([a], [b]) => (a < b ? -1 : 1));
  return `## ${page}\n\n${markdownTable(
    ["Test file", "Vectors"],
    rows.map(([file, numbers]) => [`\`${file}\``, ranges(numbers)]),
  )}`;
}

function collect(text: string, file: string, coverage: ReadonlyMap<Page, Coverage>): void {
  for (const [, , name = ""] of text.matchAll(title)) {
    for (const [, page = "", list = ""] of name.matchAll(citation)) {
      const files = coverage.get(page as Page)?.files;
      for (const number of expand(list)) {
        const known = files?.get(number) ?? new Set<string>();
        files?.set(number, known.add(file));
      }
    }
  }
}

/** `3, 5-7 and 9` as numbers. */
function expand(list: string): number[] {
  return list.split(/, ?| and /).flatMap((part) => {
    const [first = 0, last = first] = part.split(/[-–]/).map(Number);
    return numbersUpTo(last).slice(first - 1);
  });
}

function citedNumbers(page: Page, coverage: ReadonlyMap<Page, Coverage>): number[] {
  const numbers = [...(coverage.get(page)?.files.keys() ?? [])];
  return numbers.filter((number) => number <= vectorCounts[page]);
}

function numbersUpTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

/** `1-3, 7`; `none` for an empty list. */
function ranges(numbers: readonly number[]): string {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const parts: [number, number][] = [];
  for (const number of sorted) {
    const part = parts.at(-1);
    if (part && part[1] === number - 1) part[1] = number;
    else parts.push([number, number]);
  }
  const texts = parts.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`));
  return texts.length > 0 ? texts.join(", ") : "none";
}

function testFiles(root: string): string[] {
  return ["agent", "test"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
        (path) => `${folder}/${path.replaceAll("\\", "/")}`,
      ),
    )
    .filter((path) => path.endsWith(".test.ts") && !/(?:^|\/)(?:node_modules|dist)\//.test(path))
    .sort();
}
