import assert from "node:assert/strict";
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  TestDir,
  assistant,
  header,
  jsonl,
  messageEntry,
  readLines,
  readRecords,
  user,
} from "./fixtures.test.ts";
import { SessionManager } from "./sessionManager.ts";

describe("SessionManager", () => {
  const dir = new TestDir();
  beforeEach(() => dir.create());
  afterEach(() => dir.remove());

  function types(path: string): unknown[] {
    return readRecords(path).map(({ type, message }) =>
      type === "message" ? (message as { role: string }).role : type,
    );
  }

  it("sessions-and-tools.md 1: leaves no file without a conversation, then writes everything at once", () => {
    const manager = SessionManager.create("/w", dir.path, { id: "s" });
    const file = manager.getSessionFile() ?? "";
    assert.match(file, /\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z_s\.jsonl$/);
    manager.appendModelChange("stub", "m1");
    manager.appendThinkingLevelChange("medium");
    manager.appendSessionInfo("n");
    manager.appendMessage({
      role: "bashExecution",
      command: "echo hi",
      output: "hi",
      exitCode: 0,
      cancelled: false,
      truncated: false,
      timestamp: 1,
    });
    manager.appendMessage({ role: "system", content: "", sections: { cwd: "/w" }, timestamp: 1 });
    assert.equal(existsSync(file), false);
    assert.equal(manager.isSaved(), false);
    manager.appendMessage(user("hello"));
    assert.deepEqual(types(file), [
      "session",
      "model_change",
      "thinking_level_change",
      "session_info",
      "bashExecution",
      "system",
      "user",
    ]);
    manager.appendMessage(assistant("ok"));
    assert.equal(types(file).at(-1), "assistant");
    const records = readRecords(file).slice(1);
    assert.deepEqual(
      records.map((record) => record.parentId),
      [null, ...records.slice(0, -1).map((record) => record.id)],
    );
    for (const { id } of records) assert.match(String(id), /^[0-9a-f]{8}$/);
  });

  it("writes type, id, parentId and timestamp first and leaves out undefined and structuredContent", () => {
    const manager = SessionManager.create("/w", dir.path);
    manager.appendMessage(user("hello"));
    const result = {
      role: "toolResult" as const,
      toolCallId: "c",
      toolName: "t",
      content: [],
      isError: false,
      timestamp: 1,
      usage: undefined,
      structuredContent: { a: 1 },
    };
    manager.appendMessage(result);
    const last = readLines(manager.getSessionFile() ?? "").at(-1) ?? "";
    assert.match(last, /^\{"type":"message","id":"[^"]+","parentId":"[^"]+","timestamp":"[^"]+","message":/);
    assert.doesNotMatch(last, /structuredContent|usage/);
  });

  it("creates the session directory at once, and the parents of a named file with its first write", () => {
    const nested = join(dir.path, "a", "b");
    SessionManager.create("/w", nested);
    assert.equal(statSync(nested).isDirectory(), true);
    const file = join(dir.path, "c", "d", "x.jsonl");
    const manager = SessionManager.open(file);
    assert.equal(existsSync(join(dir.path, "c")), false);
    manager.appendMessage(user("hello"));
    assert.deepEqual(types(file), ["session", "user"]);
  });

  it("appends immediately to a file that exists, even one with a header only", () => {
    const file = dir.file("x.jsonl", jsonl(header()));
    SessionManager.open(file).appendSessionInfo("n");
    assert.deepEqual(types(file), ["session", "session_info"]);
  });

  it("keeps ids, name, labels and leaf of a session that is opened again", () => {
    const manager = SessionManager.create(dir.path, dir.path);
    const first = manager.appendMessage(user("u"));
    manager.appendLabelChange(first, "start");
    manager.appendSessionInfo("  My  name\r\nx ");
    manager.appendUsage("cache_warm", "stub", "m1", assistant("").usage, "why");
    const again = SessionManager.open(manager.getSessionFile() ?? "");
    assert.deepEqual(again.getEntries(), manager.getEntries());
    assert.equal(again.getSessionName(), "My  name x");
    assert.equal(again.getLabel(first), "start");
    assert.equal(again.getLeafId(), manager.getLeafId());
    assert.equal(again.getCwd(), dir.path);
    again.appendSessionInfo("");
    again.appendLabelChange(first);
    assert.equal(again.getSessionName(), undefined);
    assert.equal(again.getLabel(first), undefined);
  });

  it("branches: moves the leaf, makes further roots and shows both branches in the tree", () => {
    const manager = SessionManager.inMemory("/w");
    const u1 = manager.appendMessage(user("u1"));
    const a1 = manager.appendMessage(assistant("a1"));
    manager.branch(u1);
    const a2 = manager.appendMessage(assistant("a2"));
    assert.deepEqual(
      manager.getBranch().map((entry) => entry.id),
      [u1, a2],
    );
    assert.deepEqual(
      manager.getBranch(a1).map((entry) => entry.id),
      [u1, a1],
    );
    assert.deepEqual(manager.getBranch("nope"), []);
    const summary = manager.branchWithSummary(null, "left it");
    assert.equal(manager.getEntry(summary)?.parentId, null);
    assert.deepEqual(
      manager.getTree().map((node) => [node.entry.id, node.children.map((child) => child.entry.id)]),
      [
        [u1, [a1, a2]],
        [summary, []],
      ],
    );
    assert.deepEqual(
      manager.getChildren(u1).map((entry) => entry.id),
      [a1, a2],
    );
    assert.throws(() => manager.branch("nope"), { message: "Entry nope not found" });
    assert.throws(() => manager.appendLabelChange("nope", "x"), { message: "Entry nope not found" });
    assert.throws(() => manager.appendContextEdit(a1, null), {
      message: `Entry ${a1} is not on the active branch`,
    });
  });

  it("tells listeners about an entry when it is in the file", () => {
    const manager = SessionManager.create("/w", dir.path);
    const seen: unknown[] = [];
    const remove = manager.onAppend((entry) => {
      seen.push(readRecords(manager.getSessionFile() ?? "").at(-1)?.id === entry.id);
    });
    manager.appendMessage(user("u"));
    remove();
    manager.appendMessage(assistant("a"));
    assert.deepEqual(seen, [true]);
  });

  it("refuses summaries as messages and ids outside the grammar", () => {
    const manager = SessionManager.inMemory();
    const summary = { role: "branchSummary", summary: "", fromId: null, timestamp: 1 } as const;
    assert.throws(() => manager.appendMessage(summary), TypeError);
    assert.throws(() => SessionManager.create("/w", dir.path, { id: "../x" }), { code: "invalid-id" });
  });

  it("sessions-and-tools.md 17: continues the newest file of the current directory only", () => {
    const write = (name: string, cwd: string | undefined, id: string) =>
      dir.file(name, jsonl(header({ cwd, id }), messageEntry("a", null, { ...user("u") })));
    write("1.jsonl", "/tmp/a-b", "mine");
    write("2.jsonl", "/tmp/a/b", "other");
    writeFileSync(join(dir.path, "3.jsonl"), "no session\n");
    mkdirSync(join(dir.path, "4.jsonl"));
    const manager = SessionManager.continueRecent("/tmp/a-b", dir.path);
    assert.equal(manager.getSessionId(), "mine");
    assert.equal(SessionManager.continueRecent("/tmp/none", dir.path).getEntryCount(), 0);
    assert.equal(SessionManager.findById("/tmp/a/b", "mine", dir.path), undefined);
    assert.equal(SessionManager.findById("/tmp/a/b", "other", dir.path), join(dir.path, "2.jsonl"));
  });

  it("sessions-and-tools.md 26: two processes on one file make two branches", () => {
    const first = SessionManager.create("/w", dir.path);
    const root = first.appendMessage(user("u"));
    const second = SessionManager.open(first.getSessionFile() ?? "");
    const a = first.appendMessage(assistant("a"));
    const b = second.appendMessage(assistant("b"));
    const again = SessionManager.open(first.getSessionFile() ?? "");
    assert.equal(again.getLeafId(), b);
    assert.deepEqual(
      again.getChildren(root).map((entry) => entry.id),
      [a, b],
    );
  });
});
