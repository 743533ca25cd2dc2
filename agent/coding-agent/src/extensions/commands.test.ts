import assert from "node:assert/strict";
import { parseCommandText } from "./commands.ts";

describe("parseCommandText", () => {
  const texts: [text: string, parsed: ReturnType<typeof parseCommandText>][] = [
    ["/cmd  a b ", { name: "cmd", args: " a b " }],
    ["/cmd", { name: "cmd", args: "" }],
    ["/cmd ", { name: "cmd", args: "" }],
    ["/cmd\nline\n", { name: "cmd", args: "line\n" }],
    ["/a:1\tx", { name: "a:1", args: "x" }],
    [" /cmd", undefined],
    ["/", undefined],
    ["/ cmd", undefined],
    ["cmd", undefined],
  ];
  for (const [text, parsed] of texts) {
    it(`extension-api.md 37: takes ${JSON.stringify(text)} apart`, () => {
      assert.deepEqual(parseCommandText(text), parsed);
    });
  }
});
