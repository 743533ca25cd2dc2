import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withTargetFacts } from "./targetFacts.ts";

describe("targets of a command that is asked about", () => {
  let cwd: string;

  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), "relay-targets-"));
    mkdirSync(join(cwd, "src"));
    writeFileSync(join(cwd, "src/a.ts"), "");
    writeFileSync(join(cwd, "out.txt"), "");
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  it("vscode.md 7: say whether they exist and whether git has them", async () => {
    execFileSync("git", ["init", "-q"], { cwd });
    execFileSync("git", ["add", "src"], { cwd });
    const targets = [
      { path: "src" },
      { path: "out.txt" },
      { path: "gone" },
      { path: "*.ts" },
      { remote: "origin" },
    ];
    assert.deepEqual(await withTargetFacts(targets, cwd), [
      { path: "src", exists: true, tracked: true },
      { path: "out.txt", exists: true, tracked: false },
      { path: "gone", exists: false },
      { path: "*.ts" },
      { remote: "origin" },
    ]);
  });

  it("leave out what nobody can tell", async () => {
    assert.deepEqual(await withTargetFacts([{ path: "src" }], cwd), [{ path: "src", exists: true }]);
  });
});
