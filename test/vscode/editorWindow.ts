import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { addExtension, serverProblem, startServer } from "../../scripts/vscode/server.mjs";
import { packExtension } from "../../scripts/vscode/vsix.mjs";
import { findChromium, openWorkbench } from "../../scripts/vscode/workbench.mjs";
import { startScriptedModel } from "../fakes/scriptedModel.ts";
import type { ScriptedAnswer, ScriptedModel } from "../fakes/scriptedModel.ts";
import { configureFakeModel, createWorkspace } from "../support/workspace.ts";
import type { Workspace } from "../support/workspace.ts";
import { answerOf } from "./answers.ts";
import { ChatPage } from "./chatPage.ts";

let packed: Promise<string> | undefined;

/** File of the packaged extension, made once in this process and gone with it. */
function packagedExtension(): Promise<string> {
  packed ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), "relay-vsix-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, "relay.vsix");
    await packExtension(path);
    return path;
  })();
  return packed;
}

export interface EditorWindowOptions {
  /** What the model answers; by default what the user's words ask for. */
  answer?: ScriptedAnswer;
  /** Files of the folder and sessions, before anything starts. */
  prepare?: (workspace: Workspace) => void;
  /** What is opened: a folder, or a `.code-workspace`; by default the workspace's folder. */
  open?: (workspace: Workspace) => { folder: string } | { workspace: string };
  /** File of a script that runs in every document before its own. */
  script?: string;
  /** The window asks whether it may trust what it opens, as an installed editor does. */
  asksForTrust?: boolean;
  /** Language of the editor and the browser, such as `pt-br`. */
  locale?: string;
  viewport?: { width: number; height: number };
}

/** Why there can be no window of the editor on this machine; `undefined` when there can. */
export function editorProblem(): string | undefined {
  return serverProblem() ?? (findChromium() === undefined ? "there is no Chromium" : undefined);
}

/** A window of a real VS Code with the packaged extension, and a model that answers by script. */
export class EditorWindow {
  private constructor(
    readonly workspace: Workspace,
    readonly model: ScriptedModel,
    readonly server: Awaited<ReturnType<typeof startServer>>,
    private readonly browser: Browser,
    readonly page: Page,
  ) {}

  static async open(options: EditorWindowOptions = {}): Promise<EditorWindow> {
    const workspace = createWorkspace();
    const model = await startScriptedModel([options.answer ?? answerOf], { repeatLast: true });
    configureFakeModel(workspace, model.baseUrl);
    options.prepare?.(workspace);
    const dataFolder = join(workspace.root, "data");
    addExtension(await packagedExtension(), { dataFolder });
    const { asksForTrust, locale, script, viewport } = options;
    const server = await startServer({ dataFolder, env: workspace.env, asksForTrust });
    const target = options.open?.(workspace) ?? { folder: workspace.cwd };
    const { browser, page } = await openWorkbench(server, { ...target, script, locale, viewport });
    return new EditorWindow(workspace, model, server, browser, page);
  }

  get context(): BrowserContext {
    return this.page.context();
  }

  chat(): Promise<ChatPage> {
    return ChatPage.open(this.page);
  }

  /** Keeps a picture of a test that failed where `RELAY_TEST_PICTURES` says. */
  async pictureOf(test: { state?: string; title: string } | undefined): Promise<void> {
    const folder = process.env["RELAY_TEST_PICTURES"];
    if (folder === undefined || test?.state !== "failed") return;
    await this.page.screenshot({ path: join(folder, `${test.title.replace(/\W+/g, "-").slice(0, 60)}.png`) });
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
    await this.model.close();
    this.workspace.dispose();
  }
}
