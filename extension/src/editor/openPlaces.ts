import { isAbsolute, relative, resolve } from "node:path";
import { commands, env, Range, Uri, window, workspace } from "vscode";
import { localize } from "../base/localize.ts";
import { classifyLink } from "./links.ts";

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Opens an address of a transcript, after showing where it leads. */
export async function openLink(href: string, cwd: string): Promise<void> {
  const target = classifyLink(href);
  if (target.kind === "refused") throw new Error(target.reason);
  if (target.kind === "file") return openFile(target.path, target, cwd);
  const open = localize("Open");
  const choice = await window.showInformationMessage(
    localize("Open this address in the browser?"),
    { modal: true, detail: target.url },
    open,
    localize("Copy"),
  );
  if (choice === open) await env.openExternal(Uri.parse(target.url, true));
  else if (choice === localize("Copy")) await env.clipboard.writeText(target.url);
}

/** Opens a file at a place; one outside of the session's folder only when the user confirms it. */
export async function openFile(
  path: string,
  { line, column }: { line?: number; column?: number },
  cwd: string,
): Promise<void> {
  const absolute = resolve(cwd, path);
  if (!isInside(absolute, cwd) && !workspace.getWorkspaceFolder(Uri.file(absolute))) {
    const open = localize("Open");
    const choice = await window.showWarningMessage(
      localize("This file is outside of the session's folder. Open it?"),
      { modal: true, detail: absolute },
      open,
    );
    if (choice !== open) return;
  }
  const uri = Uri.file(absolute);
  const start = Math.max(0, (line ?? 1) - 1);
  const character = Math.max(0, (column ?? 1) - 1);
  const selection = line === undefined ? undefined : new Range(start, character, start, character);
  // `vscode.open` shows images and other files too, where showTextDocument fails.
  await commands.executeCommand("vscode.open", uri, selection ? { selection } : {});
}

/** What a provider or the questionnaire wants to show: sign-in pages, and pages of this machine. */
export async function openExternal(url: string): Promise<void> {
  const target = classifyLink(url);
  if (target.kind !== "external") throw new Error(localize("This address cannot be opened: {0}", url));
  await env.openExternal(await env.asExternalUri(Uri.parse(target.url, true)));
}

export function isLocalAddress(url: string): boolean {
  return URL.canParse(url) && loopback.test(new URL(url).hostname);
}

export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== "" && !way.startsWith("..") && !isAbsolute(way);
}
