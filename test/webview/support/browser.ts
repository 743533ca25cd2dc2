import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";
import { findChromium } from "../../../scripts/vscode/workbench.mjs";
import { startPageServer } from "./pageServer.ts";
import type { PageServer } from "./pageServer.ts";

interface Shared {
  readonly browser: Browser;
  readonly server: PageServer;
}

let shared: Promise<Shared> | undefined;

/** One browser and one server for every test of the webview; both end with the process. */
export function sharedBrowser(): Promise<Shared> {
  shared ??= start();
  return shared;
}

/** For programs that go on. */
export async function closeSharedBrowser(): Promise<void> {
  const running = await shared;
  shared = undefined;
  await running?.browser.close();
  running?.server.close();
}

async function start(): Promise<Shared> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error(
      "No Chromium found. Install it (Debian: apt-get install chromium) or set RELAY_CHROMIUM.",
    );
  }
  const server = await startPageServer();
  const browser = await chromium.launch({
    executablePath,
    // Containers have neither user namespaces nor much shared memory.
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--font-render-hinting=none"],
  });
  return { browser, server };
}
