import type { Intent, LineRange, Understanding } from "./intent.ts";
import { english } from "./language/english.ts";
import type { Language, Rule } from "./language/language.ts";
import { portuguese } from "./language/portuguese.ts";
import { spanish } from "./language/spanish.ts";
import { spelledCall } from "./spelledCall.ts";
import type { MaskedText } from "./quotes.ts";
import { fold, isQuotation, maskQuotations, unmask } from "./quotes.ts";

const languages: readonly Language[] = [english, portuguese, spanish];

/** Files that are often named without their extension, and what they are called on disk. */
const knownFiles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    readme: "README.md",
    changelog: "CHANGELOG.md",
    contributing: "CONTRIBUTING.md",
    license: "LICENSE",
    makefile: "Makefile",
    dockerfile: "Dockerfile",
    gemfile: "Gemfile",
    procfile: "Procfile",
  }),
);

/** Files and directories of the sort that no rule takes for a word. */
const pathShape = /[/\\]|^~|^\.[\w-]|[\w)\]-]\.[\w-]+$|^\.{1,2}$/;

/** Without its quotations. A longer message is no simple request, and rules are not made for it. */
const maxRequestCharacters = 1000;
/** With its quotations. */
const maxMessageCharacters = 32_000;
/** Places where "and" is tried as a separator of steps. */
const maxJoints = 8;

/** Reads a message with the fixed rules of all languages and keeps what the best one understood. */
export function understand(text: string): Understanding {
  const spelled = spelledCall(text);
  if (spelled) return spelled;
  const masked = maskQuotations(text.slice(0, maxMessageCharacters).trim());
  // A quotation on a line of its own belongs to the line above.
  const source = {
    ...masked,
    masked: masked.masked
      .replace(/[^\S\n]+/g, " ")
      .replace(/ ?\n[ \n]*/g, "\n")
      .replace(/\n(?=\ue000)|(?<=:)(?=\ue000)/g, " "),
  };
  const isTooLong = text.length > maxMessageCharacters || source.masked.length > maxRequestCharacters;
  let best: { score: number; understanding: Understanding } | undefined;
  for (const language of languages) {
    const intents: Intent[] = isTooLong ? [{ kind: "unknown", text }] : readSteps(language, source);
    const understood = intents.filter(({ kind }) => kind !== "unknown" && kind !== "unquotedCommand").length;
    const markers = fold(source.masked).match(language.markers)?.length ?? 0;
    const score = (understood - (intents.length - understood)) * 100 + markers;
    if (!best || score > best.score) best = { score, understanding: { language: language.id, intents } };
  }
  return best?.understanding ?? { language: "english", intents: [] };
}

function readSteps(language: Language, source: MaskedText): Intent[] {
  const intents: Intent[] = [];
  for (const clause of split(source.masked, language.thenJoint)) {
    const parts = readConjunction(language, clause, source, lastPath(intents));
    intents.push(...parts);
  }
  return intents;
}

/** Cuts at a joint that stands in the folded text; the pieces keep the original spelling. */
function split(masked: string, joint: RegExp): string[] {
  const pieces: string[] = [];
  let rest = masked;
  for (;;) {
    const match = joint.exec(fold(rest));
    if (!match || match[0] === "") break;
    pieces.push(rest.slice(0, match.index));
    rest = rest.slice(match.index + match[0].length);
  }
  return [...pieces, rest].map((piece) => piece.trim()).filter((piece) => /[^\s.!?¡¿,;:()\d]/.test(piece));
}

/** "A and B" is two steps when both are understood, else one. */
function readConjunction(language: Language, clause: string, source: MaskedText, path?: string): Intent[] {
  const whole = readClause(language, clause, source, path);
  if (whole.kind === "replace" || (whole.kind === "create" && source.quotations.includes(whole.content))) {
    return [whole];
  }
  const joint = new RegExp(language.andJoint, "g");
  const joints = Array.from(fold(clause).matchAll(joint));
  for (const match of joints.length > maxJoints ? [] : joints) {
    const left = readClause(language, clause.slice(0, match.index), source, path);
    if (!isUnderstood(left)) continue;
    const right = readConjunction(
      language,
      clause.slice(match.index + match[0].length),
      source,
      lastPath([left]) ?? path,
    );
    if (right.every(isUnderstood)) return [left, ...right];
  }
  return [whole];
}

function isUnderstood({ kind }: Intent): boolean {
  return kind !== "unknown" && kind !== "unquotedCommand" && kind !== "help";
}

function lastPath(intents: readonly Intent[]): string | undefined {
  return intents.findLast(
    (intent) => intent.kind === "read" || intent.kind === "create" || intent.kind === "replace",
  )?.path;
}

function readClause(language: Language, clause: string, source: MaskedText, path?: string): Intent {
  const whole = clause.replace(/^\s*(?:\d+[.)]|[-*•])\s+/, "").trim();
  const { text, lines } = takeLines(language, trimPoliteness(language, whole));
  const folded = fold(text);
  for (const rule of language.rules) {
    const match = rule.pattern.exec(folded);
    const intent = match && toIntent(rule, groupsOf(match, text), { language, source, path, lines });
    if (intent) return intent;
  }
  return { kind: "unknown", text: unmask(whole, source) };
}

function trimPoliteness(language: Language, clause: string): string {
  const start = language.politePrefix.exec(fold(clause))?.[0].length ?? 0;
  // "Hello" and "ok" are answered, not trimmed away.
  const body = start < clause.length ? clause.slice(start) : clause;
  const end = language.politeSuffix.exec(fold(body))?.index ?? body.length;
  const kept = body.slice(0, end);
  // A path may end in dots.
  return /\s\.{1,2}$/.test(body) ? body : kept.replace(/\s+/g, " ").trim();
}

function takeLines(language: Language, clause: string): { text: string; lines?: LineRange } {
  for (const pattern of language.lineRanges) {
    const match = pattern.exec(fold(clause));
    if (!match?.groups) continue;
    const { first, last, count } = match.groups;
    const text = `${clause.slice(0, match.index)} ${clause.slice(match.index + match[0].length)}`;
    const lines = count
      ? { first: 1, last: Number(count) }
      : { first: Number(first), last: last ? Number(last) : Number(first) };
    return { text: text.replace(/\s+/g, " ").trim(), lines };
  }
  return { text: clause };
}

/** Groups of a match on folded text, in the original spelling. */
function groupsOf(match: RegExpExecArray, text: string): Record<string, string | undefined> {
  const entries = Object.entries(match.indices?.groups ?? {});
  return Object.fromEntries(entries.map(([name, range]) => [name, range && text.slice(range[0], range[1])]));
}

interface Reading {
  language: Language;
  source: MaskedText;
  /** File of the step before. */
  path?: string;
  lines?: LineRange;
}

function toIntent(
  { kind }: Rule,
  groups: Record<string, string | undefined>,
  reading: Reading,
): Intent | undefined {
  const plain = (name: string): string | undefined => {
    const part = groups[name];
    return part === undefined ? undefined : unmask(part.trim(), reading.source);
  };
  const place = plain("path") ?? ".";
  switch (kind) {
    case "list":
      return { kind, path: place };
    case "read":
      return toRead(groups.word, reading);
    case "search": {
      const text = plain("text");
      return text ? { kind, text, path: place } : undefined;
    }
    case "findFiles": {
      const pattern = plain("pattern");
      return pattern
        ? { kind, pattern: pattern.startsWith(".") ? `*${pattern}` : pattern, path: place }
        : undefined;
    }
    case "create": {
      const path = toPath(groups.word, reading);
      return path === undefined ? undefined : { kind, path, content: plain("content") ?? "" };
    }
    case "replace": {
      const path = toPath(groups.path, reading);
      const [oldText, newText] = [plain("text"), plain("to")];
      if (path === undefined || !oldText || newText === undefined) return undefined;
      return { kind, path, oldText, newText };
    }
    case "run": {
      const command = plain("command")?.trim();
      return command ? { kind, command } : undefined;
    }
    case "unquotedCommand":
      return { kind, text: plain("text") ?? "" };
    case "test":
    case "help":
      return { kind };
  }
}

function toRead(word: string | undefined, reading: Reading): Intent | undefined {
  const path = word === undefined ? reading.path : toPath(word, reading);
  if (path === undefined) return undefined;
  if (/[/\\]$|^\.{1,2}$/.test(path)) return { kind: "list", path };
  return reading.lines ? { kind: "read", path, lines: reading.lines } : { kind: "read", path };
}

/** A quotation is always a path; a bare word only when it has the shape of one. */
function toPath(word: string | undefined, { language, source, path }: Reading): string | undefined {
  if (word === undefined) return undefined;
  if (isQuotation(word)) return unmask(word, source) || undefined;
  if (language.pronoun.test(fold(word))) return path;
  const bare = word.replace(/[,:;!?]+$/, "");
  return knownFiles.get(fold(bare)) ?? (pathShape.test(bare) ? bare : undefined);
}
