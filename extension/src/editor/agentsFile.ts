import { Uri, window, workspace, WorkspaceEdit } from "vscode";
import { localize } from "../base/localize.ts";

/** Adds a rule at the end of AGENTS.md as an edit that the user has to save (vscode.md 8). */
export async function addToAgentsFile(rule: string, cwd: string): Promise<void> {
  const uri = Uri.joinPath(Uri.file(cwd), "AGENTS.md");
  const edit = new WorkspaceEdit();
  edit.createFile(uri, { ignoreIfExists: true });
  if (!(await workspace.applyEdit(edit))) throw new Error(localize("{0} could not be created", uri.fsPath));
  const document = await workspace.openTextDocument(uri);
  const text = document.getText();
  const line = `- ${rule.replace(/\s+/g, " ").trim()}\n`;
  const separator = text === "" || text.endsWith("\n") ? "" : "\n";
  const addition = new WorkspaceEdit();
  addition.insert(uri, document.positionAt(text.length), separator + line);
  if (!(await workspace.applyEdit(addition)))
    throw new Error(localize("{0} could not be changed", uri.fsPath));
  await window.showTextDocument(document);
}
