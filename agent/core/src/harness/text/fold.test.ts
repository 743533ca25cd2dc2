import assert from "node:assert/strict";
import fc from "fast-check";
import { fold } from "./fold.ts";

describe("fold", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["NÃO Altere", "nao altere"],
    ["nao altere", "nao altere"],
    ["don’t", "don't"],
    ["dont u touch it, pls", "don't you touch it, please"],
    ["vc q mexeu, pq?", "voce que mexeu, por que?"],
    ["só é más dá cómo", "só é más dá cómo"],
    ["no toqué nada", "no toqué nada"],
    ["até o café, ¿por qué? porqué", "ate o café, ¿por que? porque"],
    ["mañana, ação, você", "manana, acao, voce"],
    ["src/u/q.ts and w/o x", "src/u/q.ts and without x"],
    ["two\n  lines", "two lines"],
    ["constructor __proto__", "constructor __proto__"],
  ];
  for (const [text, folded] of cases) {
    it(`harness.md §1: ${text}`, () => assert.equal(fold(text), folded));
  }

  it("is stable: folded text folds to itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."aãéóqu 'Ndo.tñ/") }), (text) => {
        assert.equal(fold(fold(text)), fold(text));
      }),
    );
  });
});
