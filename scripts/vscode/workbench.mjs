// A window of the server build of VS Code in Chromium.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const candidates = [
  process.env.RELAY_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Path of a Chromium; installs it where `.ci/run` is allowed to. `undefined` when there is none. */
export function findChromium() {
  const found = () => candidates.find((path) => path && existsSync(path));
  const path = found();
  if (path || process.env.RELAY_INSTALL_CHROMIUM !== "1") return path;
  execFileSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { stdio: "ignore" });
  return found();
}

/**
 * Opens a folder or a `.code-workspace` in a window. `payload` are pairs of the workbench's own development
 * options; `script` is a file that runs in every document before its own.
 */
export async function openWorkbench(server, options) {
  const { folder, workspace, payload = [], script, locale, viewport, executablePath } = options;
  const browser = await chromium.launch({
    executablePath: executablePath ?? findChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  const context = await browser.newContext({ viewport: viewport ?? { width: 1400, height: 900 } });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  if (script) await context.addInitScript({ path: script });
  if (locale) {
    // Where the web workbench reads its language from.
    await context.addCookies([{ name: "vscode.nls.locale", value: locale, url: server.url }]);
  }
  const page = await context.newPage();
  const query = new URLSearchParams(workspace ? { workspace } : { folder });
  if (payload.length > 0) query.set("payload", JSON.stringify(payload));
  await page.goto(`${server.url}/?${query}`);
  return { browser, page };
}
