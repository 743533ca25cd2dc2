import assert from "node:assert/strict";
import { webviewHtml } from "./webviewHtml.ts";

const page = {
  script: "https://file+.vscode/dist/main.js",
  style: "https://file+.vscode/dist/main.css",
  font: "https://file+.vscode/dist/assets/codicon.ttf",
  cspSource: "https://*.vscode-cdn.net",
  nonce: "abc",
  language: "en",
  title: "Relay",
  bodyClass: "",
  kind: "chat",
};

describe("document of a view", () => {
  it("vscode.md 4: may run the nonce's script and what that imports, and load nothing from elsewhere", () => {
    const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(webviewHtml(page)) ?? [];
    assert.equal(
      policy?.replaceAll("&#39;", "'"),
      "default-src 'none'; script-src 'nonce-abc' 'strict-dynamic'; " +
        "style-src https://*.vscode-cdn.net 'unsafe-inline'; font-src https://*.vscode-cdn.net; " +
        "img-src https://*.vscode-cdn.net data: blob:",
    );
  });

  it("vscode.md 11: names all that it is shown with, so that nothing is asked for after something else", () => {
    const html = webviewHtml(page);
    for (const element of [
      '<script type="module" nonce="abc" src="https://file+.vscode/dist/main.js">',
      '<link rel="stylesheet" href="https://file+.vscode/dist/main.css">',
      '<link rel="preload" as="font" crossorigin href="https://file+.vscode/dist/assets/codicon.ttf">',
    ])
      assert.ok(html.includes(element), element);
  });

  it("takes nothing of its values for markup", () => {
    const html = webviewHtml({ ...page, title: "<b>x</b>", language: '" onload="x' });
    assert.ok(!html.includes("<b>"));
    assert.ok(!html.includes('" onload="'));
  });
});
