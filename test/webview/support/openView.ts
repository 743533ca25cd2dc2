import type { Page } from "playwright-core";
import type { ChatState } from "@relay-harness/protocol/webview";
import { sharedBrowser } from "./browser.ts";
import { FakeHost } from "./fakeHost.ts";
import type { ThemeName } from "./pageHtml.ts";

export interface View {
  readonly page: Page;
  readonly host: FakeHost;
  /** Addresses that the document asked for. */
  readonly requests: string[];
  /** Errors of the document, and what its policy blocked. */
  readonly problems: string[];
  close(): Promise<void>;
}

export interface ViewOptions {
  theme?: ThemeName;
  width?: number;
  height?: number;
  kind?: "chat" | "chatPanel" | "harness";
  /** Of the editor's text, in pixels. */
  size?: number;
  still?: boolean;
  state?: Partial<ChatState>;
  /** Before the document is there. */
  prepare?: (host: FakeHost) => void;
}

/** Opens the webview in a page of its own, with a host that answers. */
export async function openView(options: ViewOptions = {}): Promise<View> {
  const { browser, server } = await sharedBrowser();
  const { theme = "dark", width = 420, height = 820, kind = "chat", size = 13, still = true } = options;
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: 1 });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const host = new FakeHost(page);
  const requests: string[] = [];
  const problems: string[] = [];
  Object.assign(host.state, options.state);
  options.prepare?.(host);
  page.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.exposeFunction("toHost", (message: unknown) => void host.handle(message));
  const query = new URLSearchParams({
    theme,
    kind,
    size: String(size),
    script: kind === "harness" ? "harness" : "main",
  });
  if (still) query.set("still", "");
  await page.goto(`${server.origin}/page?${query}`);
  await host.request("ready");
  return { page, host, requests, problems, close: () => context.close() };
}
