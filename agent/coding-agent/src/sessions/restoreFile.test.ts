import assert from "node:assert/strict";
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { TestDir, assistant, header, jsonl, readRecords, user } from "./fixtures.test.ts";
import { SessionManager } from "./sessionManager.ts";

describe("a session file that changes while it is open", () => {
  const dir = new TestDir();
  let manager: SessionManager;
  let path: string;
  let notices: string[];
  let errors: string[];
  let conflicts: number;
  beforeEach(() => {
    dir.create();
    watch(SessionManager.create("/w", join(dir.path, "sessions")));
    manager.appendMessage(user("one"));
    manager.appendMessage(assistant("two"));
  });
  afterEach(() => {
    manager.close();
    dir.remove();
  });

  function watch(opened: SessionManager): void {
    manager = opened;
    path = manager.getSessionFile() ?? "";
    notices = [];
    errors = [];
    conflicts = 0;
    manager.onNotice = (text) => notices.push(text);
    manager.onWriteError = (error) => errors.push(error.message);
    manager.onForeignAppend = () => conflicts++;
  }

  /** The file holds the whole session, in order. */
  function assertWhole(): void {
    assert.deepEqual(readRecords(path), [manager.getHeader(), ...manager.getEntries()]);
    assert.deepEqual(errors, []);
  }

  it("is written again when it was deleted, with its directory, and that is said once", () => {
    rmSync(dirname(path), { recursive: true });
    manager.appendMessage(user("three"));
    manager.appendMessage(assistant("four"));
    assertWhole();
    assert.deepEqual(notices, [
      `Session file ${path} was deleted while it was open; it has been written again.`,
    ]);
    assert.equal(conflicts, 0);
  });

  it("is written again when it was deleted between opening and the first append", () => {
    manager.close();
    watch(SessionManager.open(path));
    rmSync(path);
    manager.appendMessage(user("three"));
    assertWhole();
    assert.equal(notices.length, 1);
  });

  it("gets what a copy that took its place lacks", () => {
    const copy = join(dir.path, "copy.jsonl");
    copyFileSync(path, copy);
    manager.appendMessage(user("three"));
    renameSync(copy, path);
    manager.appendMessage(assistant("four"));
    assertWhole();
    assert.match(
      notices.join(),
      /was replaced while it was open; the entries that it lacked have been added\.$/,
    );
  });

  it("gets back what was cut off in place, on lines of their own", () => {
    truncateSync(path, readFileSync(path).length - 20);
    manager.appendMessage(user("three"));
    const again = SessionManager.open(path);
    assert.deepEqual(
      again
        .getEntries()
        .map(({ id }) => id)
        .sort(),
      manager
        .getEntries()
        .map(({ id }) => id)
        .sort(),
    );
    assert.equal(again.getLeafId(), manager.getLeafId());
    assert.equal(notices.length, 1);
    again.close();
  });

  it("is written again when it was emptied in place", () => {
    truncateSync(path, 0);
    manager.appendMessage(user("three"));
    assertWhole();
    assert.equal(notices.length, 1);
  });

  it("moves aside what else lies in its place", () => {
    const other = jsonl(header({ id: "other" }));
    rmSync(path);
    writeFileSync(path, other);
    manager.appendMessage(user("three"));
    assertWhole();
    const aside = join(
      dirname(path),
      readdirSync(dirname(path)).find((name) => name.includes("-replaced-1")) ?? "",
    );
    assert.equal(readFileSync(aside, "utf8"), other);
    assert.ok(notices[0]?.endsWith(`What lay there is now ${aside}`));
  });

  it("keeps everything for later while its place is taken by a directory", () => {
    rmSync(path);
    mkdirSync(path);
    manager.appendMessage(user("three"));
    manager.appendMessage(assistant("four"));
    assert.equal(errors.length, 1);
    rmSync(path, { recursive: true });
    manager.appendMessage(user("five"));
    assert.deepEqual(readRecords(path), [manager.getHeader(), ...manager.getEntries()]);
  });

  it("sessions-and-tools.md 26: tells of lines of another process once, and writes on behind them", () => {
    const other = SessionManager.open(path);
    other.appendMessage(user("theirs"));
    manager.appendMessage(user("ours"));
    assert.equal(conflicts, 1);
    manager.appendMessage(assistant("more of ours"));
    assert.equal(conflicts, 1);
    other.close();
    const again = SessionManager.open(path);
    assert.equal(again.getLeafId(), manager.getLeafId());
    assert.equal(again.getEntries().length, manager.getEntries().length + 1);
    again.close();
    assert.deepEqual([notices, errors], [[], []]);
  });

  it("does not run into a line that another process has not ended", () => {
    appendFileSync(path, '{"type":"mess');
    manager.appendMessage(user("ours"));
    assert.equal(conflicts, 1);
    const again = SessionManager.open(path);
    assert.deepEqual(again.getEntries(), manager.getEntries());
    again.close();
  });
});
