import { randomBytes } from "node:crypto";
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
    font: address("assets/codicon.ttf"),
    cspSource: webview.cspSource,
    nonce: randomBytes(16).toString("base64url"),
    language: env.language,
    title: "Relay",
    kind,
    bodyClass: kind === "chat" ? "relay" : "relay in-editor",
  });
}
