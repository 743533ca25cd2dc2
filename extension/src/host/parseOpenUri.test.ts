import assert from "node:assert/strict";
import { parseOpenUri } from "./parseOpenUri.ts";

// Queries as the editor hands them over: decoded.
describe("links to the chat", () => {
  it("vscode.md 2: carry a prompt and the id of a session, in either order", () => {
    const asked = { prompt: "Fix it\nnow", sessionId: "0199-ab" };
    assert.deepEqual(parseOpenUri("/open", "prompt=Fix it\r\nnow&session=0199-ab"), asked);
    assert.deepEqual(parseOpenUri("/open", "session=0199-ab&prompt=Fix it\rnow"), asked);
    assert.deepEqual(parseOpenUri("/open", "session=0199-ab"), { prompt: "", sessionId: "0199-ab" });
    assert.deepEqual(parseOpenUri("/open", "source=wiki&prompt=x"), { prompt: "x" });
    assert.deepEqual(parseOpenUri("/open", ""), { prompt: "" });
  });

  it("vscode.md 2: give the prompt as it was written, with &, +, = and %", () => {
    for (const prompt of ["a && b&c=1", "Explain C++", "50 % of %20", "x&prompt=y", "a&session=b c"]) {
      assert.deepEqual(parseOpenUri("/open", `prompt=${prompt}`), { prompt });
    }
  });

  it("vscode.md 2: bring nothing that cannot be seen into the prompt", () => {
    const tags = [..."rm"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
    const hostile = `a\u0000\u001b[2J\u202e${tags}\u200b\ufeff\u2066b\u0085\tc`;
    assert.deepEqual(parseOpenUri("/open", `prompt=${hostile}`), { prompt: "a[2Jb\tc" });
    assert.deepEqual(parseOpenUri("/open", "prompt=👩‍💻 ação"), { prompt: "👩‍💻 ação" });
  });

  it("vscode.md 2: are refused when they are longer than 8 KB, in bytes", () => {
    const fits = "x".repeat(8192 - "prompt=".length);
    assert.deepEqual(parseOpenUri("/open", `prompt=${fits}`), { prompt: fits });
    for (const prompt of [`${fits}x`, "é".repeat(4096)]) {
      assert.equal(parseOpenUri("/open", `prompt=${prompt}`), "The link is longer than 8 KB");
    }
  });

  it("vscode.md 2: are refused when they lead elsewhere", () => {
    for (const path of [
      "/run",
      "/send",
      "",
      "/",
      "/open/",
      "/OPEN",
      "/open/../run",
      "//open",
      "/open\u0000",
    ]) {
      assert.equal(parseOpenUri(path, "prompt=x"), `Relay has no ${path}`);
    }
  });

  it("vscode.md 2: are refused when the session is no id", () => {
    const ids = [
      "",
      "../../x.jsonl",
      "/etc/passwd",
      "..\\x",
      "a.jsonl",
      "file:x",
      "é",
      "x".repeat(65),
      "%2e%2e",
    ];
    for (const id of ids) {
      for (const query of [`session=${id}`, `session=${id}&prompt=x`, `prompt=x&session=${id}`]) {
        assert.equal(parseOpenUri("/open", query), "The link names no session", query);
      }
    }
  });
});
