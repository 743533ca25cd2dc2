import assert from "node:assert/strict";
import { ansiSpans, stripAnsi } from "./ansi.ts";

const escape = "\u001B";

describe("terminal output", () => {
  it("keeps colours and weights as classes", () => {
    assert.deepEqual(ansiSpans(`a${escape}[1;31mb${escape}[22mc${escape}[0md${escape}[38;5;12me`), [
      { text: "a", look: "" },
      { text: "b", look: "ansi-bold ansi-red" },
      { text: "c", look: "ansi-red" },
      { text: "d", look: "" },
      { text: "e", look: "ansi-bright-blue" },
    ]);
  });

  it("leaves out every other control: cursor moves, titles, links, bells, cut sequences", () => {
    const hostile = [
      `${escape}[2J${escape}[Hone`,
      `${escape}]0;title\u0007two`,
      `${escape}]8;;https://example.com${escape}\\three${escape}]8;;${escape}\\`,
      `\u0007\u0000\u0008four`,
      `five${escape}[`,
      `six${escape}`,
    ];
    assert.deepEqual(hostile.map(stripAnsi), ["one", "two", "three", "four", "five[", "six"]);
  });

  it("shows the last state of a line that was drawn over", () => {
    assert.equal(stripAnsi("10%\r50%\r100%\r\ndone\r\n"), "100%\ndone\n");
  });
});
