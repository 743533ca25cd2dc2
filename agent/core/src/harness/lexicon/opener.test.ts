import assert from "node:assert/strict";
import fc from "fast-check";
import { matchingTexts } from "../../../../../test/support/matchingTexts.ts";
import { leadIn } from "../text/strip.ts";
import { holds } from "./holds.ts";
import { Opener } from "./opener.ts";
import * as questionOpeners from "./questionOpeners.ts";
import { requestQuestion } from "./requestQuestions.ts";
import * as turnWords from "./turnWords.ts";

const openers = Object.entries({
  ...questionOpeners,
  ...turnWords,
  ...holds,
  requestQuestion,
  leadIn,
}).filter((entry): entry is [string, Opener] => entry[1] instanceof Opener);

describe("openers", () => {
  for (const [name, opener] of openers) {
    it(`${name} matches no text that begins with another word than its own`, () => {
      let matched = 0;
      fc.assert(
        fc.property(matchingTexts(opener.pattern()), (text) => {
          const lower = text.toLowerCase();
          if (!opener.pattern().test(lower)) return;
          matched++;
          assert.ok(opener.mayOpen(lower), lower);
        }),
        { numRuns: 2000 },
      );
      assert.ok(matched > 3, `only ${matched} texts match`);
    });
  }

  it("compile for a text that begins with one of their words, and only then", () => {
    const opener = new Opener("let's|why|cua[lm]", "^(?:let's | why not | cual)>");
    assert.deepEqual(
      ["let's go", "why not?", "why", "cual es", "lets go", "", "no", "whyever not"].map((text) =>
        opener.test(text),
      ),
      [true, true, false, true, false, false, false, false],
    );
    assert.equal(opener.removeFrom("why not now"), " now");
    assert.equal(opener.removeFrom("now"), "now");
  });
});
