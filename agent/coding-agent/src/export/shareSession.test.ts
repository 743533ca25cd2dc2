import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdtempSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { ExportSource } from "./exportSource.ts";
import { shareSession } from "./shareSession.ts";
import { testHeader, userEntry } from "./testing/entries.ts";

const entries = [userEntry("u1", null, "hi")];
const source: ExportSource = { header: testHeader, entries, leafId: "u1", branch: entries, stem: "one" };

describe("sharing a session", function () {
  // The stand-in for gh is a script of the shell.
  if (process.platform === "win32") return;

  let folder: string;
  let env: NodeJS.ProcessEnv;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "relay-test-"));
    env = { PATH: `${folder}${delimiter}${process.env.PATH ?? ""}`, OUT: folder };
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function gh(script: string): void {
    writeFileSync(join(folder, "gh"), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, "gh"), 0o755);
  }

  it("needs a conversation first", async () => {
    const empty = { ...source, entries: [], branch: [] };
    await assert.rejects(shareSession(empty, { env }), {
      code: "nothing-to-export",
      message: "Nothing to export yet - start a conversation first",
    });
  });

  it("says that gh is missing, or that nobody is logged in", async () => {
    await assert.rejects(shareSession(source, { env: { PATH: folder } }), {
      code: "not-installed",
      message: "GitHub CLI (gh) is not installed.",
    });
    gh("exit 1");
    await assert.rejects(shareSession(source, { env }), {
      code: "share",
      message: "GitHub CLI is not logged in. Run 'gh auth login' first.",
    });
  });

  it("ends gh when it is aborted", async () => {
    gh('touch "$OUT/started"; sleep 600');
    const controller = new AbortController();
    const watcher = watch(folder, (_, name) => {
      if (name === "started") controller.abort(new Error("stopped"));
    });
    try {
      const shared = shareSession(source, { env, signal: controller.signal });
      await assert.rejects(shared, { message: "stopped" });
      assert.ok(existsSync(join(folder, "started")));
    } finally {
      watcher.close();
    }
  });
});
