import assert from "node:assert/strict";
import { fillTemplate } from "./fillTemplate.ts";

describe("cli.md 48-49: fillTemplate", () => {
  const cases: [title: string, body: string, args: string, expected: string][] = [
    ["cli.md 48: arguments by number and all of them", "T: $1|$2|$@", ' a "b c"', "T: a|b c|a b c"],
    ["cli.md 48: an empty argument counts", "T: $1|$2|$@", ' "" z', "T: |z| z"],
    ["cli.md 49: a default for an empty argument", "${1:-d}", '""', "d"],
    ["cli.md 49: a part of the arguments", "${@:2:1}", "a b c", "b"],
    ["cli.md 49: a part beyond the last", "[${@:5}]", "a b c", "[]"],
    ["cli.md 49: an argument that looks like a placeholder", "$1 $2", "$2 $1", "$2 $1"],
    ["the tenth argument", "$10", "1 2 3 4 5 6 7 8 9 ten", "ten"],
    ["$ARGUMENTS", "($ARGUMENTS)", "a  b", "(a b)"],
    ["a default that is not needed", "${1:-d}", "x", "x"],
    ["defaults for all", "${@:-none} ${ARGUMENTS:-none}", "", "none none"],
    ["defaults that stay as they are", "${1:-$2}", "'' x", "$2"],
    ["a part from 0, as from 1", "${@:0:2}", "a b c", "a b"],
    ["what is left after the first", "${@:2}", "a b c", "b c"],
    [
      "other dollars",
      "$0 $$ ${foo} ${1} $x $ARGUMENTSX ${0:-a} $",
      "a",
      "$0 $$ ${foo} ${1} $x $ARGUMENTSX ${0:-a} $",
    ],
    ["patterns of replacements in arguments", "<$1>", "$&$1$`", "<$&$1$`>"],
    ["a template without placeholders", "Fixed.", "a b", "Fixed."],
  ];
  for (const [title, body, args, expected] of cases) {
    it(title, () => assert.equal(fillTemplate(body, args), expected));
  }
});
