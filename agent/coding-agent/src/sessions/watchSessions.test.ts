import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SessionWatch } from "./watchSessions.ts";

describe("SessionWatch", () => {
  let root: string;
  let watch: SessionWatch;
  let changes: number;
  let errors: string[];
  let onChange: () => void;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "relay-watch-")));
    changes = 0;
    errors = [];
    onChange = () => undefined;
    watch = new SessionWatch({
      onChange: () => {
        changes++;
        onChange();
      },
      onError: (dir, { message }) => void errors.push(`${dir}: ${message}`),
    });
  });
  afterEach(() => {
    watch.close();
    rmSync(root, { recursive: true, force: true });
  });

  /** Does something and waits until it has been seen. */
  async function seen(change: () => void): Promise<void> {
    const told = new Promise<void>((resolve) => (onChange = resolve));
    change();
    await told;
  }

  it("sees session files come, change, move and go, and nothing else", async () => {
    watch.add(root);
    const file = join(root, "a.jsonl");
    writeFileSync(join(root, "notes.txt"), "no session");
    await seen(() => writeFileSync(file, "1"));
    await seen(() => writeFileSync(file, "2", { flag: "a" }));
    const moved = join(root, "b.jsonl");
    await seen(() => renameSync(file, moved));
    const before = changes;
    writeFileSync(join(root, "notes.txt"), "still none");
    await seen(() => unlinkSync(moved));
    assert.equal(changes, before + 1);
    assert.deepEqual(errors, []);
  });

  it("waits for a directory that is not there yet, also deep down and after it was deleted", async () => {
    const dir = join(root, "deep", "down");
    watch.add(dir);
    for (const name of ["a.jsonl", "b.jsonl"]) {
      await seen(() => mkdirSync(join(root, "deep")));
      await seen(() => mkdirSync(dir));
      await seen(() => writeFileSync(join(dir, name), ""));
      await seen(() => rmSync(join(root, "deep"), { recursive: true }));
    }
    assert.deepEqual(errors, []);
  });

  it("sees sessions of all projects of a root, also of later ones", async () => {
    const old = join(root, "--old--");
    mkdirSync(old);
    watch.addProjects(root);
    await seen(() => writeFileSync(join(old, "a.jsonl"), ""));
    const later = join(root, "--later--");
    await seen(() => mkdirSync(later));
    await seen(() => writeFileSync(join(later, "b.jsonl"), ""));
    assert.deepEqual(errors, []);
  });

  it("says once what it cannot watch", () => {
    const refusing = new SessionWatch({
      onChange: () => assert.fail(),
      onError: (dir, { message }) => void errors.push(`${dir}: ${message}`),
      watch: () => {
        throw new Error("no space for another watch");
      },
    });
    refusing.add(root);
    refusing.add(join(root, "other"));
    assert.deepEqual(errors, [`${root}: no space for another watch`]);
  });

  it("sees nothing more once it is closed", async () => {
    watch.add(root);
    watch.close();
    watch.add(root);
    const other = new SessionWatch({ onChange: () => onChange(), onError: () => assert.fail() });
    const told = new Promise<void>((resolve) => (onChange = resolve));
    other.add(root);
    writeFileSync(join(root, "a.jsonl"), "");
    await told;
    other.close();
    assert.equal(changes, 0);
  });
});
