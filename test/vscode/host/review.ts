import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commands, window, workspace, WorkspaceEdit, Position } from "vscode";
import type { Host } from "../../../extension/src/host/host.ts";
import { createTestHost, openChat } from "./testHost.ts";
import type { ViewClient } from "./viewClient.ts";

describe("review and revert", () => {
  let host: Host;
  let client: ViewClient;
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  const path = join(folder, "a.ts");
  const original = "\ufeffexport const a = 1;\r\n";

  before(async () => {
    host = createTestHost();
    client = await openChat(host);
  });
  beforeEach(() => writeFile(path, original));
  after(async () => {
    await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await host.sessions.closeAll();
  });

  const idle = () => client.until(() => !client.state.run.isRunning);

  it("vscode.md 8: shows what a turn changed, and puts back the exact bytes", async () => {
    await client.run("edit the file");
    const turn = await client.until(() => client.state.turns.at(-1));
    assert.deepEqual(turn.files, [
      {
        path: "a.ts",
        kind: "modified",
        added: 1,
        removed: 1,
        source: "tool",
        canRevert: true,
        isReverted: false,
      },
    ]);
    assert.match(await readFile(path, "utf8"), /a = 2/);
    await client.request("turn/review", { entryId: turn.entryId });
    assert.ok(window.tabGroups.activeTabGroup.activeTab?.label.includes("a.ts"));
    const result = await client.request("turn/revert", { entryId: turn.entryId });
    assert.deepEqual(result, { reverted: ["a.ts"], skipped: [] });
    assert.equal((await readFile(path)).toString("latin1"), Buffer.from(original).toString("latin1"));
    assert.equal(client.state.turns.at(-1)?.files.length, 1);
  });

  it("vscode.md 8: tells the agent with the next message what was put back", async () => {
    await client.run("go on");
    const users = client.records.flatMap((record) =>
      record.kind === "event" && record.event.type === "message_end" && record.event.message.role === "user"
        ? [JSON.stringify(record.event.message.content)]
        : [],
    );
    assert.match(users.at(-1) ?? "", /<file name=.{1,2}Reverted files/);
  });

  it("vscode.md 8: holds an edit back while the file has unsaved changes, and goes on when it is saved", async () => {
    // A file of its own: one that was just written again would be read again under the edit.
    const other = join(folder, "c.ts");
    const document = await workspace.openTextDocument(other);
    const change = new WorkspaceEdit();
    change.insert(document.uri, new Position(1, 0), "// mine\n");
    await workspace.applyEdit(change);
    assert.equal(document.isDirty, true);
    const { disposition } = await client.request("prompt/send", { text: "edit other", mode: "send" });
    assert.equal(disposition, "held");
    const card = await client.until(() => client.state.cards.find(({ kind }) => kind === "dirtyFiles"));
    assert.deepEqual(card.items, ["c.ts"]);
    await client.request("card/answer", { id: card.id, action: "asIs" });
    const row = await client.until(() =>
      client.records.find((record) => record.kind === "row" && record.row.kind === "dirtyFile"),
    );
    await idle();
    assert.match(await readFile(other, "utf8"), /c = 1/);
    assert.ok(row.kind === "row");
    await client.request("row/act", { rowId: row.row.id, action: "save" });
    await client.until(() => !document.isDirty);
    await idle();
    assert.match(await readFile(other, "utf8"), /mine/);
  });
});
