import { letterPattern } from "../../text/letters.ts";
import { lazy } from "../../text/lazy.ts";
import { wordSet } from "../../text/words.ts";

const irregular = lazy(() =>
  wordSet("run put set sent read built cut kept left lost made held used done found brought bound split"),
);

/** English past participles. */
export function isParticiple(word: string): boolean {
  return /[a-z]{2}(?:ed|en)$/u.test(word) || irregular().has(word);
}

const irregularRomance = lazy(() =>
  wordSet(`feito feita feitos feitas escrito escrita escritos escritas hecho hecha hechos hechas
    aberto aberta coberto coberta cobertos cobertas cubierto cubierta cubiertos cubiertas`),
);

const regularRomance = lazy(() => letterPattern(String.raw`\p{L}[ai]d[oa]s?$`, "u"));

/** Portuguese and Spanish past participles. */
export function isRomanceParticiple(word: string): boolean {
  return regularRomance().test(word) || irregularRomance().has(word);
}
