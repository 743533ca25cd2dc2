import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJsonl } from "./exportJsonl.ts";
import { exportPath, readSource, type ExportSource } from "./exportSource.ts";
import { assistantEntry, testHeader, userEntry } from "./testing/entries.ts";

const branch = [userEntry("u1", null, "hi"), assistantEntry("a2", "u1", "again")];
const source: ExportSource = {
  header: { ...testHeader, parentSession: "/elsewhere.jsonl" },
  entries: [branch[0]!, assistantEntry("a1", "u1", "old"), branch[1]!],
  leafId: "a2",
  branch,
  stem: "one",
};

describe("JSONL export", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "relay-test-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("sessions-and-tools.md 27: has the same id, no parent session and the active branch alone", async () => {
    const path = join(folder, "deep/er/o.jsonl");
    await exportJsonl(source, path);
    const text = readFileSync(path, "utf8");
    assert.ok(text.endsWith("\n"));
    const [header, ...entries] = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(Object.keys(header ?? {}), ["type", "version", "id", "timestamp", "cwd"]);
    assert.equal(header?.id, testHeader.id);
    assert.notEqual(header?.timestamp, testHeader.timestamp);
    assert.deepEqual(entries, branch);
    assert.deepEqual(readSource(path)?.entries, branch);
  });

  it("has a default name, and takes ~ and relative paths", () => {
    const at = { cwd: "/work", extension: "jsonl" as const };
    assert.equal(exportPath(source, at), join("/work", "relay-session-one.jsonl"));
    assert.equal(exportPath(source, { ...at, outputPath: "a/b.jsonl" }), join("/work", "a/b.jsonl"));
    assert.ok(!exportPath(source, { ...at, outputPath: "~/b.jsonl" }).includes("~"));
  });
});
