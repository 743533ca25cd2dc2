import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { TestDir, assistant, readRecords, user } from "./fixtures.test.ts";
import { SessionManager } from "./sessionManager.ts";
import { SessionWriter, type FileState, type SessionWriterFs } from "./sessionWriter.ts";

/** Real files, with failures on demand. */
class FailingFs implements SessionWriterFs {
  /** Code of the error that opening or writing throws. */
  openError: string | undefined;
  writeError: string | undefined;
  /** Bytes that the next write accepts before the one after it fails. */
  shortWrite: number | undefined;
  opened = 0;

  mkdirSync(path: string, options: { recursive: true }): unknown {
    return fs.mkdirSync(path, options);
  }
  openSync(path: string, flags: string): number {
    if (this.openError) throw Object.assign(new Error(`${this.openError}: open`), { code: this.openError });
    this.opened++;
    return fs.openSync(path, flags);
  }
  fstatSync(fd: number): FileState {
    return fs.fstatSync(fd);
  }
  statSync(path: string, options: { throwIfNoEntry: false }): FileState | undefined {
    return fs.statSync(path, options);
  }
  readSync(fd: number, buffer: Uint8Array, offset: number, length: number, position: number): number {
    return fs.readSync(fd, buffer, offset, length, position);
  }
  writeSync(fd: number, buffer: Uint8Array): number {
    if (this.shortWrite !== undefined) {
      const written = fs.writeSync(fd, buffer, 0, this.shortWrite);
      this.shortWrite = undefined;
      this.writeError = "ENOSPC";
      return written;
    }
    if (this.writeError)
      throw Object.assign(new Error(`${this.writeError}: write`), { code: this.writeError });
    return fs.writeSync(fd, buffer);
  }
  closeSync(fd: number): void {
    fs.closeSync(fd);
  }
}

describe("SessionWriter", () => {
  const dir = new TestDir();
  beforeEach(() => dir.create());
  afterEach(() => dir.remove());

  it("opens the file once and closes it once", () => {
    const failing = new FailingFs();
    const writer = new SessionWriter(join(dir.path, "x.jsonl"), failing);
    writer.append("a\n");
    writer.append("b\n");
    writer.close();
    writer.close();
    assert.equal(failing.opened, 1);
    writer.append("c\n");
    writer.close();
    assert.equal(fs.readFileSync(writer.path, "utf8"), "a\nb\nc\n");
  });

  it("goes on after a short write exactly where the file ends", () => {
    const failing = new FailingFs();
    const writer = new SessionWriter(join(dir.path, "x.jsonl"), failing);
    const errors: string[] = [];
    writer.onError = (error) => errors.push(error.message);
    failing.shortWrite = 3;
    writer.append("häh\n");
    writer.append("b\n");
    assert.equal(writer.hasUnwritten, true);
    failing.writeError = undefined;
    writer.append("c\n");
    assert.equal(fs.readFileSync(writer.path, "utf8"), "häh\nb\nc\n");
    assert.deepEqual(errors, [`Cannot write session file ${writer.path}: ENOSPC: write`]);
    writer.close();
  });

  it("reports again after a recovery, and tries once more when it is closed", () => {
    const failing = new FailingFs();
    const writer = new SessionWriter(join(dir.path, "x.jsonl"), failing);
    let reports = 0;
    writer.onError = () => reports++;
    for (const code of ["EACCES", undefined, "EACCES"]) {
      failing.writeError = code;
      writer.append("a\n");
      writer.append("b\n");
    }
    assert.equal(reports, 2);
    failing.writeError = undefined;
    writer.close();
    assert.equal(fs.readFileSync(writer.path, "utf8"), "a\nb\n".repeat(3));
  });

  it("keeps a session in memory while its file cannot be opened, and writes all of it later", () => {
    const writerFs = new FailingFs();
    writerFs.openError = "EACCES";
    const manager = SessionManager.create("/w", dir.path, { writerFs });
    manager.appendMessage(user("one"));
    manager.appendMessage(assistant("two"));
    const messages: string[] = [];
    manager.onWriteError = (error) => messages.push(error.message);
    manager.appendMessage(user("three"));
    assert.equal(messages.length, 1);
    assert.equal(manager.buildSessionContext().messages.length, 3);
    writerFs.openError = undefined;
    manager.appendMessage(assistant("four"));
    assert.deepEqual(
      readRecords(manager.getSessionFile() ?? "").map((record) => record.id),
      [manager.getSessionId(), ...manager.getEntries().map((entry) => entry.id)],
    );
    assert.equal(messages.length, 1);
  });

  it("survives a real limit on the size of files", function () {
    if (process.platform === "win32") this.skip();
    const script = `
      import { SessionManager } from ${JSON.stringify(new URL("sessionManager.ts", import.meta.url).href)};
      process.on("SIGXFSZ", () => {});
      const manager = SessionManager.create("/w", ${JSON.stringify(dir.path)}, { id: "full" });
      let errors = [];
      manager.onWriteError = (error) => errors.push(error.cause.code);
      const text = "x".repeat(3000);
      for (let n = 0; n < 4; n++) manager.appendMessage({ role: "user", content: [{ type: "text", text }], timestamp: n });
      manager.close();
      console.log(JSON.stringify({ errors, messages: manager.buildSessionContext().messages.length }));
    `;
    const command = `ulimit -f 8; exec "$0" "$@"`;
    const child = spawnSync(
      "bash",
      [
        "-c",
        command,
        process.execPath,
        "--import",
        "tsx",
        "--conditions=source",
        "--input-type=module",
        "-e",
        script,
      ],
      { encoding: "utf8", cwd: fileURLToPath(new URL("../../../..", import.meta.url)) },
    );
    assert.deepEqual([child.stderr, child.status], ["", 0]);
    assert.deepEqual(JSON.parse(child.stdout), { errors: ["EFBIG"], messages: 4 });
    const [file = ""] = fs.readdirSync(dir.path);
    const path = join(dir.path, file);
    assert.equal(fs.statSync(path).size, 8192);
    const reopened = SessionManager.open(path);
    assert.equal(reopened.getEntryCount(), 2);
    reopened.appendMessage(user("after"));
    assert.equal(SessionManager.open(path).getEntryCount(), 3);
  });
});
