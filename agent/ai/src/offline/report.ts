import type { Intent, LanguageId } from "./intent.ts";
import { englishPhrases } from "./language/englishPhrases.ts";
import type { Phrases } from "./language/phrases.ts";
import { portuguesePhrases } from "./language/portuguesePhrases.ts";
import { spanishPhrases } from "./language/spanishPhrases.ts";
import type { Report } from "./steps.ts";

const phrasesOf: Readonly<Record<LanguageId, Phrases>> = {
  english: englishPhrases,
  portuguese: portuguesePhrases,
  spanish: spanishPhrases,
};

/** Longest excerpt of a tool's text in an answer; the tool's own card has all of it. */
const shownLines = 60;
const shownCharacters = 6000;

/** The line that starts the first answer of a session. */
export function noticeLine(language: LanguageId): string {
  return phrasesOf[language].notice;
}

/** Answer to a question about what was verified. */
export function nothingMoreText(language: LanguageId): string {
  return phrasesOf[language].nothingMore;
}

/** What the guide can do, with examples. */
export function helpText(language: LanguageId): string {
  const { help, examples } = phrasesOf[language];
  return [help, ...examples.map((example) => `- ${example}`)].join("\n");
}

/** Tells what the tools returned, and nothing else. */
export function reportText(
  reports: readonly Report[],
  skipped: readonly Intent[],
  language: LanguageId,
): string {
  const phrases = phrasesOf[language];
  const parts = reports.map((report) => describe(report, phrases, language));
  if (isUnchecked(reports)) parts[parts.length - 1] += ` ${phrases.unchecked}`;
  if (skipped.length > 0) parts.push(phrases.skipped(skipped.length));
  return parts.join("\n\n");
}

/** The last thing that it did was to change a file: nothing ran on it. */
function isUnchecked(reports: readonly Report[]): boolean {
  const last = reports.at(-1);
  return last?.kind === "created" || last?.kind === "replaced";
}

function describe(report: Report, phrases: Phrases, language: LanguageId): string {
  switch (report.kind) {
    case "listed": {
      const place = placeName(report.path, phrases);
      const isEmpty = report.text.trim() === "" || report.text.trim() === "(empty directory)";
      return isEmpty ? phrases.emptyFolder(place) : withExcerpt(phrases.listed(place), report.text, phrases);
    }
    case "readFile": {
      if (report.text === "") return phrases.emptyFile(code(report.path));
      return withExcerpt(phrases.readFile(code(report.path)), report.text, phrases);
    }
    case "found":
    case "foundFiles": {
      const place = placeName(report.path, phrases);
      if (report.text.trim() === "") return phrases.notFound(code(report.what), place);
      return withExcerpt(phrases.found(code(report.what), place), report.text, phrases);
    }
    case "created":
      return phrases.created(code(report.path));
    case "alreadyExists":
      return phrases.alreadyExists(code(report.path));
    case "replaced":
      return phrases.replaced(code(report.path));
    case "ran":
    case "testsRan":
      return describeRun(report, phrases);
    case "called": {
      const told = withExcerpt(phrases.called(code(report.tool)), report.text, phrases);
      return report.note === undefined ? told : `${told}\n\n${report.note}`;
    }
    case "noTests":
      return phrases.noTests;
    case "failed":
      return withExcerpt(phrases.failed(report.action, code(report.what)), report.text, phrases);
    case "missingTools":
      return phrases.missingTools(report.tools.map(code).join(" / "));
    case "help":
      return helpText(language);
    case "unquotedCommand":
      return phrases.quoteTheCommand(code(`"${report.text}"`));
    case "unknown":
      return `${phrases.notUnderstood(code(shorten(report.text)))}\n\n${helpText(language)}`;
  }
}

function describeRun(
  { kind, command, exitCode, text }: Extract<Report, { kind: "ran" | "testsRan" }>,
  phrases: Phrases,
): string {
  let lead = phrases.ran(code(command), exitCode);
  if (kind === "testsRan") {
    lead = exitCode === 0 ? phrases.testsPassed(code(command)) : phrases.testsFailed(code(command), exitCode);
  }
  if (text.trim() === "") return `${lead} ${phrases.noOutput}`;
  return withExcerpt(lead, text, phrases, "end");
}

function placeName(path: string, { here }: Phrases): string {
  return path === "." ? here : code(path);
}

function withExcerpt(lead: string, text: string, phrases: Phrases, keep: "start" | "end" = "start"): string {
  const lines = text.replace(/(?<!\n)\n+$/, "").split("\n");
  const shown = keep === "start" ? fitting(lines) : fitting(lines.toReversed()).toReversed();
  const hidden = lines.length - shown.length;
  const body = shown.join("\n");
  const fence = "`".repeat(Math.max(3, longestRun(body) + 1));
  const excerpt = `${lead}\n\n${fence}\n${body}\n${fence}`;
  if (hidden === 0) return excerpt;
  return `${excerpt}\n\n${keep === "start" ? phrases.moreLines(hidden) : phrases.earlierLines(hidden)}`;
}

/** The first lines that fit into an excerpt; a single line that does not is cut. */
function fitting(lines: readonly string[]): string[] {
  const shown: string[] = [];
  let characters = 0;
  for (const line of lines.slice(0, shownLines)) {
    characters += line.length + 1;
    if (characters > shownCharacters) break;
    shown.push(line);
  }
  return shown.length > 0 ? shown : [`${(lines[0] ?? "").slice(0, shownCharacters)}…`];
}

function code(text: string): string {
  const line = text.replace(/\s*\n\s*/g, " ");
  const fence = "`".repeat(longestRun(line) + 1);
  const padding = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${padding}${line}${padding}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
