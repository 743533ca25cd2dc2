import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyUsage, type AssistantMessage } from "@relay-harness/protocol";
import { formatDimensionNote } from "../base/images/resizeImage.ts";
import { SettingsManager } from "../base/settings/settingsManager.ts";
import { SessionManager } from "../sessions/sessionManager.ts";
import {
  collectEntriesForBranchSummary,
  findTurnStartIndex,
  getLastAssistantUsage,
  prepareBranchEntries,
} from "./branchEntries.ts";
import { DefaultPackageManager } from "./packageManager.ts";
import { migrateSessionEntries } from "./sessionFunctions.ts";
import { readStoredCredential } from "./storedCredential.ts";
import { formatReadLineRange } from "./toolTexts.ts";

const user = (content: string) => ({ role: "user" as const, content, timestamp: 1 });
const assistant = (text: string, fields: Partial<AssistantMessage> = {}): AssistantMessage => ({
  role: "assistant",
  content: [{ type: "text", text }],
  api: "a",
  provider: "p",
  model: "m",
  usage: { ...emptyUsage(), input: 7 },
  stopReason: "stop",
  timestamp: 2,
  ...fields,
});

describe("helpers for programs: branches", () => {
  it("the usage of the last answer that counts; the start of a turn", () => {
    const manager = SessionManager.inMemory();
    manager.appendMessage(user("one"));
    manager.appendMessage(assistant("a"));
    manager.appendMessage(assistant("no", { stopReason: "error", usage: emptyUsage() }));
    const entries = manager.getEntries();
    assert.equal(getLastAssistantUsage(entries)?.input, 7);
    assert.equal(getLastAssistantUsage([]), undefined);
    assert.deepEqual([findTurnStartIndex(entries, 2, 0), findTurnStartIndex(entries, 2, 1)], [0, -1]);
  });

  it("what is left when the leaf moves, and the last entry that stays", () => {
    const manager = SessionManager.inMemory();
    const shared = manager.appendMessage(user("shared"));
    const left = manager.appendMessage(assistant("left"));
    manager.branch(shared);
    const target = manager.appendMessage(assistant("target"));
    const found = collectEntriesForBranchSummary(manager, left, target);
    assert.deepEqual([found.entries.map(({ id }) => id), found.commonAncestorId], [[left], shared]);
    assert.deepEqual(collectEntriesForBranchSummary(manager, null, target).entries, []);
  });

  it("the newest messages that fit, and the files that were worked on", () => {
    const manager = SessionManager.inMemory();
    manager.appendMessage(user("x".repeat(400)));
    const call = { type: "toolCall" as const, id: "c", name: "edit", arguments: { path: "a.ts" } };
    manager.appendMessage(assistant("", { content: [call] }));
    const all = prepareBranchEntries(manager.getEntries());
    assert.deepEqual([all.messages.length, [...all.fileOps.edited]], [2, ["a.ts"]]);
    const some = prepareBranchEntries(manager.getEntries(), 50);
    assert.deepEqual([some.messages.map(({ role }) => role), some.totalTokens < 50], [["assistant"], true]);
  });
});

describe("helpers for programs: files and texts", () => {
  let root: string;
  beforeEach(() => (root = realpathSync(mkdtempSync(join(tmpdir(), "relay-helpers-")))));
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it("a stored credential as it is written; nothing for one that is not there or no credential", () => {
    const path = join(root, "auth.json");
    writeFileSync(path, JSON.stringify({ a: { type: "api_key", key: "$KEY" }, b: { key: "x" } }));
    assert.deepEqual(readStoredCredential("a", path), { type: "api_key", key: "$KEY" });
    assert.deepEqual(
      [readStoredCredential("b", path), readStoredCredential("c", path), readStoredCredential("a", root)],
      [undefined, undefined, undefined],
    );
  });

  it("records of an old session are brought up to date in place", () => {
    const records: { type: string; version?: number; id?: string; parentId?: string | null }[] = [
      { type: "session", version: 1 },
      { type: "message" },
      { type: "message" },
    ];
    migrateSessionEntries(records);
    const [header, first, second] = records;
    assert.equal(header?.version, 3);
    assert.deepEqual([first?.parentId, second?.parentId], [null, first?.id]);
    migrateSessionEntries([{ type: "no session" }]);
  });

  it("lines of a read call and sizes of an image, as the transcript tells them", () => {
    assert.deepEqual([{}, { offset: 5 }, { limit: 10 }, { offset: 5, limit: 10 }].map(formatReadLineRange), [
      "",
      ":5",
      ":1-10",
      ":5-14",
    ]);
    const image = {
      data: "",
      mimeType: "image/png" as const,
      width: 10,
      height: 5,
      originalWidth: 20,
      originalHeight: 10,
    };
    assert.equal(
      formatDimensionNote({ ...image, resized: true, converted: false }),
      "[Image: original 20x10, displayed at 10x5. Multiply coordinates by 2.00 to map to original image.]",
    );
    assert.equal(formatDimensionNote({ ...image, resized: false, converted: false }), undefined);
  });

  it("packages are installed, listed, resolved and removed as by the command", async () => {
    const [cwd, agentDir, source] = ["project", "agent", "package"].map((name) => join(root, name)) as [
      string,
      string,
      string,
    ];
    for (const dir of [cwd, agentDir, join(source, "extensions")]) mkdirSync(dir, { recursive: true });
    writeFileSync(join(source, "extensions/e.ts"), "export default () => {};");
    const settingsManager = SettingsManager.create(cwd, agentDir);
    const manager = new DefaultPackageManager({ cwd, agentDir, settingsManager });
    await manager.install(source);
    assert.deepEqual(
      (await manager.listConfiguredPackages()).map(({ scope, path }) => [scope, path]),
      [["user", source]],
    );
    assert.deepEqual(
      (await manager.resolve()).packages.map(({ root: at }) => at),
      [source],
    );
    assert.deepEqual((await manager.update()).failures, []);
    await manager.remove(source);
    assert.deepEqual(await manager.listConfiguredPackages(), []);
    await assert.rejects(manager.remove(source), /No matching package/);
  });
});
