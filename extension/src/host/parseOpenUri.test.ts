import assert from "node:assert/strict";
import { parseOpenUri } from "./parseOpenUri.ts";

describe("links to the chat", () => {
  it("vscode.md 2: carry a prompt and the id of a session", () => {
    assert.deepEqual(parseOpenUri("/open", "prompt=Fix%20it%0D%0Anow&session=0199-ab"), {
      prompt: "Fix it\nnow",
      sessionId: "0199-ab",
    });
    assert.deepEqual(parseOpenUri("/open", ""), { prompt: "" });
  });

  it("vscode.md 2: are refused when they are long, lead elsewhere or name a file", () => {
    assert.equal(parseOpenUri("/open", `prompt=${"x".repeat(8192)}`), "The link is longer than 8 KB");
    assert.equal(parseOpenUri("/run", "prompt=x"), "Relay has no /run");
    assert.equal(parseOpenUri("/open", "session=../../x.jsonl"), "The link names no session");
  });
});
