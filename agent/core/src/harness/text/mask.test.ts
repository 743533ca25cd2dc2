import assert from "node:assert/strict";
import { isOneMask, mask, unmask } from "./mask.ts";

describe("mask", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["Never use `any` or ``a`b``", "Never use ⟦c⟧ or ⟦c⟧"],
    ['say "no", “não” and «nunca»', "say ⟦q⟧, ⟦q⟧ and ⟦q⟧"],
    ["don't use 'any', it isn't 'good'", "don't use ⟦q⟧, it isn't ⟦q⟧"],
    ["the users' table isn't ours", "the users' table isn't ours"],
    ["it's ‘fine’ and don’t", "it's ⟦q⟧ and don’t"],
    ['an open ` stays, and an open " too', 'an open ` stays, and an open " too'],
    ['quotes in `"code"` are code', "quotes in ⟦c⟧ are code"],
    ['code in "a `b` c" is quoted', "code in ⟦q⟧ is quoted"],
    ["a literal ⟦c⟧ is hidden", "a literal ⟦q⟧c⟦q⟧ is hidden"],
  ];
  for (const [text, masked] of cases) {
    it(`harness.md §1: ${text}`, () => {
      const result = mask(text);
      assert.equal(result.masked, masked);
      assert.equal(unmask(result.masked, result.parts), text);
    });
  }

  it("restores a later piece from the number of masks before it", () => {
    const { masked, parts } = mask("use `a`, but never `b`");
    assert.equal(unmask(masked.slice(masked.indexOf("but")), parts, 1), "but never `b`");
  });

  it("harness.md §2: knows a sentence that is one mask", () => {
    assert.ok(isOneMask(mask('"Never use any".').masked));
    assert.ok(!isOneMask(mask('"Never use any" is printed').masked));
  });
});
