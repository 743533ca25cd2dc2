import assert from "node:assert/strict";
import { digits, letterPattern, letters, withRanges, wordCharacters } from "./letters.ts";

const scripts = "Latin Greek Cyrillic Arabic Hebrew Devanagari Thai Hangul Hiragana Katakana Han".split(" ");

/** Every assigned character, but for surrogates. */
function* characters(): Generator<string> {
  for (let code = 0; code < 0x110000; code++) {
    if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
  }
}

describe("letters", () => {
  it("hold every letter of the scripts that people write in, but signs that look like one", () => {
    const own = new RegExp(`[${letters}]`, "u");
    const written = new RegExp(`[${scripts.map((name) => `\\p{Script=${name}}`).join("")}]`, "u");
    const missed = [...characters()].filter(
      (character) => /\p{L}/u.test(character) && written.test(character) && !own.test(character),
    );
    assert.deepEqual(
      missed.filter((character) => !/[\u2100-\u218f\u{1df00}-\u{1df2a}]/u.test(character)),
      [],
    );
  });

  it("hold no mark, sign or blank below Greek, and none of the general punctuation", () => {
    const own = new RegExp(`[${letters}]`, "u");
    const wrong = [...characters()].filter(
      (character) =>
        /[\0-\u036f\u2000-\u206f\u2190-\u2bff\u3000-\u3003]/u.test(character) && own.test(character),
    );
    assert.deepEqual(
      wrong.filter((character) => !/\p{L}/u.test(character)),
      [],
    );
  });

  it("hold no emoji, and digits are no letters", () => {
    const own = new RegExp(`[${letters}]`, "u");
    assert.deepEqual(
      [..."👍✅🆗0²½"].filter((character) => own.test(character)),
      [],
    );
    assert.match("²", new RegExp(`^[${digits}]$`, "u"));
    assert.match("_", new RegExp(`^[${wordCharacters}]$`, "u"));
  });
});

describe("letterPattern", () => {
  it("writes ranges for properties, alone and inside a class", () => {
    assert.equal(withRanges(String.raw`\p{N}[x\p{N}\]]\\p`), `[${digits}][x${digits}\\]]\\\\p`);
    assert.deepEqual("Olá, c0mo está?".match(letterPattern(String.raw`[\p{L}\p{M}]+|\p{N}`, "gu")), [
      "Olá",
      "c",
      "0",
      "mo",
      "está",
    ]);
  });
});
