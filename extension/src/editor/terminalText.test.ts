import assert from "node:assert/strict";
import { plainTerminalText } from "./terminalText.ts";

describe("text of a terminal", () => {
  it("has no colours, marks of shell integration and other control characters", () => {
    const text = "\u001b]633;C\u0007\u001b[31mfail\u001b[0m\r\nnext\u0007\u0000";
    assert.equal(plainTerminalText(text), "fail\nnext");
  });

  it("shows of a line that was written over what was left of it", () => {
    assert.equal(plainTerminalText("10%\r50%\r100%\r\ndone"), "100%\ndone");
  });
});
