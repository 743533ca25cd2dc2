import { createHash } from "node:crypto";
import { encodeRecord } from "@relay-harness/protocol";
import { dataElementId, rootElementId, type SessionPageData } from "../page/pageData.ts";
import type { PageAssets } from "./pageAssets.ts";

/**
 * The page of a session: one file that loads nothing. Everything that comes from the session is in the
 * base64 of its data; the policy lets the page's own script and style run and nothing else.
 */
export function sessionPageHtml(data: SessionPageData, assets: PageAssets): string {
  const script = inlineScript(assets.script.trim());
  const style = assets.style.trim();
  const policy = [
    "default-src 'none'",
    "img-src data:",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Session Export</title>
<style>${style}</style>
</head>
<body>
<div id="${rootElementId}"><noscript>This page draws the session with a script of its own.</noscript></div>
<script id="${dataElementId}" type="application/json">${encode(data)}</script>
<script>${script}</script>
</body>
</html>
`;
}

function encode(data: SessionPageData): string {
  return Buffer.from(encodeRecord(data), "utf8").toString("base64");
}

/** Texts in the script that would change how a browser reads the element, written as escapes. */
function inlineScript(script: string): string {
  return script.replace(/<(?=!--|\/?script)/gi, "\\x3C");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
