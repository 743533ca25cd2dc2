import assert from "node:assert/strict";
import fc from "fast-check";
import { matchingTexts } from "../../../../../test/support/matchingTexts.ts";
import { acknowledgements, failingState } from "./claimsAck.ts";
import { checksPatterns } from "./claimsChecks.ts";
import { otherDone, ownDone } from "./claimsDone.ts";
import { alternativesOf, gated, openPatterns, wordsOf } from "./wordGate.ts";

const lists = { acknowledgements, failingState, checksPatterns, ownDone, otherDone };

describe("words that patterns need", () => {
  for (const [name, list] of Object.entries(lists)) {
    for (const [index, { pattern, needs }] of list().entries()) {
      it(`${name} ${index} matches no text without one of its words`, () => {
        let matched = 0;
        fc.assert(
          fc.property(matchingTexts(pattern()), (text) => {
            const lower = text.toLowerCase();
            if (!pattern().test(lower)) return;
            matched++;
            const words = wordsOf(lower);
            assert.ok([...words].some(needs), lower);
          }),
          { numRuns: 1000 },
        );
        assert.ok(matched > 3, `only ${matched} texts match`);
      });
    }
  }

  it("open a pattern for one of its words, and only then", () => {
    const patterns = [gated("set up|list[oa]s?", "<set up>")];
    const isOpen = (text: string): boolean => openPatterns(patterns, wordsOf(text)).length > 0;
    assert.deepEqual(["it is set up.", "listas", "settings", "listado"].map(isOpen), [
      true,
      true,
      false,
      false,
    ]);
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
