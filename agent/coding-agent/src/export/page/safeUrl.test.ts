import assert from "node:assert/strict";
import { imageUri, safeLink } from "./safeUrl.ts";

describe("targets in an exported page", () => {
  it("are links for http, https and mailto alone", () => {
    const kept = ["http://a/b", "https://a/?q=1#x", "HTTPS://A/", "mailto:a@b.c"];
    assert.deepEqual(kept.map(safeLink), kept);
    const refused = [
      "javascript:alert(1)",
      " javascript:alert(1)",
      "java\nscript:alert(1)",
      "\u0001javascript:alert(1)",
      "data:text/html,<script>alert(1)</script>",
      "vbscript:x",
      "file:///etc/passwd",
      "//host/path",
      "src/a.ts",
      "",
    ];
    assert.deepEqual(
      refused.map(safeLink),
      refused.map(() => undefined),
    );
  });

  it("are images for the types of a session alone", () => {
    assert.equal(imageUri("image/png", "aGk="), "data:image/png;base64,aGk=");
    assert.equal(imageUri("image/svg+xml", "aGk="), undefined);
    assert.equal(imageUri("text/html", "aGk="), undefined);
    assert.equal(imageUri("image/png", 'aGk=" onerror="x'), undefined);
  });
});
