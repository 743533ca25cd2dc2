import assert from "node:assert/strict";
import fc from "fast-check";
import { acknowledgements, failingState } from "./claimsAck.ts";
import { checksPatterns } from "./claimsChecks.ts";
import { otherDone, ownDone } from "./claimsDone.ts";
import { alternativesOf, gated, openPatterns, wordsOf } from "./wordGate.ts";

const lists = { acknowledgements, failingState, checksPatterns, ownDone, otherDone };
const looks = ["(?=", "(?!", "(?<=", "(?<!"];

/** The expression without its lookarounds, which text generators do not know. */
function withoutLooks(source: string): string {
  let rest = source;
  for (let from = nextLook(rest); from >= 0; from = nextLook(rest)) {
    rest = rest.slice(0, from) + rest.slice(closing(rest, from) + 1);
  }
  return rest;
}

function nextLook(source: string): number {
  return Math.max(...looks.map((look) => source.lastIndexOf(look)));
}

function closing(source: string, from: number): number {
  let depth = 0;
  let isInClass = false;
  for (let index = from; index < source.length; index++) {
    const character = source[index];
    if (character === "\\") index++;
    else if (character === "[") isInClass = true;
    else if (character === "]") isInClass = false;
    else if (character === "(" && !isInClass) depth++;
    else if (character === ")" && !isInClass && --depth === 0) return index;
  }
  throw new Error(`No end of the group at ${from}: ${source}`);
}

describe("words that patterns need", () => {
  for (const [name, list] of Object.entries(lists)) {
    for (const [index, { pattern, needs }] of list().entries()) {
      it(`${name} ${index} matches no text without one of its words`, () => {
        const matching = fc.stringMatching(new RegExp(withoutLooks(pattern().source), "u"), {
          maxLength: 200,
        });
        let matched = 0;
        fc.assert(
          fc.property(matching, (text) => {
            const lower = text.toLowerCase();
            if (!pattern().test(lower)) return;
            matched++;
            const words = wordsOf(lower);
            assert.ok(
              [...needs()].some((word) => words.has(word)),
              lower,
            );
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
