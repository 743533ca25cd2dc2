import assert from "node:assert/strict";
import { lang, type Language } from "./lang.ts";

describe("lang", () => {
  const cases: readonly (readonly [string, Language])[] = [
    ["Never use the cache", "en"],
    ["Não altere os testes", "pt"],
    ["nao altere os testes", "pt"],
    ["No toques los tests", "es"],
    ["migración", "es"],
    ["migração", "pt"],
    ["¡Refactoriza!", "es"],
    ["Use pnpm em vez de npm", "pt"],
    ["Usa pnpm en vez de npm", "es"],
  ];
  for (const [text, language] of cases) {
    it(`harness-lexicons.md L1: ${text}`, () => assert.equal(lang(text), language));
  }

  it("harness-lexicons.md L1: without a sign, the previous language stays", () => {
    assert.deepEqual([lang("commit push"), lang("commit push", "es")], ["en", "es"]);
  });

  it("harness-lexicons.md L1: a tie goes to the previous language when it takes part, else to the first", () => {
    assert.deepEqual(
      [lang("para que", "es"), lang("para que", "pt"), lang("para que", "en")],
      ["es", "pt", "pt"],
    );
  });
});
