export interface WebviewPage {
  /** Address of the entry of the bundle. */
  script: string;
  style: string;
  /** Of the icons: asked for at once, for the editor shows a document when all that it has begun to load is there. */
  font: string;
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
  const { script, style, font, cspSource, nonce, language, title, bodyClass, kind } = page;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src ${cspSource} 'unsafe-inline'`,
    `font-src ${cspSource}`,
    `img-src ${cspSource} data: blob:`,
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${escapeHtml(style)}">
<link rel="preload" as="font" crossorigin href="${escapeHtml(font)}">
</head>
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
