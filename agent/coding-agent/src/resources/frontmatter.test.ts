import assert from "node:assert/strict";
import { parseFrontmatter, stripFrontmatter } from "./frontmatter.ts";

describe("parseFrontmatter", () => {
  const cases: [given: string, what: string, expected: object][] = [
    [
      "---\na: 1\nb: [x]\n---\n\nBody\n",
      "fields and body",
      { frontmatter: { a: 1, b: ["x"] }, body: "Body" },
    ],
    [
      "\uFEFF---\r\na: x\r\n---\r\nOne\r\nTwo",
      "Windows files",
      { frontmatter: { a: "x" }, body: "One\nTwo" },
    ],
    ["---\n---\nBody", "an empty block", { frontmatter: {}, body: "Body" }],
    ["---\n# nothing\n---", "a block of comments", { frontmatter: {}, body: "" }],
    ["Body\n---\na: 1\n---", "a block that is not first", { frontmatter: {}, body: "Body\n---\na: 1\n---" }],
    ["---\na: 1\nBody", "a block that does not end", { frontmatter: {}, body: "---\na: 1\nBody" }],
    ["---\na: |\n  x\n  ---\n---\nB", "dashes inside a value", { frontmatter: { a: "x\n---\n" }, body: "B" }],
  ];
  for (const [given, what, expected] of cases) {
    it(`reads ${what}`, () => assert.deepEqual(parseFrontmatter(given), expected));
  }

  const laughs = [
    "a0: &a0 [x]",
    ...Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(10)}]`),
  ];
  const malformed: [given: string, what: string][] = [
    ["---\na: b: c\n---\n", "text that is no YAML"],
    ["---\na: 1\na: 2\n---\n", "a field twice"],
    ["---\n- a\n---\n", "a list"],
    ["---\ntext\n---\n", "a text"],
    [`---\n${laughs.join("\n")}\n---\n`, "aliases that multiply"],
    [`---\na: ${"[".repeat(4000)}\n---\n`, "endless nesting"],
    [`---\na: ${"x".repeat(16_384)}\n---\n`, "a block that is too long"],
  ];
  for (const [given, what] of malformed) {
    it(`throws for ${what}`, () => assert.throws(() => parseFrontmatter(given), Error));
  }

  it("gives no field that was not written", () => {
    const { frontmatter } = parseFrontmatter("---\n__proto__:\n  description: x\n---\n");
    assert.equal(frontmatter.description, undefined);
  });
});

describe("stripFrontmatter", () => {
  it("leaves out a block that is no YAML too", () => {
    assert.equal(stripFrontmatter("---\na: b: c\n---\nBody\n"), "Body");
  });
});
