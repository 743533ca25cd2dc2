import { letterPattern } from "../text/letters.ts";
import { lazy } from "../text/lazy.ts";

/** A place where an entry file points to another file of its skill. */
export interface SkillReference {
  /** Relative to the skill's folder, with `/`, without `./`. */
  path: string;
  /** Its line says when or why to load it. */
  hasReason: boolean;
}

const resourceFolder = /^(?:references|scripts|assets|templates|examples)\//;
const markdownLink = /\[[^\]\n]*\]\(([^()\s]+)(?:\s+"[^"\n]*")?\)/g;
const codeSpan = /`([^`\n]+)`/g;
const pathCharacters = /^[\w@.+-]+(?:\/[\w@.+-]+)*\/?$/;
const extension = /\.[a-z][a-z0-9]{0,9}$/i;

/** When to do something, and why (harness-lexicons.md L14, cue words). */
const cueWords = new Set(
  (
    "when if before after for to while whenever because unless during " +
    "quando se antes depois para ao porque cuando si después al"
  ).split(" "),
);

/**
 * Relative links, code spans and bare words of an entry file that name a file (harness.md §9). A bare word
 * without a slash is as often a name of something else, such as Node.js: it counts if it is one of `files`.
 */
export function findReferences(entry: string, files: readonly string[]): SkillReference[] {
  const known = new Set(files);
  return proseLines(entry).flatMap((line) => {
    const { paths, rest } = readLine(line, known);
    const hasReason = isReason(rest);
    return paths.map((path) => ({ path, hasReason }));
  });
}

/** Lines outside of fences; a list item takes its continuation lines with it. */
function proseLines(entry: string): string[] {
  const lines: string[] = [];
  let fence: string | undefined;
  let isItem = false;
  for (const line of entry.split(/\r?\n/)) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || fence === mark)) {
      fence = fence === undefined ? mark : undefined;
      continue;
    }
    if (fence !== undefined) continue;
    if (isItem && /^\s+\S/.test(line) && !isItemStart(line)) {
      lines.push(`${lines.pop() ?? ""} ${line.trim()}`);
      continue;
    }
    isItem = isItemStart(line);
    lines.push(line);
  }
  return lines;
}

function isItemStart(line: string): boolean {
  return /^\s*(?:[-*+]|\d+[.)])\s/.test(line);
}

/** The files that a line names, and what it says beside them. */
function readLine(line: string, known: ReadonlySet<string>): { paths: string[]; rest: string } {
  const links = [...line.matchAll(markdownLink)].flatMap(([, target = ""]) => linkPath(target));
  const spans = [...line.matchAll(codeSpan)].flatMap(([, span = ""]) => span.split(/\s+/)).filter(namesFile);
  const words = line
    .replace(markdownLink, " ")
    .replace(codeSpan, " ")
    .split(/[\s,;()"']+/);
  const isNamed = (word: string): boolean => {
    const path = bareWord(word);
    return namesFile(path) && (path.includes("/") || known.has(clean(path)));
  };
  const bare = words.filter(isNamed).map(bareWord);
  return {
    paths: [...new Set([...links, ...[...spans, ...bare].map(clean)])],
    rest: words.filter((word) => !isNamed(word)).join(" "),
  };
}

function bareWord(word: string): string {
  return word.replace(/[.:!?]+$/, "");
}

/** A link's target may be any relative path; anchors and addresses are none. */
function linkPath(target: string): string[] {
  const path = clean(target.replace(/[?#].*$/, ""));
  return path !== "" && !/^[a-z][a-z0-9+.-]*:/i.test(target) && !isOutside(path) ? [path] : [];
}

function namesFile(word: string): boolean {
  const path = clean(word);
  if (isOutside(path) || !pathCharacters.test(path) || path === "SKILL.md") return false;
  return resourceFolder.test(path) || (extension.test(path) && !/^\d/.test(path));
}

function isOutside(path: string): boolean {
  return path.startsWith("/") || path.startsWith("~") || path.startsWith("../") || /^[a-z]:/i.test(path);
}

function clean(path: string): string {
  return path.replace(/\\/g, "/").replace(/^(?:\.\/)+/, "");
}

const wordOfText = lazy(() => letterPattern(String.raw`[\p{L}\p{N}'-]+`, "gu"));

/** At least three words, one of them a cue. */
function isReason(text: string): boolean {
  const words = text.toLowerCase().match(wordOfText()) ?? [];
  return words.length >= 3 && (words.some((word) => cueWords.has(word)) || /\bin case\b/i.test(text));
}
