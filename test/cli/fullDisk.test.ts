import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedModel } from "../fakes/scriptedModel.ts";
import { runRelay } from "../support/relayProcess.ts";
import { textOf } from "../support/rpcSuite.ts";
import { useScriptedModel } from "../support/scriptedSuite.ts";
import type { Workspace } from "../support/workspace.ts";

/** A limit on the size of files stands for a full disk. */
describe("cli: a disk that takes no more", () => {
  let workspace: Workspace;
  let model: ScriptedModel;
  before(function () {
    if (process.platform === "win32") this.skip();
  });
  useScriptedModel((place) => ({ workspace, model } = place));

  async function write(path: string, content: string): Promise<string> {
    model.add({ calls: [{ name: "write", arguments: { path, content } }] }, { text: "failed" });
    await runRelay(workspace, ["-p", "--no-session", "write it"], { fileSizeLimitKiB: 24 });
    return textOf(model.requests.at(-1)?.messages.at(-1) as Parameters<typeof textOf>[0]);
  }

  it("a file that cannot be written whole keeps what it had", async () => {
    workspace.write("a.txt", "old ".repeat(2000));
    assert.match(await write("a.txt", "new ".repeat(20_000)), /^EFBIG: .*\. The file is as it was\.$/);
    assert.equal(readFileSync(join(workspace.cwd, "a.txt"), "utf8"), "old ".repeat(2000));
  });

  it("of a new file nothing stays", async () => {
    assert.match(await write("b.txt", "new ".repeat(20_000)), /^EFBIG: .*\. No file was made\.$/);
    assert.equal(existsSync(join(workspace.cwd, "b.txt")), false);
  });
});
