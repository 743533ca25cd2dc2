import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { TestDir, assistant, header, jsonl, messageEntry, readRecords, user } from "./fixtures.test.ts";
import { forkPoint } from "./copySession.ts";
import { SessionManager } from "./sessionManager.ts";

describe("copying sessions", () => {
  const dir = new TestDir();
  beforeEach(() => dir.create());
  afterEach(() => dir.remove());

  it("sessions-and-tools.md 20: forks before a user message of any branch, with the ids of the path", () => {
    const manager = SessionManager.create("/w", dir.path);
    manager.appendModelChange("stub", "m1");
    const u1 = manager.appendMessage(user("u1"));
    const a1 = manager.appendMessage(assistant("a1"));
    const u2 = manager.appendMessage(user("u2"));
    manager.branch(u1);
    manager.appendMessage(assistant("other"));
    const { leafId, text } = forkPoint(manager.getEntry(u2));
    assert.deepEqual([leafId, text], [a1, "u2"]);
    const fork = manager.createBranch(leafId);
    const records = readRecords(fork.getSessionFile() ?? "");
    assert.equal(records[0]?.parentSession, manager.getSessionFile());
    assert.notEqual(records[0]?.id, manager.getSessionId());
    assert.deepEqual(
      records.slice(1),
      manager.getBranch(a1).map((entry) => JSON.parse(JSON.stringify(entry)) as unknown),
    );
    assert.throws(() => forkPoint(manager.getEntry(a1)), { message: "Invalid entry ID for forking" });
    assert.throws(() => forkPoint(undefined), { message: "Invalid entry ID for forking" });
  });

  it("sessions-and-tools.md 20: a fork of the first message has no file until it is prompted", () => {
    const manager = SessionManager.create("/w", dir.path);
    const setup = manager.appendModelChange("stub", "m1");
    const u1 = manager.appendMessage(user("u1"));
    const fork = manager.createBranch(forkPoint(manager.getEntry(u1)).leafId);
    assert.equal(fork.getLeafId(), setup);
    assert.equal(existsSync(fork.getSessionFile() ?? ""), false);
    const message = "This session has not been saved yet. Send a message before cloning or forking it.";
    assert.throws(() => fork.createBranch(fork.getLeafId()), { code: "not-saved", message });
    fork.appendMessage(user("again"));
    assert.equal(readRecords(fork.getSessionFile() ?? "").length, 3);
    assert.equal(SessionManager.inMemory("/w").createBranch(null).isPersisted(), false);
  });

  it("sessions-and-tools.md 21: takes labels out of the chain and sets the current ones at its end", () => {
    const manager = SessionManager.create("/w", dir.path);
    const u1 = manager.appendMessage(user("u1"));
    manager.appendLabelChange(u1, "old");
    const a1 = manager.appendMessage(assistant("a1"));
    const label = manager.appendLabelChange(a1, "kept");
    manager.appendLabelChange(u1, "");
    const u2 = manager.appendMessage(user("u2"));
    const clone = manager.createBranch(manager.getLeafId());
    const entries = clone.getEntries();
    assert.deepEqual(
      entries.slice(0, 3).map((entry) => [entry.id, entry.parentId]),
      [
        [u1, null],
        [a1, u1],
        [u2, a1],
      ],
    );
    const last = entries[3];
    assert.ok(last?.type === "label");
    assert.equal(entries.length, 4);
    assert.notEqual(last.id, label);
    assert.deepEqual(
      [last.targetId, last.label, last.timestamp],
      [a1, "kept", manager.getEntry(label)?.timestamp],
    );
    assert.equal(clone.getLabel(a1), "kept");
  });

  it("keeps a compaction whose first kept entry was a label", () => {
    const manager = SessionManager.create("/w", dir.path);
    const u1 = manager.appendMessage(user("u1"));
    const label = manager.appendLabelChange(u1, "x");
    const a1 = manager.appendMessage(assistant("a1"));
    manager.appendCompaction("S", label, 1);
    const clone = manager.createBranch(manager.getLeafId());
    assert.ok(
      clone.getEntries().some((entry) => entry.type === "compaction" && entry.firstKeptEntryId === a1),
    );
    assert.equal(clone.buildSessionContext().messages.length, manager.buildSessionContext().messages.length);
  });

  it("copies all entries of a file under a new header and leaves the source alone", () => {
    const records = [
      messageEntry("u1", null, { ...user("u") }),
      messageEntry("a1", "u1", { ...assistant("a") }),
      messageEntry("a2", "u1", { ...assistant("b") }),
    ];
    const source = dir.file("source.jsonl", jsonl(header({ version: 2, cwd: "/elsewhere" }), ...records));
    const fork = SessionManager.forkFrom(source, "/here", dir.path, { id: "copy" });
    const [head, ...copied] = readRecords(fork.getSessionFile() ?? "");
    assert.deepEqual([head?.id, head?.cwd, head?.parentSession, head?.version], ["copy", "/here", source, 3]);
    assert.deepEqual(copied, records);
    assert.equal(readRecords(source)[0]?.version, 2);
    for (const bad of [dir.file("empty.jsonl", ""), dir.file("bad.jsonl", "x\n"), `${dir.path}/none.jsonl`]) {
      const message = `Cannot fork: source session file is empty or invalid: ${bad}`;
      assert.throws(() => SessionManager.forkFrom(bad, "/here", dir.path), { message });
    }
  });
});
