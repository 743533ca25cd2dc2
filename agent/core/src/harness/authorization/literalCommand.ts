import { conditionals, markers } from "../lexicon/authorizationWords.ts";
import { fold } from "../text/fold.ts";
import { lang } from "../text/lang.ts";
import { lazy } from "../text/lazy.ts";
import { maxClassifiedLength } from "../text/limits.ts";
import { mask } from "../text/mask.ts";
import { prose } from "../text/prose.ts";
import { sentences } from "../text/sentences.ts";
import { pattern, wordSet } from "../text/words.ts";
import { splitClauses } from "../orders/clauseSplit.ts";
import { holdsPhrase, messageWords, skipPhrases } from "../orders/messageWords.ts";
import { negatorIndex } from "../orders/negation.ts";
import { isReported } from "../orders/reportedSpeech.ts";

const runVerb = "run|execute|do|rode|roda|rodar|executa|ejecuta|ejecutar|ejecute|corre";
const courtesy = "please|pls|plz|por favor|now|agora|ahora|just|ok";

/** The message is nothing but the command, as in "run git push". */
export function isTheCommand(message: string, command: string): boolean {
  const wanted = command.trim();
  if (wanted === "" || message.length > maxClassifiedLength) return false;
  const said = message.trim();
  if (unquoted(said) === wanted) return true;
  const bare = withoutTrail(said.replace(leading(), ""));
  // `run "git push"` orders it, the words in quotes alone do not.
  if (orders().test(said) && inQuotes(bare) === wanted) return true;
  return bare !== "" && (unquoted(bare) === wanted || unquoted(bare.replace(/(?<=\w)[.!]$/u, "")) === wanted);
}

const leading = lazy(() => pattern(`^(?:(?:${courtesy})[,:]?\\s+)*(?:(?:${runVerb})\\s+)?`, "iu"));
const trailing = lazy(() => pattern(`(?:,?\\s+(?:please|pls|plz|por favor|now|agora|ahora))?[.!]?$`, "iu"));

/** Looks at the end only: the pattern has nothing to hold on to in front. */
function withoutTrail(text: string): string {
  const end = text.slice(-longestTrail);
  return text.slice(0, text.length - end.length) + end.replace(trailing(), "");
}

const longestTrail = 40;
const orders = lazy(() => pattern(`^(?:(?:${courtesy})[,:]?\\s+)*(?:${runVerb})\\s`, "iu"));

function inQuotes(text: string): string | undefined {
  return /^(["'])(?!\1)([\s\S]+)\1$/u.exec(text)?.[2]?.trim();
}

/** Without the backticks around it. */
function unquoted(text: string): string {
  const match = /^(`+)([^`][\s\S]*)\1$/u.exec(text);
  return (match?.[2] ?? text).trim();
}

/** The message says to run the command, which it holds as inline code or in a block of its own. */
export function ordersTheCommand(message: string, command: string): boolean {
  const wanted = command.trim();
  if (wanted === "") return false;
  return ordersInlineCode(message, wanted) || ordersBlock(message, wanted);
}

function ordersInlineCode(message: string, wanted: string): boolean {
  return sentences(prose(message)).some(({ text }) => {
    const { masked, spans, parts } = mask(text);
    const quoted = parts.map((part, index) => spans[index]?.kind === "code" && unquoted(part) === wanted);
    if (!quoted.includes(true) || !isPlainOrder(masked, lang(text) === "pt")) return false;
    const pieces = fold(masked).split(/⟦[cq]⟧/u);
    return quoted.some((isCommand, index) => isCommand && endsWithRunVerb(pieces.slice(0, index + 1)));
  });
}

const runTail = lazy(() => pattern(`^(?:${runVerb})(?: (?:now|please|por favor|agora|ahora))*$`, "u"));

/** What stands before the code in its clause is a verb that says to run it, after markers only. */
function endsWithRunVerb(pieces: readonly string[]): boolean {
  // Other code between the verb and this one leaves the verb out of reach: only its own clause counts.
  const clause = splitClauses(pieces.at(-1) ?? "").at(-1);
  const words = messageWords(clause?.text ?? "");
  const and = Math.max(words.lastIndexOf("and"), words.lastIndexOf("e"), words.lastIndexOf("y"));
  const own = words.slice(and + 1);
  return runTail().test(own.slice(skipPhrases(own, runMarkers())).join(" "));
}

/** `do` and "run" are no markers; every other marker may stand before them. */
const runMarkers = lazy(() => markers());

const firstPerson = lazy(() =>
  wordSet("i i'm i'll i've i'd we we'll we're we've eu nos yo nosotros gente vou voy estou estoy rodei"),
);

/** No question, condition, negation, report or plan of the developer's own. */
function isPlainOrder(masked: string, isPortuguese: boolean): boolean {
  const folded = fold(masked.replace(/⟦[cq]⟧/gu, " "));
  const words = messageWords(folded);
  const start = skipPhrases(words, markers());
  const isRequest = start > 0 && /^(?:[^?]*)\?\s*$/u.test(folded) && opensRequest(words.slice(0, start));
  if (folded.includes("?") && !isRequest) return false;
  if (negatorIndex(words, start, isPortuguese) >= 0) return false;
  if (holdsPhrase(words, conditionals()) || isReported(words)) return false;
  return !words.some((word, index) => index >= start && firstPerson().has(word));
}

const requestWords = lazy(() => wordSet("can could would will pode poderia consegue puedes podrias dá da"));

function opensRequest(words: readonly string[]): boolean {
  return words.some((word) => requestWords().has(word));
}

const blockStart = /^[ \t]*(`{3,}|~{3,})[^\n`]*$/u;

/** A line "run this:" right before a fenced block that is the command. */
function ordersBlock(message: string, wanted: string): boolean {
  const lines = message.slice(0, maxClassifiedLength).replace(/\r\n?/gu, "\n").split("\n");
  const trimmed = lines.map((line) => line.trim());
  let before = "";
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const fence = blockStart.exec(line)?.[1];
    if (fence === undefined) {
      if (line.trim() !== "") before = line;
      continue;
    }
    const end = trimmed.indexOf(fence, index + 1);
    if (end < 0) return false;
    const block = lines
      .slice(index + 1, end)
      .join("\n")
      .trim();
    if (block === wanted && announcesBlock(before)) return true;
    before = "";
    index = end;
  }
  return false;
}

const announced = lazy(() =>
  wordSet(
    "this that the following command it isso este esse o seguinte comando esto lo siguiente el now please agora ahora",
  ),
);

function announcesBlock(line: string): boolean {
  const folded = fold(line.trim());
  if (!folded.endsWith(":") || !isPlainOrder(folded, lang(line) === "pt")) return false;
  const words = messageWords(splitClauses(folded.slice(0, -1)).at(-1)?.text ?? "");
  const own = words.slice(skipPhrases(words, markers()));
  return runTail().test(own[0] ?? "") && own.slice(1).every((word) => announced().has(word));
}
