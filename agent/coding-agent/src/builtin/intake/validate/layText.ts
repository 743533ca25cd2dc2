import { sentences } from "@relay-harness/agent-core/harness";
import type { DocumentLanguage } from "../questionnaire.ts";
import { foldText } from "./foldText.ts";
import { wordTable, type TechnicalWord } from "./technicalWords.ts";

/** Why a reader without technical knowledge could not answer (harness.md §11). */
export type LayProblemCode = "technical-word" | "url" | "path" | "file-name" | "code-name" | "long-sentence";

export interface LayProblem {
  code: LayProblemCode;
  /** What to rewrite, as it stands in the text. */
  fragment: string;
  /** Where it starts in the text. */
  start: number;
}

const maxSentenceWords = 30;
/** As all rules of the harness, these look at no more than the beginning of a text. */
const maxCharacters = 20_000;

const url = /\b(?:https?:\/\/|www\.)[^\s"'<>()]+/giu;
const email = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const technicalExtension =
  "tsx?|jsx?|mjs|cjs|py|rb|go|rs|java|kt|cs|cpp|c|h|php|sql|json|ya?ml|toml|xml|html|css|scss|md|sh|ps1|env|lock|vue|" +
  "svelte|ini|cfg|properties|gradle|swift|dart";
const fileName = new RegExp(
  String.raw`(?<![\p{L}\p{N}_./\\-])[\p{L}\p{N}_][\p{L}\p{N}_.-]*\.(?:${technicalExtension})(?![\p{L}\p{N}_(])(?!\.[\p{L}\p{N}])`,
  "giu",
);
/** Something with slashes; whether it is a path, its parts say. */
const slashed = /(?<![^\s("'“‘«[{,;:])[\p{L}\p{N}_.~@:-]*[/\\][^\s"'“”‘’«»()[\]{},;]*/gu;
const projectFolders = new Set(
  "src app lib docs test tests packages public bin config assets dist build".split(" "),
);
const brands = new Set(
  "WhatsApp YouTube PayPal LinkedIn iPhone iPad PowerPoint MasterCard OneDrive SharePoint eBay".split(" "),
);
const camelCase = /(?<![\p{L}\p{N}_])(?:\p{Ll}+\p{N}*\p{Lu}|\p{Lu}\p{Ll}+\p{N}*\p{Lu}\p{Ll})[\p{L}\p{N}]*/gu;
const snakeCase = /(?<![\p{L}\p{N}_])[\p{L}\p{N}]+(?:_+[\p{L}\p{N}]+)+/gu;
const call = /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_.]*\(\s*\)/gu;
const dotted = /(?<![\p{L}\p{N}_.@-])\p{Ll}[\p{Ll}\p{N}]*(?:\.\p{Ll}[\p{Ll}\p{N}]*)+(?![\p{L}\p{N}_@])/gu;
const operator = /=>|->|::|[{}]|&&|\|\||==/gu;
/** Endings of what a lay reader knows: documents, and addresses of the web. */
const layEnding = /\.(?:pdf|docx?|xlsx?|csv|pptx?|jpe?g|png|com|org|net|gov|edu|br|es|pt|mx|ar|co)$/u;
const abbreviation = /^(?:\p{Ll}(?:\.\p{Ll})+|p\.ex|v\.gr|etc\.\p{Ll}+)$/u;

/** Words that a text may use because the glossary explains them. */
export type AllowedTerms = ReadonlySet<string>;

/** Glossary terms as `findLayProblems` compares them. */
export function allowedTerms(terms: readonly string[]): AllowedTerms {
  return new Set(terms.map((term) => termKey(term)));
}

/** Everything in a text that has to be rewritten, in its order. */
export function findLayProblems(
  given: string,
  language: DocumentLanguage,
  allowed: AllowedTerms = new Set(),
): LayProblem[] {
  const text = given.slice(0, maxCharacters);
  const found: LayProblem[] = [];
  let rest = text;
  /** Reports what fits, and hides it from the tests that follow. */
  const take = (
    pattern: RegExp,
    code: LayProblemCode | undefined,
    fits = (_: string): boolean => true,
  ): void => {
    rest = rest.replace(pattern, (fragment: string, ...groups: unknown[]) => {
      const trimmed = fragment.replace(/[.!?…:]+$/u, "");
      if (!fits(trimmed)) return fragment;
      const start = groups.find((group) => typeof group === "number") ?? 0;
      if (code) found.push({ code, fragment: trimmed, start });
      return " ".repeat(fragment.length);
    });
  };
  take(url, "url");
  take(email, undefined);
  take(slashed, "path", isPath);
  take(fileName, "file-name");
  take(call, "code-name");
  take(snakeCase, "code-name");
  take(camelCase, "code-name", (name) => !brands.has(name) && !wordTable(language).words.has(foldText(name)));
  take(dotted, "code-name", (name) => !layEnding.test(name) && !abbreviation.test(name));
  take(operator, "code-name");
  // Each replacement is as long as what it hides: places in the rest are places in the text.
  found.push(...technicalWords(rest, language, allowed), ...longSentences(text));
  return found.sort((a, b) => a.start - b.start);
}

/** Codes of a text, sorted, each once: what `relay harness classify` answers for the kind `intake`. */
export function layProblemCodes(text: string, language: DocumentLanguage): LayProblemCode[] {
  return [...new Set(findLayProblems(text, language).map(({ code }) => code))].sort();
}

function technicalWords(text: string, language: DocumentLanguage, allowed: AllowedTerms): LayProblem[] {
  const { words, pattern, layPhrase } = wordTable(language);
  const found: LayProblem[] = [];
  const folded = foldText(text).replace(layPhrase, (phrase) => " ".repeat(phrase.length));
  for (const match of folded.matchAll(pattern)) {
    const word = words.get(termKey(match[0]));
    if (word && isAllowed(word, allowed)) continue;
    const start = match.index;
    found.push({ code: "technical-word", fragment: text.slice(start, start + match[0].length), start });
  }
  // The verb is an everyday word; the name with its capital is not.
  if (!allowed.has("react")) {
    for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_])React(?![\p{L}\p{N}_])/gu)) {
      found.push({ code: "technical-word", fragment: "React", start: index });
    }
  }
  return found;
}

function isAllowed({ forms }: TechnicalWord, allowed: AllowedTerms): boolean {
  return forms.some((form) => allowed.has(form));
}

function longSentences(text: string): LayProblem[] {
  let from = 0;
  return sentences(text).flatMap(({ text: sentence }): LayProblem[] => {
    const start = Math.max(0, text.indexOf(sentence, from));
    from = start;
    const words = sentence.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
    if (words.length <= maxSentenceWords) return [];
    return [{ code: "long-sentence", fragment: `${words.slice(0, 8).join(" ")} …`, start }];
  });
}

/** Not dates, numbers, `and/or`, `km/h`. */
function isPath(text: string): boolean {
  if (text.includes("\\")) return /[\p{L}\p{N}]/u.test(text);
  if (/^(?:[/~]|\.\.?\/)/u.test(text)) return /[\p{L}\p{N}]/u.test(text);
  if (/^\p{L}:\//u.test(text)) return true;
  const parts = text.split("/").filter((part) => part !== "");
  const [first = ""] = parts;
  if (parts.every((part) => /^[\p{N}.,]+$/u.test(part))) return false;
  if (parts.length >= 3) return true;
  if (projectFolders.has(first.toLowerCase()) && parts.length > 1) return true;
  return parts.some((part) => !isLayPart(part));
}

/** A word or an amount, as both sides of `and/or` or of `1.50/kg`. */
function isLayPart(part: string): boolean {
  return /^[\p{N}.,]+$/u.test(part) || /^e-mails?$/iu.test(part) || !/[._-]/u.test(part);
}

function termKey(term: string): string {
  return foldText(term)
    .trim()
    .replaceAll(/[\s\u00a0-]+/gu, " ");
}
