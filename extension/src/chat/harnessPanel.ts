import { ViewColumn, window } from "vscode";
import type { WebviewPanel } from "vscode";
import type { Host } from "../host/host.ts";
import { inBackground } from "../base/log.ts";
import { ChatSurface } from "./chatSurface.ts";
import { showDocument } from "./webviewAssets.ts";

export const harnessPanelType = "relay.harness";

/** The panel of the harness: one per window, about the active session. */
export class HarnessPanel {
  private panel: WebviewPanel | undefined;

  constructor(private readonly host: Host) {}

  open(): void {
    if (this.panel) this.panel.reveal();
    else this.fill(window.createWebviewPanel(harnessPanelType, "Relay Harness", ViewColumn.Active));
  }

  restore(panel: WebviewPanel): void {
    this.fill(panel);
  }

  private fill(panel: WebviewPanel): void {
    const { host } = this;
    this.panel = panel;
    const session = host.sessions.active ?? host.sessionForView();
    const surface = new ChatSurface(
      host,
      {
        kind: "harness",
        webview: panel.webview,
        reveal: () => panel.reveal(),
        rebuild: () => showDocument(panel.webview, host.extensionUri, "harness"),
        onSession: () => undefined,
      },
      session,
    );
    // Follows the chat that has the focus.
    const stop = host.sessions.changes.add(() => {
      const { active } = host.sessions;
      if (active && active !== surface.session) surface.show(active);
    });
    panel.webview.onDidReceiveMessage((message: unknown) => surface.channel.accept(message));
    panel.onDidChangeViewState(() => {
      if (!panel.visible) surface.channel.disconnect();
    });
    panel.onDidDispose(() => {
      stop();
      surface.channel.disconnect();
      this.panel = undefined;
    });
    showDocument(panel.webview, host.extensionUri, "harness");
    inBackground(host.log, "Start of the agent", session.start());
  }
}
