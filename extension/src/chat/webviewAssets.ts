import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { env, Uri } from "vscode";
import type { Webview } from "vscode";
import type { WebviewKind } from "@relay-harness/protocol/webview";
import { webviewHtml } from "./webviewHtml.ts";

/** Prepares a webview of the editor for a document of ours. */
export function showDocument(webview: Webview, extensionUri: Uri, kind: WebviewKind): void {
  const dist = Uri.joinPath(extensionUri, "webview", "dist");
  const name = kind === "harness" ? "harness" : "main";
  const address = (file: string): string => webview.asWebviewUri(Uri.joinPath(dist, file)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [dist] };
  webview.html = webviewHtml({
    script: address(`${name}.js`),
    style: address(`${name}.css`),
    preloads: preloadsOf(dist, name).map(address),
    cspSource: webview.cspSource,
    nonce: randomBytes(16).toString("base64url"),
    language: env.language,
    title: "Relay",
    kind,
    bodyClass: kind === "chat" ? "relay" : "relay in-editor",
  });
}

let preloads: Readonly<Record<string, readonly string[]>> | undefined;

/** As the build has written them. Without the file a document works as well, only later. */
function preloadsOf(dist: Uri, entry: string): readonly string[] {
  if (preloads) return preloads[entry] ?? [];
  try {
    const text = readFileSync(Uri.joinPath(dist, "preloads.json").fsPath, "utf8");
    preloads = JSON.parse(text) as Readonly<Record<string, readonly string[]>>;
  } catch {
    preloads = {};
  }
  return preloads[entry] ?? [];
}
