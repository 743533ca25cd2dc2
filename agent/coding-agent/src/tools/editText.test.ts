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

  it("changes no line but the touched ones in fuzzy space", () => {
    const ending = fc.constantFrom("\n", "\r\n");
    const other = fc.constantFrom("x  ", "\u201Cq\u201D", "\ta\u00A0b", "\uFB01", "- \u2013", "y");
    const lines = fc.array(fc.tuple(other, ending), { maxLength: 8 });
    const replacement = fc.constantFrom("", "one", "one\ntwo", "one\n");
    fc.assert(
      fc.property(lines, lines, ending, replacement, (before, after, own, newText) => {
        const join = (parts: [string, string][]): string => parts.map(([text, end]) => text + end).join("");
        const text = `${join(before)}say \u201Ctarget\u201D \u2013 now  ${own}${join(after)}`;
        const result = applyEdits(text, [{ oldText: '"target" -', newText }], "f");
        assert.equal(result, `${join(before)}say ${newText.replaceAll("\n", own)} now${own}${join(after)}`);
      }),
    );
  });

  it("applies several edits as if each were made alone, from the last to the first", () => {
    const part = fc.constantFrom("keep", "b c", "d\n", "\n", "e\r\nf");
    fc.assert(
      fc.property(
        fc.array(fc.tuple(part, fc.constantFrom("", "new", "n\nm")), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        (parts, isFuzzy) => {
          // Every oldText is unique by its number.
          const marks = parts.map(([between, newText], index) => ({
            between,
            edit: { oldText: `<${index}-${index}>`, newText },
            stored: isFuzzy ? `<${index}\u2013${index}>` : `<${index}-${index}>`,
          }));
          const text = marks.map(({ between, stored }) => between + stored).join("");
          const one = [...marks]
            .reverse()
            .reduce((current, { edit }) => applyEdits(current, [edit], "f"), text);
          assert.equal(
            applyEdits(
              text,
              marks.map(({ edit }) => edit),
              "f",
            ),
            one,
          );
        },
      ),
    );
  });
});
