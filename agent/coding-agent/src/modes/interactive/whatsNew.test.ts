import assert from "node:assert/strict";
import { newerEntries } from "./whatsNew.ts";

describe("what an update brought", () => {
  const changelog = `# Changelog\n\n## Unreleased\n\n- U\n\n## 1.1.0\n\n- B\n\n## [1.0.0] - 2026-01-01\n\n- A\n\n## 0.9.0\n\n- Old\n`;

  it("are the entries of later versions, the newest first", () => {
    assert.deepEqual(newerEntries(changelog, "0.9.0"), ["## 1.1.0\n\n- B", "## [1.0.0] - 2026-01-01\n\n- A"]);
    assert.deepEqual(newerEntries(changelog, "1.1.0"), []);
    assert.deepEqual(newerEntries(changelog, "1.1.0-beta.1").length, 1);
  });
});
