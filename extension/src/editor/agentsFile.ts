import { Uri, window, workspace, WorkspaceEdit } from "vscode";

/** Adds a rule at the end of AGENTS.md as an edit that the user has to save (vscode.md 8). */
export async function addToAgentsFile(rule: string, cwd: string): Promise<void> {
  const uri = Uri.joinPath(Uri.file(cwd), "AGENTS.md");
  const edit = new WorkspaceEdit();
  edit.createFile(uri, { ignoreIfExists: true });
  if (!(await workspace.applyEdit(edit))) throw new Error(`${uri.fsPath} could not be created`);
  const document = await workspace.openTextDocument(uri);
  const text = document.getText();
  const line = `- ${rule.replace(/\s+/g, " ").trim()}\n`;
  const separator = text === "" || text.endsWith("\n") ? "" : "\n";
  const addition = new WorkspaceEdit();
  addition.insert(uri, document.positionAt(text.length), separator + line);
  if (!(await workspace.applyEdit(addition))) throw new Error(`${uri.fsPath} could not be changed`);
  await window.showTextDocument(document);
}
