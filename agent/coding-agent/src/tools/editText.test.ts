import assert from "node:assert/strict";

import fc from "fast-check";

import { applyEdits } from "./editMatch.ts";
import { fuzzyText, splitLines } from "./editText.ts";

describe("edited text", () => {
  it("splits into lines that join to the text again", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "\n", "\r", "\r\n", " ")), (parts) => {
        const text = parts.join("");
        assert.equal(
          splitLines(text)
            .map((line) => line.text + line.ending)
            .join(""),
          text,
        );
      }),
    );
  });

  it("keeps its lines in fuzzy space", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        assert.equal(fuzzyText(text).split("\n").length, text.split("\n").length);
      }),
    );
  });

  it("changes nothing but the exact ranges", () => {
    const ending = fc.constantFrom("\n", "\r\n", "\r");
    const lines = fc.array(fc.tuple(fc.constantFrom("x", "\u201Cq\u201D ", "\tz  "), ending), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(lines, lines, ending, (before, after, own) => {
        const join = (parts: [string, string][]): string => parts.map(([text, end]) => text + end).join("");
        const text = `${join(before)}<target>${own}${join(after)}`;
        assert.equal(
          applyEdits(text, [{ oldText: "<target>", newText: "one\ntwo" }], "f"),
          `${join(before)}one${own}two${own}${join(after)}`,
        );
      }),
    );
  });
});
