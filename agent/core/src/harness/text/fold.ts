import { letterPattern } from "./letters.ts";
import { lazy } from "./lazy.ts";
import { chatSpellings } from "../lexicon/chatSpellings.ts";
import { trimEndOf } from "./trimEnd.ts";
import { wordSet } from "./words.ts";

/** Words that another word would equal without its accent. */
const keptWords = wordSet("é só sé sí más dá dê pôr vá él cómo cuándo dónde");
const plainDespiteFinalE = wordSet("até qué porqué");
const chatToken = lazy(() => letterPattern(String.raw`[\p{L}\p{N}_'@#./*-]+`, "gu"));

const letterRun = lazy(() => letterPattern(String.raw`[\p{L}\p{M}]+`, "gu"));

/**
 * Developer text as the rules match it: lower case, plain apostrophes, chat spellings written out,
 * one blank between words, no diacritics except where they tell words apart. The rules and the
 * word lists are written in this form.
 */
export function fold(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[’ʼ]/gu, "'")
    .replace(/\s+/gu, " ")
    .toLowerCase()
    .replace(chatToken(), expandChatSpelling)
    .replace(letterRun(), foldWord);
}

function expandChatSpelling(token: string): string {
  const word = trimEndOf(token, ".'*-");
  const expanded = chatSpellings.get(word);
  return expanded === undefined ? token : expanded + token.slice(word.length);
}

const accentMark = lazy(() => letterPattern(String.raw`\p{M}`, "gu"));

/** `fold` for one word in lower case that is no chat spelling: tables of thousands of words are built of it. */
export function foldWord(word: string): string {
  if (isPlain(word) || keptWords.has(word)) return word;
  const plain = word.normalize("NFD").replace(accentMark(), "");
  const isPastTense = word.length > 1 && word.endsWith("é") && !plainDespiteFinalE.has(word);
  return isPastTense ? `${plain.slice(0, -1)}é` : plain;
}

function isPlain(word: string): boolean {
  for (let index = 0; index < word.length; index++) if (word.charCodeAt(index) > 0x7f) return false;
  return true;
}
