import assert from "node:assert/strict";

import fc from "fast-check";

import { OutputSanitizer } from "./sanitizeOutput.ts";

function sanitized(...pieces: string[]): string {
  const sanitizer = new OutputSanitizer();
  return pieces.map((piece) => sanitizer.push(piece)).join("");
}

const cases: [string, string, string][] = [
  ["colours", "\x1b[1;31mred\x1b[0m plain", "red plain"],
  ["cursor movement and erasing", "a\x1b[2K\x1b[1Gb\x1b[?25l", "ab"],
  ["CRLF and progress lines", "a\r\nb\rc", "a\nbc"],
  ["control characters", "a\x00b\x07c\x08d\x7fe\x0bf", "abcdef"],
  ["tab and line feed stay", "a\tb\n", "a\tb\n"],
  ["titles that end with BEL", "\x1b]0;title\x07text", "text"],
  ["links that end with ST", "\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"],
  ["device control strings", "\x1bPq#0;2\x1b\\after", "after"],
  ["character sets and keypad modes", "\x1b(Ba\x1b=b\x1b>c\x1b7d", "abcd"],
  ["C1 forms", "\x9b31mred\x9b0m \x9d0;t\x9cend\x85", "red end"],
  ["a string that nobody ends stops at the line", "\x1b]0;never\nnext", "\nnext"],
  ["a sequence that is broken off", "\x1b[31\nnext", "\nnext"],
  ["ESC before an ordinary sequence", "\x1b\x1b[0mx", "x"],
  ["a string that ESC ends", "\x1b]0;t\x1b[0mx", "x"],
  ["a sequence at the end", "x\x1b[3", "x"],
  ["letters beyond ASCII", "h\u00e9\u{1F600}\u2028", "h\u00e9\u{1F600}\u2028"],
];

describe("output sanitizer", () => {
  for (const [name, input, expected] of cases) {
    it(`removes or keeps ${name}`, () => {
      assert.equal(sanitized(input), expected);
    });
  }

  it("gives the same text wherever a piece ends", () => {
    const all = cases.map(([, input]) => `${input}\n`).join("");
    const whole = sanitized(all);
    fc.assert(
      fc.property(fc.array(fc.nat(all.length), { maxLength: 20 }), (cuts) => {
        const points = [0, ...cuts.sort((left, right) => left - right), all.length];
        const pieces = points.slice(1).map((point, index) => all.slice(points[index], point));
        assert.equal(sanitized(...pieces), whole);
      }),
    );
    assert.equal(sanitized(...all), whole);
  });
});
