import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RunningSessions } from "./runningSessions.ts";

describe("runs that were going on", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "relay-running-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("vscode.md 3: are known again in the next window, until they have ended", () => {
    const file = join(folder, "a/running.json");
    const before = new RunningSessions(file);
    before.set("/s1.jsonl", true);
    before.set("/s2.jsonl", true);
    before.set("/s1.jsonl", false);
    const after = new RunningSessions(file);
    assert.deepEqual([after.has("/s1.jsonl"), after.has("/s2.jsonl")], [false, true]);
  });

  it("are none when the file is cut off", () => {
    const file = join(folder, "running.json");
    writeFileSync(file, '["/s1');
    assert.equal(new RunningSessions(file).has("/s1"), false);
  });
});
