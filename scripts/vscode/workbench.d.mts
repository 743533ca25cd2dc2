import type { Browser, Page } from "playwright-core";

/** Path of a Chromium; `undefined` when there is none. */
export function findChromium(): string | undefined;
export interface WorkbenchOptions {
  folder?: string;
  /** A `.code-workspace` instead of a folder. */
  workspace?: string;
  payload?: [string, string][];
  script?: string | undefined;
  locale?: string | undefined;
  viewport?: { width: number; height: number } | undefined;
  executablePath?: string;
}

export function openWorkbench(
  server: { url: string },
  options: WorkbenchOptions,
): Promise<{ browser: Browser; page: Page }>;
