import assert from "node:assert/strict";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ChangeLog } from "./changeLog.ts";
import { changedSince, revertSpans, spansOf } from "./revert.ts";

describe("revert", () => {
  let folder: string;
  let log: ChangeLog;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "relay-revert-"));
    log = await ChangeLog.open(join(folder, "images"), "s1");
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const at = (name: string): string => join(folder, name);

  /** A call of the agent that leaves the file with these bytes, or without the file. */
  async function change(
    turnId: string,
    toolCallId: string,
    name: string,
    bytes: Buffer | undefined,
  ): Promise<void> {
    await log.begin({ toolCallId, turnId, path: at(name) });
    if (bytes) await writeFile(at(name), bytes);
    else await rm(at(name));
    await log.end(toolCallId);
  }

  const revert = (...turns: string[]) => revertSpans(log, spansOf(log.all, new Set(turns)));
  const bytesOf = async (name: string): Promise<string> => (await readFile(at(name))).toString("latin1");
  const contents: [string, Buffer][] = [
    ["CRLF", Buffer.from("a\r\nb\r\n")],
    ["a BOM", Buffer.from("\ufeffa\n")],
    ["UTF-16", Buffer.from("\ufeffä\n", "utf16le")],
    ["no content", Buffer.alloc(0)],
    ["bytes that are no text", Buffer.from([0, 255, 254, 10])],
  ];

  for (const [name, bytes] of contents) {
    it(`vscode.md 11: restores the bytes of a file with ${name}`, async () => {
      await writeFile(at("f"), bytes);
      await change("u1", "c1", "f", Buffer.from("new"));
      assert.deepEqual(await revert("u1"), { reverted: [at("f")], skipped: [] });
      assert.equal(await bytesOf("f"), bytes.toString("latin1"));
    });
  }

  it("vscode.md 11: deletes a file that is new, brings back one that was deleted, keeps the mode 0755", async () => {
    await writeFile(at("gone"), "x");
    await writeFile(at("run"), "#!/bin/sh");
    await chmod(at("run"), 0o755);
    await change("u1", "c1", "new", Buffer.from("n"));
    await change("u1", "c2", "gone", undefined);
    await rm(at("run"));
    await change("u1", "c3", "other", Buffer.from("o"));
    await writeFile(at("run"), "#!/bin/sh", { mode: 0o755 });
    await change("u1", "c4", "run", Buffer.from("changed"));
    await chmod(at("run"), 0o755);
    assert.deepEqual((await revert("u1")).skipped, []);
    await assert.rejects(stat(at("new")), { code: "ENOENT" });
    assert.equal(await bytesOf("gone"), "x");
    assert.equal(await bytesOf("run"), "#!/bin/sh");
    assert.equal((await stat(at("run"))).mode & 0o777, 0o755);
  });

  it("vscode.md 8: leaves a file that others have changed since, unless it is forced", async () => {
    await writeFile(at("f"), "old");
    await change("u1", "c1", "f", Buffer.from("agent"));
    await writeFile(at("f"), "mine");
    assert.deepEqual(await revert("u1"), {
      reverted: [],
      skipped: [{ path: at("f"), reason: changedSince }],
    });
    assert.equal(await bytesOf("f"), "mine");
    await revertSpans(log, spansOf(log.all, new Set(["u1"])), { force: true });
    assert.equal(await bytesOf("f"), "old");
  });

  it("vscode.md 8: goes back to before a message, over all later turns", async () => {
    await writeFile(at("f"), "0");
    await change("u1", "c1", "f", Buffer.from("1"));
    await change("u2", "c2", "f", Buffer.from("2"));
    await change("u2", "c3", "f", Buffer.from("3"));
    await revert("u2");
    assert.equal(await bytesOf("f"), "1");
    await writeFile(at("f"), "3");
    await revert("u1", "u2");
    assert.equal(await bytesOf("f"), "0");
  });

  it("reverts only the files that were asked for", async () => {
    await change("u1", "c1", "a", Buffer.from("1"));
    await change("u1", "c2", "b", Buffer.from("1"));
    const spans = spansOf(log.all, new Set(["u1"]));
    assert.deepEqual((await revertSpans(log, spans, { paths: [at("b")] })).reverted, [at("b")]);
    assert.equal(await bytesOf("a"), "1");
  });

  it("knows the changes again after a reload of the window, a torn line aside", async () => {
    await writeFile(at("f"), "old");
    await change("u1", "c1", "f", Buffer.from("agent"));
    await writeFile(join(folder, "images/s1/changes.jsonl"), '{"toolCallId":"c2","tur', { flag: "a" });
    log = await ChangeLog.open(join(folder, "images"), "s1");
    assert.deepEqual((await revert("u1")).reverted, [at("f")]);
    assert.equal(await bytesOf("f"), "old");
  });

  it("says when a content is not kept: over 5 MB, or deleted meanwhile", async () => {
    await writeFile(at("big"), Buffer.alloc(5 * 1024 * 1024 + 1));
    await change("u1", "c1", "big", Buffer.from("small"));
    assert.deepEqual((await revert("u1")).skipped, [
      { path: at("big"), reason: "Its earlier content is no longer kept" },
    ]);
    assert.equal(await bytesOf("big"), "small");
  });
});
