import assert from "node:assert/strict";
import fc from "fast-check";
import { splitTemplateArguments } from "./templateArguments.ts";

describe("splitTemplateArguments", () => {
  const cases: [title: string, text: string, expected: string[]][] = [
    ["cli.md 48: a quote inside a word, and one without its counterpart", `doesn't "x`, ["doesn't", '"x']],
    ["white space and line ends", " a\n b\t\r\nc ", ["a", "b", "c"]],
    ["both quotes, and empty ones", `'a b' "c 'd'" '' ""`, ["a b", "c 'd'", "", ""]],
    ["a backslash before the same quote only", String.raw`"a\"b\'c\n" 'd\'e'`, [String.raw`a"b\'c\n`, "d'e"]],
    ["a quote that only an escaped one follows", String.raw`"a\" b`, [String.raw`"a\"`, "b"]],
    ["what follows a closing quote", `"a b"c d`, ["a bc", "d"]],
    ["nothing", " \n", []],
  ];
  for (const [title, text, expected] of cases) {
    it(title, () => assert.deepEqual(splitTemplateArguments(text), expected));
  }

  it("gives back any arguments that were quoted", () => {
    const argument = fc.string({ unit: "grapheme" }).filter((text) => !text.endsWith("\\"));
    fc.assert(
      fc.property(fc.array(argument), (values) => {
        const quoted = values.map((value) => `"${value.replaceAll('"', '\\"')}"`);
        assert.deepEqual(splitTemplateArguments(quoted.join(" ")), values);
      }),
    );
  });
});
