import assert from "node:assert/strict";
import fc from "fast-check";
import { matchingTexts } from "../../../../../test/support/matchingTexts.ts";
import { acknowledgements, failingState } from "./claimsAck.ts";
import { checksPatterns } from "./claimsChecks.ts";
import { otherDone, ownDone } from "./claimsDone.ts";
import { alternativesOf, gated, openPatterns, Vocabulary } from "./wordGate.ts";

const lists = { acknowledgements, failingState, checksPatterns, ownDone, otherDone };

describe("words that patterns need", () => {
  for (const [name, list] of Object.entries(lists)) {
    for (const [index, gate] of list().entries()) {
      it(`${name} ${index} matches no text without one of its words`, () => {
        const pattern = gate.pattern();
        const vocabulary = new Vocabulary([gate]);
        let matched = 0;
        fc.assert(
          fc.property(matchingTexts(pattern), (text) => {
            const lower = text.toLowerCase();
            if (!pattern.test(lower)) return;
            matched++;
            assert.ok(vocabulary.openedBy(lower).has(gate), lower);
          }),
          { numRuns: 2000 },
        );
        assert.ok(matched > 2, `only ${matched} texts match`);
      });
    }
  }

  it("open a pattern for one of its words, and only then", () => {
    const setUp = gated("set up|list[oa]s?", "<set up>");
    const vocabulary = new Vocabulary([setUp, gated("o?ver|under", "<over>")]);
    const openFor = (text: string): number => openPatterns([setUp], vocabulary.openedBy(text)).length;
    assert.deepEqual(
      ["it is set up.", "listas", "settings", "listado", "over"].map(openFor),
      [1, 1, 0, 0, 0],
    );
    assert.deepEqual(
      ["over", "ver set", "o"].map((text) => vocabulary.openedBy(text).size),
      [1, 2, 0],
    );
  });

  it("are read from alternatives", () => {
    assert.deepEqual(alternativesOf("fails?\n  |rot[oa]s? | set up"), [
      "fail",
      "fails",
      "roto",
      "rotos",
      "rota",
      "rotas",
      "set up",
    ]);
  });
});
