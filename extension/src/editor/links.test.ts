import assert from "node:assert/strict";
import { classifyLink } from "./links.ts";

describe("links of a transcript", () => {
  it("vscode.md 4: http, https and mailto go to the browser", () => {
    for (const url of ["http://example.com/", "https://example.com/a?b#c", "mailto:a@example.com"]) {
      assert.deepEqual(classifyLink(url), { kind: "external", url });
    }
  });

  it("vscode.md 4: paths may name a line and a column", () => {
    assert.deepEqual(classifyLink("src/a.ts"), { kind: "file", path: "src/a.ts" });
    assert.deepEqual(classifyLink("src/a.ts:3"), { kind: "file", path: "src/a.ts", line: 3 });
    assert.deepEqual(classifyLink("a.ts:3:14"), { kind: "file", path: "a.ts", line: 3, column: 14 });
    assert.deepEqual(classifyLink("a%20b.ts#L7-L9"), { kind: "file", path: "a b.ts", line: 7 });
    assert.deepEqual(classifyLink("C:\\a.ts:2"), { kind: "file", path: "C:\\a.ts", line: 2 });
  });

  it("vscode.md 4: everything else is refused", () => {
    const hostile = [
      "command:workbench.action.terminal.new",
      "COMMAND:x",
      "data:text/html,<script>alert(1)</script>",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "vscode://x.y/z",
      "vscode-webview://x",
      "java\nscript:alert(1)",
      "https://user:secret@example.com",
      "https://exa\u202emple.com",
      "\\\\server\\share\\a",
      "//server/share/a",
      "http://",
      "",
      " ",
      "a".repeat(5000),
    ];
    for (const href of hostile) assert.equal(classifyLink(href).kind, "refused", JSON.stringify(href));
  });
});
