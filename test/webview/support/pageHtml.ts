import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { webviewHtml } from "../../../extension/src/chat/webviewHtml.ts";

export const themeNames = ["dark", "light", "hc-dark", "hc-light"] as const;
export type ThemeName = (typeof themeNames)[number];

/** Colours of the editor's default themes, as it hands them to a webview. */
const themes = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../fixtures/webview/themes.json"), "utf8"),
) as Record<ThemeName, { class: string; variables: Record<string, string> }>;

const nonce = "dGVzdA";

/** Changes the theme of an open page, as the editor does. */
export async function applyTheme(page: Page, name: ThemeName): Promise<void> {
  await page.evaluate(({ class: look, variables }) => {
    const all = document.documentElement.style;
    for (const own of [...all]) if (own.startsWith("--vscode-") && !/font/.test(own)) all.removeProperty(own);
    for (const [key, value] of Object.entries(variables)) all.setProperty(key, value);
    const kept = [...document.body.classList].filter((name) => !/^vscode-(?!reduce)/.test(name));
    document.body.className = [look, ...kept].join(" ");
  }, themes[name]);
}

/** A document as the host makes it, with what the editor adds. */
export function pageHtml(query: URLSearchParams): string {
  const theme = themes[(query.get("theme") as ThemeName | null) ?? "dark"];
  const script = query.get("script") ?? "main";
  const kind = query.get("kind") ?? "chat";
  const place = kind === "chat" ? "relay" : "relay in-editor";
  const still = query.has("still") ? " vscode-reduce-motion" : "";
  const variables = {
    ...theme.variables,
    "--vscode-font-family": 'system-ui, "Noto Sans", sans-serif',
    "--vscode-font-size": `${query.get("size") ?? "13"}px`,
    "--vscode-font-weight": "normal",
    "--vscode-editor-font-family": '"Noto Sans Mono", monospace',
  };
  const style = Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(";");
  const html = webviewHtml({
    script: `/${script}.js`,
    style: `/${script}.css`,
    font: "/assets/codicon.ttf",
    cspSource: "'self'",
    nonce,
    language: "en",
    title: "Relay",
    kind,
    bodyClass: `${theme.class} ${place}${still}`,
  });
  return html
    .replace("<html ", () => `<html style='${style.replaceAll("'", "&#39;")}' `)
    .replace("<head>", () => `<head>${editorScript}`);
}

/** What the editor gives to a document. */
const editorScript = `<script nonce="${nonce}">
const kept = sessionStorage;
globalThis.acquireVsCodeApi = () => ({
  postMessage: (message) => globalThis.toHost(structuredClone(message)),
  getState: () => JSON.parse(kept.getItem("state") ?? "null") ?? undefined,
  setState: (state) => kept.setItem("state", JSON.stringify(state)),
});
</script>`;
