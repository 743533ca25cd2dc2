import { letterPattern } from "../text/letters.ts";
import { languageTokens } from "../lexicon/languageTokens.ts";
import { nounClass } from "../lexicon/groups.ts";
import { verbReadings } from "../lexicon/verbForms.ts";
import { fold } from "../text/fold.ts";
import { lazy } from "../text/lazy.ts";
import { mask, unmask } from "../text/mask.ts";
import { tokens } from "../text/tokens.ts";
import { trimEndOf } from "../text/trimEnd.ts";
import { wordSet } from "../text/words.ts";

/** Language tokens that name things all the same. */
const things = lazy(() => wordSet(fold("arquivo arquivos archivo archivos código testes pruebas")));

const empty = lazy(() =>
  wordSet(
    fold(`${languageTokens.en} ${languageTokens.pt} ${languageTokens.es}
      new novo nova novos novas nuevo nueva nuevos nuevas all rule rules regra regras regla reglas until ate hasta
      every each anything everything nothing something else other others under inside within outside into onto
      before after about over between through during per via ever just directly ok todos todas todo toda cada
      antes depois despues sobre entre otro otra outro outra outros outras más mas our us them it's let's so
      as uns umas want wants quero quiero queremos must should may shall can need needs deve devem debe deben
      até nenhum nenhuma ningun ninguna don't do not please favor também`),
  ),
);

const determiner = lazy(() =>
  wordSet(`the a an any all my our your this that these those its new no
    o a os as um uma uns umas do da dos das no na nos nas este esta esse essa meu minha nenhum nenhuma de
    el la los las un una unos unas del este ese esa mi su ningun ninguna nada en em in to`),
);

/** What a clause acts on, as comparable names: singular, folded, code as it is written. */
export function clauseObjects(text: string): string[] {
  const { masked, parts } = mask(text);
  const words = tokens(fold(masked));
  const found = new Set<string>();
  let masks = 0;
  for (const [index, word] of words.entries()) {
    if (word.startsWith("⟦")) {
      for (const name of maskedNames(unmask(word, parts, masks++))) found.add(name);
    } else if (isObject(word, words[index - 1])) {
      found.add(canonicalNoun(word));
    }
  }
  return [...found];
}

/** Code is one name, a quotation is read like the words around it. */
function maskedNames(part: string): string[] {
  if (part.startsWith("`")) {
    const code = trimEndOf(part.replace(/^`+/u, ""), "`").trimStart();
    return code === "" ? [] : [code];
  }
  return tokens(fold(part))
    .filter((word) => isObject(word, undefined))
    .map(canonicalNoun);
}

const letter = lazy(() => letterPattern(String.raw`\p{L}`, "gu"));

function isObject(word: string, before: string | undefined): boolean {
  if ((word.match(letter())?.length ?? 0) < 2) return false;
  if (things().has(word)) return true;
  if (empty().has(word)) return false;
  // "the test" is a thing, "test it" is not.
  return verbReadings(word).length === 0 || (before !== undefined && determiner().has(before));
}

function canonicalNoun(word: string): string {
  if (isPath(word)) return trimEndOf(word.replace(/^\.\//u, ""), "/");
  const classes = nounClass();
  for (const candidate of singulars(word)) {
    const known = classes.get(candidate);
    if (known !== undefined) return known;
  }
  return singulars(word)[1] ?? word;
}

/** The word itself, its likely singular, then other ways to read its plural. */
function singulars(word: string): string[] {
  if (word.length < 4 || !word.endsWith("s") || word.endsWith("ss")) return [word];
  const stem = word.slice(0, -2);
  if (word.endsWith("coes")) return [word, `${word.slice(0, -4)}cao`];
  if (word.endsWith("ciones")) return [word, `${word.slice(0, -6)}cion`];
  if (word.endsWith("ies")) return [word, `${word.slice(0, -3)}y`, word.slice(0, -1)];
  if (/(?:ch|sh|x|ss|z)es$/u.test(word)) return [word, stem, word.slice(0, -1)];
  return [word, word.slice(0, -1), stem];
}

const fileExtension = lazy(() => letterPattern(String.raw`[^.]\.\p{L}`, "u"));

function isPath(word: string): boolean {
  return word.includes("/") || fileExtension().test(word);
}

/** How much two sets have in common, measured by the smaller one; 0 when one is empty. */
export function objectOverlap(left: readonly string[], right: readonly string[]): number {
  const [small, large] = left.length <= right.length ? [left, right] : [right, left];
  if (small.length === 0) return 0;
  const common = small.filter((name) => large.some((other) => isSameObject(name, other)));
  return common.length / small.length;
}

function isSameObject(left: string, right: string): boolean {
  if (left === right) return true;
  if (!isPath(left) && !isPath(right)) return false;
  return isInside(left, right) || isInside(right, left);
}

/** `path` lies below `folder`. */
export function isInside(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}
