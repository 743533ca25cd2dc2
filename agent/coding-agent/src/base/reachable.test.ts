import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { statReachable } from "./reachable.ts";

describe("statReachable", () => {
  let dir: string;
  beforeEach(() => (dir = mkdtempSync(join(tmpdir(), "relay-reachable-"))));
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it("tells files and folders", () => {
    writeFileSync(join(dir, "f"), "");
    assert.equal(statReachable(join(dir, "f"))?.isFile(), true);
    assert.equal(statReachable(dir)?.isDirectory(), true);
  });

  it("takes what cannot be looked at for nothing", () => {
    symlinkSync("circle", join(dir, "circle"));
    for (const path of [join(dir, "none"), join(dir, "circle"), join(dir, "x".repeat(5_000)), "a\0b"]) {
      assert.equal(statReachable(path), undefined);
    }
  });
});
