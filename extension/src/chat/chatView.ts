import { commands } from "vscode";
import type { WebviewView, WebviewViewProvider } from "vscode";
import type { Host } from "../host/host.ts";
import { showWaiting, titleOf } from "./surfaceTitle.ts";
import { ChatSurface } from "./chatSurface.ts";
import { showDocument } from "./webviewAssets.ts";

export const chatViewId = "relay.chat";

/** The chat of the side bar. */
export class ChatView implements WebviewViewProvider {
  surface: ChatSurface | undefined;
  private view: WebviewView | undefined;

  constructor(private readonly host: Host) {}

  get isVisible(): boolean {
    return this.view?.visible ?? false;
  }

  resolveWebviewView(view: WebviewView): void {
    const { host } = this;
    this.view = view;
    const session = host.sessionForView();
    const surface = new ChatSurface(
      host,
      {
        kind: "chat",
        webview: view.webview,
        reveal: () => view.show(false),
        rebuild: () => void this.rebuild(),
        onSession: (shown) => host.rememberSession(shown),
      },
      session,
    );
    this.surface = surface;
    const stop = host.sessions.changes.add(() => {
      view.title = titleOf(surface.session);
      showWaiting(view, surface.session);
    });
    view.webview.onDidReceiveMessage((message: unknown) => surface.channel.accept(message));
    view.onDidChangeVisibility(() => {
      // The document of a hidden view is gone; a new one says `ready`.
      if (!view.visible) surface.channel.disconnect();
      if (!view.visible) host.setFocus(surface, false);
    });
    view.onDidDispose(() => {
      stop();
      surface.channel.disconnect();
      host.sessions.removeSurface(surface);
      if (this.view === view) this.view = this.surface = undefined;
    });
    host.sessions.addSurface(surface);
    showDocument(view.webview, host.extensionUri, "chat");
    host.startInBackground(session);
  }

  /** Makes the editor throw the view away and ask for a new one (vscode.md 4). */
  async rebuild(): Promise<void> {
    await commands.executeCommand("setContext", "relay.chatReload", true);
    await commands.executeCommand("setContext", "relay.chatReload", false);
    await commands.executeCommand(`${chatViewId}.focus`, { preserveFocus: true });
  }
}
