import { translations } from "./base/editorLanguage.ts";
import { commands, window, workspace } from "vscode";
import type { Disposable, ExtensionContext } from "vscode";
import { inBackground } from "./base/log.ts";
import { chatPanelType } from "./chat/chatPanels.ts";
import { chatViewId } from "./chat/chatView.ts";
import { harnessPanelType } from "./chat/harnessPanel.ts";
import { commandTable } from "./commands/commandTable.ts";
import { registerFixAction } from "./editor/codeActions.ts";
import { Host } from "./host/host.ts";
import { showSkillFindings } from "./host/skillFindings.ts";
import { StatusBar } from "./host/statusBar.ts";
import { openFromUri } from "./host/uriHandler.ts";

let running: Host | undefined;

/** Called by VS Code when an activation event fires. Starts no process: the first view or command does. */
export function activate(context: ExtensionContext): void {
  const log = window.createOutputChannel("Relay", { log: true });
  const host = new Host(context, log, translations());
  running = host;
  context.subscriptions.push(
    log,
    new StatusBar(host),
    showSkillFindings(host),
    ...registerCommands(host),
    ...registerViews(host),
    ...registerDocuments(host),
    ...watchWindow(host),
    registerFixAction(),
    window.registerUriHandler({
      handleUri: (uri) => openFromUri(host, uri).catch((error: unknown) => host.fail(error)),
    }),
  );
}

/** Ends every agent: stdin is closed, then force is used. */
export async function deactivate(): Promise<void> {
  await running?.sessions.closeAll();
  running = undefined;
}

function registerCommands(host: Host): Disposable[] {
  return Object.keys(commandTable).map((id) =>
    commands.registerCommand(id, (argument: unknown) => host.runCommand(id, argument)),
  );
}

function registerViews(host: Host): Disposable[] {
  return [
    window.registerWebviewViewProvider(chatViewId, host.view),
    window.registerWebviewPanelSerializer(chatPanelType, {
      deserializeWebviewPanel: (panel, state: unknown) => {
        host.panels.restore(panel, state);
        return Promise.resolve();
      },
    }),
    window.registerWebviewPanelSerializer(harnessPanelType, {
      deserializeWebviewPanel: (panel) => {
        host.harness.restore(panel);
        return Promise.resolve();
      },
    }),
    ...host.list.register(),
    ...host.tree.register(),
  ];
}

function registerDocuments(host: Host): Disposable[] {
  return [
    host.texts.register(),
    ...host.inputs.register(),
    ...host.before.register(),
    ...host.terminal.register(),
  ];
}

function watchWindow(host: Host): Disposable[] {
  const showSelection = (): void => inBackground(host.log, "Selection", host.showSelection());
  return [
    workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration("relay") && !change.affectsConfiguration("chat.fontSize")) return;
      host.showSettings();
      showSelection();
    }),
    window.onDidChangeActiveTextEditor(showSelection),
    window.onDidChangeTextEditorSelection(showSelection),
    workspace.onDidGrantWorkspaceTrust(() => host.onTrustGranted()),
  ];
}
