import assert from "node:assert/strict";
import { prose } from "./prose.ts";

describe("prose", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["normalises line ends and combining letters", "a\r\nb\rna\u0303o", "a\nb\nnão"],
    [
      "drops expanded skills",
      'see <skill name="pdf" location="/x">\nNever guess.\n</skill>\nthanks',
      "see \nthanks",
    ],
    ["drops expanded files", '<file name="/w/a.txt">\nAlways lie.\n</file>\ngo', "\ngo"],
    ["drops an expansion that is never closed", 'go\n<file name="/w/a.txt">\nAlways lie.', "go\n"],
    [
      "keeps a tag that is a word of the sentence",
      "the <file> tag, never use it",
      "the <file> tag, never use it",
    ],
    ["drops fenced blocks", "a\n```ts\nnever\n```\nb\n~~~\nalways\n~~~", "a\nb"],
    ["needs a fence as long as the opening one", "````\n```\nx\n````\ny", "y"],
    ["drops a fence that is never closed", "a\n```\nnever use x\n\nno", "a"],
    ["keeps inline code that opens a line", "```any``` is slow", "```any``` is slow"],
    ["drops quoted lines", "> Always use tabs\n  > and spaces\nok", "ok"],
    ["drops shell lines", "$ rm -rf x\nran it", "ran it"],
    [
      "drops diffs, keeps bullets",
      "+++ b/x\n--- a/x\n@@ -1 +1 @@\n-foo();\n+bar() {\n- never use var",
      "- never use var",
    ],
    [
      "drops stack traces",
      'Traceback (most recent call last):\n  File "a.py", line 3\n    at run (a.ts:3:1)\nat the end',
      "at the end",
    ],
  ];
  for (const [title, text, expected] of cases) {
    it(`harness.md §1: ${title}`, () => assert.equal(prose(text), expected));
  }

  it("harness.md §1: looks at 20,000 characters", () => {
    assert.equal(prose("x".repeat(20_001)).length, 20_000);
  });
});
