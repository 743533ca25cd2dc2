import type { Browser, Page } from "playwright-core";

/** Path of a Chromium; `undefined` when there is none. */
export function findChromium(): string | undefined;
export function openWorkbench(
  server: { url: string },
  options: { folder: string; payload?: [string, string][]; executablePath?: string },
): Promise<{ browser: Browser; page: Page }>;
