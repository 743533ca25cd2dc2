import assert from "node:assert/strict";
import { fold } from "./fold.ts";
import { strip } from "./strip.ts";

describe("strip", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["Please, also note: never push", "never push"],
    ["I told you never to force-push", "never to force-push"],
    ["Like I already said, use tabs", "use tabs"],
    ["Olha, eu já falei: não usa any", "nao usa any"],
    ["como ya te dije, no toques eso", "no toques eso"],
    ["**Important:** never use any", "never use any"],
    ["_Never use any_", "never use any"],
    ["¡Ojo! No borres nada", "no borres nada"],
    ["Só não altera a assinatura", "nao altera a assinatura"],
    ["just don't", "don't"],
    ["lembre-se de que o CI usa npm", "o ci usa npm"],
    ["remember to never push", "never push"],
    ["important.ts is generated", "important.ts is generated"],
    ["ok", "ok"],
    ["é, nunca faça isso", "nunca faca isso"],
    ["é proibido usar any", "é proibido usar any"],
  ];
  for (const [text, rest] of cases) {
    it(`harness-lexicons.md L2: ${text}`, () => assert.equal(strip(fold(text)), rest));
  }
});
