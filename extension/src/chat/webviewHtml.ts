export interface WebviewPage {
  /** Names the entry of the bundle. */
  script: string;
  style: string;
  /** What the script imports before it runs. */
  preloads: readonly string[];
  cspSource: string;
  nonce: string;
  /** Language of the editor. */
  language: string;
  title: string;
  bodyClass: string;
  /** Which document it is, for its script. */
  kind: string;
}

/** The document of a view. It loads what came with the extension, and nothing else (vscode.md 4). */
export function webviewHtml(page: WebviewPage): string {
  const { script, style, preloads, cspSource, nonce, language, title, bodyClass, kind } = page;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src ${cspSource} 'unsafe-inline'`,
    `font-src ${cspSource}`,
    `img-src ${cspSource} data: blob:`,
  ].join("; ");
  const links = preloads.map(
    (url) => `<link rel="modulepreload" nonce="${nonce}" href="${escapeHtml(url)}">\n`,
  );
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${escapeHtml(style)}">
${links.join("")}</head>
<body class="${escapeHtml(bodyClass)}">
<div id="root" data-kind="${escapeHtml(kind)}"></div>
<script type="module" nonce="${nonce}" src="${escapeHtml(script)}"></script>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
