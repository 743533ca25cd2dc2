import { relative } from "node:path";
import { commands, Uri, window, workspace } from "vscode";
import type { SymbolInformation } from "vscode";
import type { MentionItem } from "@relay-harness/protocol/webview";
import { localize } from "../base/localize.ts";
import { gitDiff } from "./gitDiff.ts";
import type { FileList } from "./fileList.ts";
import { isInside } from "./openPlaces.ts";
import { problemsText } from "./problems.ts";
import { foldersOf, rankFiles } from "./rankFiles.ts";
import { selectedText } from "./selection.ts";
import type { TerminalCapture } from "./terminalCapture.ts";

const maxSymbols = 10;
const minSymbolQuery = 2;

export interface MentionSources {
  files: FileList;
  terminal: TerminalCapture;
}

const captured: readonly MentionItem[] = [
  {
    kind: "problems",
    label: "problems",
    detail: localize("Errors and warnings of this folder"),
    reference: "problems",
  },
  {
    kind: "selection",
    label: "selection",
    detail: localize("Selected text of the editor"),
    reference: "selection",
  },
  {
    kind: "terminal",
    label: "terminal",
    detail: localize("Last command and its output"),
    reference: "terminal",
  },
  { kind: "git", label: "git", detail: localize("Changes that are not committed"), reference: "git" },
];

/** The `@` menu (vscode.md 6). */
export async function searchMentions(
  sources: MentionSources,
  { query, limit, cwd }: { query: string; limit: number; cwd: string },
): Promise<MentionItem[]> {
  const files = await sources.files.files(cwd);
  const fixed = captured.filter(({ label }) => label.startsWith(query.toLowerCase()));
  const open = rankFiles(openEditors(cwd), query, 5).map((path) => fileItem("editor", path));
  const ranked = rankFiles([...files, ...foldersOf(files)], query, limit).map((path) =>
    fileItem(path.endsWith("/") ? "folder" : "file", path),
  );
  const seen = new Set(open.map(({ insert }) => insert));
  const symbols = await symbolItems(query, cwd);
  return [...fixed, ...open, ...ranked.filter(({ insert }) => !seen.has(insert)), ...symbols].slice(0, limit);
}

function fileItem(kind: "editor" | "file" | "folder", path: string): MentionItem {
  const trimmed = path.replace(/\/$/, "");
  const cut = trimmed.lastIndexOf("/") + 1;
  const insert = /\s/.test(path) ? `@"${path}"` : `@${path}`;
  return { kind, label: trimmed.slice(cut), detail: trimmed.slice(0, Math.max(0, cut - 1)), insert };
}

function openEditors(cwd: string): string[] {
  const inputs = window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  const uris = inputs.flatMap((input) =>
    typeof input === "object" && input !== null && "uri" in input && input.uri instanceof Uri
      ? [input.uri]
      : [],
  );
  const paths = uris.filter((uri) => uri.scheme === "file" && isInside(uri.fsPath, cwd));
  return [...new Set(paths.map((uri) => relative(cwd, uri.fsPath).replaceAll("\\", "/")))];
}

async function symbolItems(query: string, cwd: string): Promise<MentionItem[]> {
  if (query.length < minSymbolQuery || /[/\\.]/.test(query)) return [];
  const found = await commands.executeCommand<SymbolInformation[] | undefined>(
    "vscode.executeWorkspaceSymbolProvider",
    query,
  );
  const own = (found ?? []).filter(
    ({ location: { uri } }) => uri.scheme === "file" && isInside(uri.fsPath, cwd),
  );
  return own.slice(0, maxSymbols).map(({ name, location: { uri, range } }) => {
    const place = `${relative(cwd, uri.fsPath).replaceAll("\\", "/")}:${range.start.line + 1}`;
    const reference = `symbol:${place}-${range.end.line + 1}`;
    return { kind: "symbol", label: name, detail: place, reference };
  });
}

/** The text behind a mention that is captured. */
export async function captureMention(
  sources: MentionSources,
  reference: string,
  cwd: string,
): Promise<{ label: string; text: string }> {
  switch (reference) {
    case "problems": {
      const text = problemsText(cwd);
      if (text === "") throw new Error(localize("The editor has no problems for this folder"));
      return { label: "Problems", text };
    }
    case "selection": {
      const selected = selectedText(cwd);
      if (!selected) throw new Error(localize("Nothing is selected in a file of this folder"));
      return selected;
    }
    case "terminal":
      return sources.terminal.capture();
    case "git":
      return { label: "Changes that are not committed", text: await gitDiff(cwd) };
    default:
      return captureSymbol(reference, cwd);
  }
}

async function captureSymbol(reference: string, cwd: string): Promise<{ label: string; text: string }> {
  const [, path, start, end] = /^symbol:(.+):(\d+)-(\d+)$/.exec(reference) ?? [];
  if (path === undefined) throw new Error(localize("Nothing is known as {0}", reference));
  const uri = Uri.joinPath(Uri.file(cwd), path);
  if (!isInside(uri.fsPath, cwd)) throw new Error(localize("{0} is outside of the session's folder", path));
  const document = await workspace.openTextDocument(uri);
  const lines = document
    .getText()
    .split(/\r?\n/)
    .slice(Number(start) - 1, Number(end));
  return { label: `${path}:${start}-${end}`, text: lines.join("\n") };
}
