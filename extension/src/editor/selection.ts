import { basename, relative } from "node:path";
import { window } from "vscode";
import type { TextEditor } from "vscode";
import type { SelectionChip } from "@relay-harness/protocol/webview";
import { isInside } from "./openPlaces.ts";

const secretName = /^\.env(\.|$)/;

/** What the chip offers of an editor: its selection, else its name. None for secrets and what lies elsewhere. */
export function selectionOf(
  editor: TextEditor | undefined,
  cwd: string,
  isIncluded: boolean,
): SelectionChip | null {
  const document = editor?.document;
  if (!editor || !document || document.uri.scheme !== "file") return null;
  const { fsPath } = document.uri;
  if (!isInside(fsPath, cwd) || secretName.test(basename(fsPath))) return null;
  const { selection } = editor;
  const path = relative(cwd, fsPath).replaceAll("\\", "/");
  const isEmpty = selection.isEmpty;
  const startLine = isEmpty ? null : selection.start.line + 1;
  const endLine = isEmpty ? null : selection.end.line + 1;
  const label = basename(path) + (startLine === null ? "" : `:${startLine}-${endLine}`);
  return { path, label, startLine, endLine, isIncluded };
}

/** The selected text under the name that the chip shows. */
export function selectedText(cwd: string): { label: string; text: string } | undefined {
  const editor = window.activeTextEditor;
  const chip = selectionOf(editor, cwd, true);
  if (!editor || !chip || chip.startLine === null) return undefined;
  const text = editor.document.getText(editor.selection);
  return { label: `${chip.path}:${chip.startLine}-${chip.endLine}`, text };
}
