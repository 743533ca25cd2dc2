import { Uri, window, workspace } from "vscode";
import type { ExtensionContext, WorkspaceFolder } from "vscode";
import type { FolderView } from "@relay-harness/protocol/webview";

/** Where a new session works, or why there can be none. */
export type FolderChoice =
  | { kind: "folder"; path: string; label: string }
  | { kind: "scratch"; path: string }
  | { kind: "unsupported"; scheme: string };

/** The folder of the active editor, else the first one; without any, a folder of the extension's own. */
export function chooseFolder(context: ExtensionContext): FolderChoice {
  const folder = activeFolder() ?? workspace.workspaceFolders?.[0];
  if (!folder) {
    return { kind: "scratch", path: Uri.joinPath(context.globalStorageUri, "scratch").fsPath };
  }
  if (folder.uri.scheme !== "file") return { kind: "unsupported", scheme: folder.uri.scheme };
  return { kind: "folder", path: folder.uri.fsPath, label: folder.name };
}

function activeFolder(): WorkspaceFolder | undefined {
  const uri = window.activeTextEditor?.document.uri;
  return uri && workspace.getWorkspaceFolder(uri);
}

export function folderView(path: string, isLocked: boolean): FolderView {
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  const own = folders.find(({ uri }) => uri.fsPath === path);
  const choices = isLocked || folders.length < 2 ? [] : folders;
  return {
    path: own ? path : null,
    label: own?.name ?? "",
    choices: choices.map(({ uri, name }) => ({ path: uri.fsPath, label: name })),
  };
}
