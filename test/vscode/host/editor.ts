import assert from "node:assert/strict";
import { commands, env, Position, Selection, window, workspace, WorkspaceEdit } from "vscode";
import { InputDocuments } from "../../../extension/src/editor/inputDocuments.ts";
import type { Host } from "../../../extension/src/host/host.ts";
import { createTestHost, openChat } from "./testHost.ts";
import type { ViewClient } from "./viewClient.ts";

describe("editor", () => {
  let host: Host;
  let client: ViewClient;

  before(async () => {
    host = createTestHost();
    client = await openChat(host);
  });
  after(async () => {
    await commands.executeCommand("workbench.action.closeAllEditors");
    await host.sessions.closeAll();
  });

  it("vscode.md 6: finds files for a mention, and what can be captured", async () => {
    const { items } = await client.request("mention/search", { query: "a.t", limit: 10 });
    assert.deepEqual(
      items.filter(({ kind }) => kind === "file").map(({ insert }) => insert),
      ["@a.ts"],
    );
    const { items: fixed } = await client.request("mention/search", { query: "prob", limit: 10 });
    assert.equal(fixed[0]?.reference, "problems");
  });

  it("vscode.md 6: captures the selection, which goes along at the end of the message", async () => {
    const folder = workspace.workspaceFolders?.[0]?.uri;
    const [uri] = await workspace.findFiles("a.ts");
    assert.ok(folder && uri);
    const editor = await window.showTextDocument(uri);
    editor.selection = new Selection(new Position(0, 0), new Position(0, 6));
    const attachment = await client.request("attachment/capture", { reference: "selection" });
    assert.equal(attachment.label, "a.ts:1-1");
    assert.deepEqual(client.state.attachments, [attachment]);
    await client.request("attachment/remove", { id: attachment.id });
    await client.until(() => client.state.attachments.length === 0);
  });

  it("vscode.md 5: copies, and inserts at the cursor of the editor", async () => {
    await client.request("text/copy", { text: "copied" });
    assert.equal(await env.clipboard.readText(), "copied");
    const editor = window.activeTextEditor;
    assert.ok(editor);
    editor.selection = new Selection(new Position(0, 0), new Position(0, 0));
    await client.request("text/insertAtCursor", { text: "/* x */ " });
    assert.ok(editor.document.getText().includes("/* x */ "));
    await commands.executeCommand("workbench.action.files.revert");
  });

  it("vscode.md 4: refuses links to commands, data and files of the machine", async () => {
    for (const href of ["command:workbench.action.quit", "data:text/html,x", "file:///etc/passwd"]) {
      await assert.rejects(client.request("link/open", { href }), /are not opened/);
    }
  });

  it("vscode.md 7: answers an editor question with what is saved, and cancels it when it is closed", async () => {
    const session = host.sessions.active;
    assert.ok(session);
    const ask = (id: string) =>
      session.dialogs.add({
        type: "extension_ui_request",
        id,
        method: "editor",
        title: "Plan: a/b",
        prefill: "one",
      });
    ask("00000000-0000-4000-8000-000000000001");
    const card = await client.until(() => client.state.dialogs[0]);
    // The extension that is installed has registered the scheme of its own.
    const inputs = new InputDocuments("relay-input-test");
    const registered = inputs.register();
    await inputs.show(card.id, session);
    const document = window.activeTextEditor?.document;
    assert.equal(document?.getText(), "one");
    assert.equal(document?.uri.scheme, "relay-input-test");
    const change = new WorkspaceEdit();
    change.insert(document.uri, new Position(0, 3), " two");
    await workspace.applyEdit(change);
    await document.save();
    await client.until(() => client.state.dialogs.length === 0);
    ask("00000000-0000-4000-8000-000000000002");
    await inputs.show("00000000-0000-4000-8000-000000000002", session);
    await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await client.until(() => client.state.dialogs.length === 0);
    for (const disposable of registered) disposable.dispose();
  });
});
