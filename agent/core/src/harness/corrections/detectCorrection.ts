import { isNegativeImperativePt, startsWithDirective } from "../lexicon/directiveVerbs.ts";
import { complaintSubject } from "../lexicon/complaints.ts";
import {
  afterRefusal,
  contrast,
  politeNo,
  redirect,
  refusal,
  reminder,
  revert,
  simpler,
  simplify,
  stopBusy,
  stopDoing,
  stopDoingRomance,
  stopOpener,
  surplus,
  wish,
} from "../lexicon/correctionWords.ts";
import { verbReadings } from "../lexicon/verbForms.ts";
import { fold } from "../text/fold.ts";
import { lazy } from "../text/lazy.ts";
import { mask } from "../text/mask.ts";
import { prose } from "../text/prose.ts";
import { sentences } from "../text/sentences.ts";
import { strip } from "../text/strip.ts";
import { tokens } from "../text/tokens.ts";
import { finalMarks, trimEndOf } from "../text/trimEnd.ts";
import { pattern } from "../text/words.ts";
import { isComplaint } from "./complaint.ts";

/** Push-back stands at the beginning of a message. */
const scannedSentences = 4;
const maxSimplerTokens = 8;

export interface CorrectionOptions {
  /** The agent has answered since the developer's message before this one. */
  readonly afterWork: boolean;
}

/** Whether a developer message pushes back on the approach the agent took. */
export function detectCorrection(message: string, options: CorrectionOptions): boolean {
  if (!options.afterWork) return false;
  const scanned = sentences(prose(message))
    .slice(0, scannedSentences)
    .map(({ text }) => fold(mask(text).masked));
  const [first = "", second = ""] = scanned.map(strip);
  if (politeNo().test(first) || politeNo().test(`${first} ${second}`)) return false;
  if (!isQuestion(first) && (refuses(first, second) || stops(first, second))) return true;
  return scanned.some((sentence) => corrects(strip(sentence), sentence));
}

function corrects(sentence: string, unstripped: string): boolean {
  const parts = sentence.split(partBorder()).map((part) => trimEndOf(strip(part), finalMarks));
  if (isQuestion(sentence)) return parts.slice(0, -1).some(isComplaint);
  return redirects(sentence) || reminds(unstripped) || parts.some(pushesBack);
}

const partBorder = lazy(() => pattern("[,;](?= )|[ ][-–—]+[ ]|—|<(?:but|mas|pero)>"));

function pushesBack(part: string): boolean {
  if (isComplaint(part) || revert().test(part) || simplify().test(part) || surplus().test(part)) return true;
  return simpler().test(part) && tokens(part).length <= maxSimplerTokens;
}

/** "No, use the existing helper": a refusal, and what to do or what is wrong. */
function refuses(first: string, second: string): boolean {
  const opener = refusal().exec(first);
  if (!opener) return false;
  const rest = strip(first.slice(opener[0].length)) || second;
  if (rest === "" || isQuestion(rest)) return false;
  return (
    startsWithDirective(rest) ||
    afterRefusal().test(rest) ||
    complaintSubject().test(rest) ||
    reminds(rest) ||
    rest.split(partBorder()).some((part) => isComplaint(trimEndOf(strip(part), finalMarks)))
  );
}

/** "Stop, this is ..." and "stop committing without asking". */
function stops(first: string, second: string): boolean {
  const opener = stopOpener().exec(first);
  if (opener) {
    const rest = first.slice(opener[0].length).trim() || second;
    return tokens(rest).length >= 2 && !isQuestion(rest) && !stopBusy().test(strip(rest));
  }
  if (tokens(first).length < 3) return false;
  if (stopDoing().test(first)) return true;
  const [verb = ""] = tokens(stopDoingRomance().exec(first)?.[1] ?? "");
  return verbReadings(verb).some((reading) => reading.form === "infinitive");
}

const notOrTogether = lazy(() => pattern("^(?:don't|do not|let's|vamos|nao|no) (\\S+)"));

/** "Actually, use a plain object". */
function redirects(sentence: string): boolean {
  const opener = redirect().exec(sentence);
  if (!opener) return false;
  const rest = strip(sentence.slice(opener[0].length));
  if (startsWithDirective(rest)) return true;
  const [verb = ""] = tokens(notOrTogether().exec(rest)?.[1] ?? "");
  return (
    verbReadings(verb).some((reading) => reading.form !== "informal") || isNegativeImperativePt(verb, rest)
  );
}

/** "I asked for a function, not a class". `folded`: with its own-speech opening. */
function reminds(folded: string): boolean {
  if (tokens(folded).length < 4) return false;
  return reminder().test(folded) || (wish().test(folded) && contrast().test(folded));
}

function isQuestion(sentence: string): boolean {
  return /\?["'”»)\]*_]*$/u.test(sentence.trimEnd());
}
