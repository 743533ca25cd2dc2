import { commands, ConfigurationTarget, env, Uri, window, workspace } from "vscode";
import { relative } from "node:path";
import { localize } from "../base/localize.ts";
import type { EditorActions } from "../chat/chatContext.ts";
import type { Log } from "../base/log.ts";
import type { OpenSession } from "../session/openSession.ts";
import { addToAgentsFile } from "./agentsFile.ts";
import { holdForDirtyFiles } from "./dirtyFiles.ts";
import type { FileList } from "./fileList.ts";
import type { InputDocuments } from "./inputDocuments.ts";
import { captureMention, searchMentions } from "./mentions.ts";
import { isInside, isLocalAddress, openExternal, openFile, openLink } from "./openPlaces.ts";
import { resolveFiles } from "./resolveFiles.ts";
import { selectedText } from "./selection.ts";
import type { TerminalCapture } from "./terminalCapture.ts";
import type { TextDocuments } from "./textDocuments.ts";

export interface EditorParts {
  log: Log;
  texts: TextDocuments;
  inputs: InputDocuments;
  terminal: TerminalCapture;
  files: FileList;
}

/** What requests of a view do in the editor. */
export function createEditorActions({ texts, inputs, terminal, files }: EditorParts): EditorActions {
  const sources = { files, terminal };
  return {
    openLink: (href, { cwd }) => openLink(href, cwd),
    openFile: (path, place, { cwd }) => openFile(path, place, cwd),
    showText: (document) => texts.show(document),
    copyText: async (text) => env.clipboard.writeText(text),
    insertAtCursor,
    pasteToTerminal: (text, { cwd }) => {
      const target = window.activeTerminal ?? window.createTerminal({ cwd });
      target.show(false);
      target.sendText(text, false);
    },
    searchMentions: (query, limit, { cwd }) => searchMentions(sources, { query, limit, cwd }),
    capture: (reference, { cwd }) => captureMention(sources, reference, cwd),
    resolveFiles: (uris, { cwd }) => resolveFiles(uris, cwd),
    pickFiles,
    includeSelection: async (isIncluded) => {
      await workspace
        .getConfiguration("relay")
        .update("includeSelection", isIncluded, ConfigurationTarget.Global);
    },
    openExternal,
    editDialog: (action, id, session) => (action === "show" ? inputs.show(id, session) : inputs.submit(id)),
    pickIntake,
    openResult,
    addToAgentsFile: (text, { cwd }) => addToAgentsFile(text, cwd),
    holdForDirtyFiles,
    addCaptured: (session) => addCaptured(session),
  };
}

async function insertAtCursor(text: string): Promise<void> {
  const editor = window.activeTextEditor ?? window.visibleTextEditors[0];
  if (!editor) throw new Error(localize("No text editor is open"));
  const isDone = await editor.edit((edit) => edit.replace(editor.selection, text));
  if (!isDone) throw new Error(localize("{0} could not be changed", editor.document.uri.fsPath));
}

async function pickFiles({ cwd }: OpenSession): Promise<string[]> {
  const uris = await window.showOpenDialog({
    canSelectMany: true,
    openLabel: localize("Add to Chat"),
    defaultUri: Uri.file(cwd),
  });
  return (uris ?? []).map((uri) => uri.toString());
}

async function pickIntake(
  what: "file" | "selection" | "output",
  { cwd }: OpenSession,
): Promise<string | null> {
  const shown = (uri: Uri | undefined): string | null => {
    if (!uri) return null;
    return isInside(uri.fsPath, cwd) ? relative(cwd, uri.fsPath).replaceAll("\\", "/") : uri.fsPath;
  };
  if (what === "selection") {
    const selected = selectedText(cwd);
    if (!selected) throw new Error(localize("Nothing is selected in a file of this folder"));
    return selected.label;
  }
  if (what === "output") {
    const filters = { [localize("Word document")]: ["docx"] };
    return shown(
      await window.showSaveDialog({ defaultUri: Uri.joinPath(Uri.file(cwd), "questions.docx"), filters }),
    );
  }
  const [uri] =
    (await window.showOpenDialog({ openLabel: localize("Add Source"), defaultUri: Uri.file(cwd) })) ?? [];
  return shown(uri);
}

async function openResult(path: string, action: "open" | "reveal" | "copyPath"): Promise<void> {
  const uri = Uri.file(path);
  if (action === "copyPath") await env.clipboard.writeText(uri.fsPath);
  else if (action === "reveal") await commands.executeCommand("revealInExplorer", uri);
  else if (env.remoteName === undefined || isLocalAddress(path)) await env.openExternal(uri);
  else
    throw new Error(
      localize("The file is on another machine. Show it in the explorer and download it from there."),
    );
}

/** The selection that the chip shows, and what the agent has to know about files that were put back. */
async function addCaptured(session: OpenSession): Promise<void> {
  const selected = session.state.selection?.isIncluded ? selectedText(session.cwd) : undefined;
  if (selected && !session.attachments.views.some(({ label }) => label === selected.label)) {
    session.attachments.addText(selected.label, selected.text);
  }
  for (const { label, text } of session.takeNotes()) session.attachments.addText(label, text);
}
