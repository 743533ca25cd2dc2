import assert from "node:assert/strict";
import { webviewHtml } from "./webviewHtml.ts";

const page = {
  script: "https://file+.vscode/dist/main.js",
  style: "https://file+.vscode/dist/main.css",
  preloads: ["https://file+.vscode/dist/chunks/a.js"],
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
    assert.ok(
      webviewHtml(page).includes(
        '<script type="module" nonce="abc" src="https://file+.vscode/dist/main.js">',
      ),
    );
  });

  it("vscode.md 11: names what the script imports, so that it is fetched beside it", () => {
    const html = webviewHtml(page);
    const link = '<link rel="modulepreload" nonce="abc" href="https://file+.vscode/dist/chunks/a.js">';
    assert.ok(html.includes(link) && html.indexOf(link) < html.indexOf("<script"));
  });

  it("takes nothing of its values for markup", () => {
    const html = webviewHtml({ ...page, title: "<script>x</script>", language: '" onload="x' });
    assert.ok(!html.includes("<script>x"));
    assert.ok(!html.includes('" onload="'));
  });
});
