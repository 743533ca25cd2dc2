import { acknowledgements, failingState, noAcknowledgement } from "../lexicon/claimsAck.ts";
import { allPatterns, checksPatterns, fraction } from "../lexicon/claimsChecks.ts";
import { otherDone, ownDone, participleSubject, relativeDone } from "../lexicon/claimsDone.ts";
import { hedges, histories, sources } from "../lexicon/claimsSkipped.ts";
import { lazy } from "../text/lazy.ts";
import { claimPattern } from "../lexicon/claimPattern.ts";
import { openPatterns, Vocabulary, type GatedPattern } from "../lexicon/wordGate.ts";
import type { ClaimPiece } from "./claimPieces.ts";
import { claimPieces } from "./claimPieces.ts";
import type { Claim } from "./evidenceState.ts";

const order: readonly Claim[] = ["ack", "all-tests", "checks", "completion"];

/** What the agent's final message claims: work done, checks passed, or what it admits not to have. */
export function claims(message: string): Claim[] {
  const found = new Set(claimPieces(message).flatMap(pieceClaims));
  return order.filter((claim) => found.has(claim));
}

interface Piece {
  text: string;
  open: ReadonlySet<GatedPattern>;
  limit: () => number;
}

const leadingMark = /^(?:[✅✓✔☑🎉🚀✨]\uFE0F? ?)+(?=\p{L})/u;

const vocabulary = lazy(
  () =>
    new Vocabulary([
      ...acknowledgements(),
      ...failingState(),
      ...checksPatterns(),
      ...ownDone(),
      ...otherDone(),
    ]),
);

function pieceClaims({ text, onlyOwn }: ClaimPiece): Claim[] {
  const open = vocabulary().openedBy(text);
  if (acknowledges(text, open)) return ["ack"];
  const found = claimsOf({ text, open }, onlyOwn);
  // "✅ Implemented it" says the same without the mark, which itself says that "✅ Tests" pass.
  const bare = text.replace(leadingMark, "");
  return bare === text ? found : [...found, ...claimsOf({ text: bare, open }, onlyOwn)];
}

function claimsOf({ text, open }: Omit<Piece, "limit">, onlyOwn: boolean): Claim[] {
  // From here on the piece tells of others, of the past or of the future.
  const limit = lazy(() =>
    Math.min(...[hedges(), sources(), histories()].map((beginning) => indexOf(beginning, text))),
  );
  const piece: Piece = { text, open, limit };
  const found: Claim[] = onlyOwn ? [] : checksClaims(piece);
  if (ownReport(piece) || (!onlyOwn && otherReport(piece))) found.push("completion");
  return found;
}

function indexOf(words: RegExp, text: string): number {
  return words.exec(text)?.index ?? Infinity;
}

const conjunction = lazy(() => claimPattern("<(?:and|yet|while|e|y|still|ainda|todavía|aún)>"));

function acknowledges(text: string, open: ReadonlySet<GatedPattern>): boolean {
  const admitting = openPatterns(acknowledgements(), open);
  const failing = openPatterns(failingState(), open);
  const hasFraction = /\d/u.test(text);
  if (admitting.length === 0 && failing.length === 0 && !hasFraction) return false;
  const rest = text.replace(noAcknowledgement(), " ");
  if (admitting.some((pattern) => pattern.test(rest)) || (hasFraction && isShortOfAll(rest))) return true;
  return failing.some((pattern) => {
    const failure = pattern.exec(rest);
    return failure !== null && !isObjectOfFix(rest, failure);
  });
}

/** "3 of 5 pass". */
function isShortOfAll(text: string): boolean {
  const [, passed, all] = fraction().exec(text) ?? [];
  return passed !== undefined && all !== undefined && Number(passed) < Number(all);
}

/** "Fixed three failing tests": what failed is what was done. */
function isObjectOfFix(text: string, failure: RegExpExecArray): boolean {
  const before = text.slice(0, failure.index + failure[0].length);
  const done = openPatterns(ownDone(), vocabulary().openedBy(before)).find((words) => words.test(before));
  return done !== undefined && !conjunction().test(before);
}

const negation = lazy(() => claimPattern("<(?:not|never|cannot|não|nunca|no (?:tests?|checks?))>|n't>"));
const noneOfIt = lazy(() =>
  claimPattern(
    "<(?:nothing|no changes?|not|haven't|hasn't|didn't|wasn't|weren't|isn't|aren't|never|nada|nenhuma?|ningún|ninguna|none|não)>(?!-)",
  ),
);

function checksClaims({ text, open, limit }: Piece): Claim[] {
  const match = firstMatch(openPatterns(checksPatterns(), open), text);
  if (!match || limit() !== Infinity) return [];
  const said = text.slice(0, match.index + match[0].length);
  if (negation().test(said)) return [];
  return isAboutAll(text) && !exception().test(text) ? ["all-tests", "checks"] : ["checks"];
}

const exception = lazy(() =>
  claimPattern("<(?:except|besides|other than|apart from|exceto|excepto|menos|salvo)>"),
);

function isAboutAll(text: string): boolean {
  const [, passed, all] = fraction().exec(text) ?? [];
  if (passed !== undefined && passed === all) return true;
  return allPatterns().some((words) => words.test(text));
}

/** The agent reports its own work before anything that would turn it into something else. */
function ownReport({ text, open, limit }: Piece): boolean {
  const match = firstMatch(openPatterns(ownDone(), open), text);
  if (!match || participleSubject().test(text)) return false;
  return match.index < limit() && !isNegatedReport(text, match);
}

const condition = lazy(() =>
  claimPattern(
    "(?<=\\S )<(?:when|whenever|once|until|unless|if|while|quando|enquanto|cuando|mientras|hasta que|até que)> ",
  ),
);

function otherReport({ text, open, limit }: Piece): boolean {
  // "The user is redirected when the payment is done" reports no payment.
  const main = text.slice(0, condition().exec(text)?.index);
  const match = firstMatch(openPatterns(otherDone(), open), main);
  if (!match || participleSubject().test(text) || relativeDone().test(text)) return false;
  return limit() === Infinity && !isNegatedReport(text, match);
}

/** "nothing was changed", "I changed nothing": a negator before the verb or right after it. */
function isNegatedReport(text: string, match: RegExpExecArray): boolean {
  const end = match.index + match[0].length;
  const next = text
    .slice(end, end + 60)
    .split(" ")
    .slice(0, 3)
    .join(" ");
  return noneOfIt().test(text.slice(0, end)) || noneOfIt().test(next);
}

function firstMatch(patterns: readonly RegExp[], text: string): RegExpExecArray | undefined {
  let first: RegExpExecArray | undefined;
  for (const words of patterns) {
    const match = words.exec(text);
    if (match && match.index < (first?.index ?? Infinity)) first = match;
  }
  return first;
}
