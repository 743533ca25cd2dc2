import { isHold } from "./lexicon/holds.ts";
import { fold } from "./text/fold.ts";
import { lazy } from "./text/lazy.ts";
import { mask } from "./text/mask.ts";
import { prose } from "./text/prose.ts";
import { sentences } from "./text/sentences.ts";
import { strip } from "./text/strip.ts";
import { finalMarks, trimEndOf } from "./text/trimEnd.ts";
import { pattern } from "./text/words.ts";
import { sentenceTurn } from "./turns/sentenceTurn.ts";

/** `question`: the message only asks; the first edit of its turn waits for an answer. */
export type TurnKind = "question" | "request";

/** What a developer message wants. A hold ("don't change anything yet") wins over everything else in it. */
export function turnKind(message: string): TurnKind {
  const folded = sentences(prose(message)).map(({ text }) => fold(mask(text).masked));
  if (folded.some(holdsBack)) return "question";
  const turns = folded.map(sentenceTurn);
  return turns.includes("question") && !turns.includes("directive") ? "question" : "request";
}

const partBorder = lazy(() => pattern("[,:;][ ]|[ ]-+[ ]|<(?:and|but|e|mas|y|pero)>"));

function holdsBack(sentence: string): boolean {
  return sentence
    .split(partBorder())
    .map((part) => trimEndOf(part, finalMarks).trimStart())
    .some((part) => isHold(part) || isHold(strip(part)));
}
