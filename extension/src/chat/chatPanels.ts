import { ViewColumn, window } from "vscode";
import type { WebviewPanel } from "vscode";
import { isJsonObject } from "@relay-harness/protocol";
import type { Host } from "../host/host.ts";
import type { OpenSession } from "../session/openSession.ts";
import { ChatSurface } from "./chatSurface.ts";
import { titleOf } from "./surfaceTitle.ts";
import { showDocument } from "./webviewAssets.ts";

export const chatPanelType = "relay.chatPanel";

/** Chats in tabs: each has a session of its own, which the editor brings back after a reload. */
export class ChatPanels {
  private readonly panels = new Map<WebviewPanel, ChatSurface>();
  private readonly rebuilding = new Set<WebviewPanel>();

  constructor(private readonly host: Host) {}

  open(session: OpenSession): void {
    const panel = window.createWebviewPanel(chatPanelType, titleOf(session) ?? "Relay", ViewColumn.Active);
    this.fill(panel, session);
  }

  /** State of a tab that the editor kept: the path of its session. */
  restore(panel: WebviewPanel, state: unknown): void {
    const path =
      isJsonObject(state) && typeof state["sessionPath"] === "string" ? state["sessionPath"] : undefined;
    this.fill(panel, this.host.openSession(path));
  }

  /** Disposes the tab of a surface and creates it in place. */
  rebuild(surface: unknown): void {
    for (const [panel, shown] of this.panels) {
      if (shown !== surface) continue;
      const { session } = shown;
      this.rebuilding.add(panel);
      panel.dispose();
      this.open(session);
      return;
    }
  }

  isVisible(surface: unknown): boolean {
    return [...this.panels].some(([panel, shown]) => shown === surface && panel.visible);
  }

  private fill(panel: WebviewPanel, session: OpenSession): void {
    const { host } = this;
    const surface = new ChatSurface(
      host,
      {
        kind: "chatPanel",
        webview: panel.webview,
        reveal: () => panel.reveal(),
        rebuild: () => this.rebuild(surface),
        onSession: () => undefined,
      },
      session,
    );
    this.panels.set(panel, surface);
    const stop = host.sessions.changes.add(() => {
      panel.title = titleOf(surface.session) ?? "Relay";
    });
    panel.webview.onDidReceiveMessage((message: unknown) => surface.channel.accept(message));
    panel.onDidChangeViewState(() => {
      if (!panel.visible) surface.channel.disconnect();
      if (panel.active) host.sessions.setActive(surface);
    });
    panel.onDidDispose(() => {
      stop();
      this.panels.delete(panel);
      surface.channel.disconnect();
      host.sessions.removeSurface(surface);
      if (!this.rebuilding.delete(panel)) host.offerStop(surface.session);
    });
    host.sessions.addSurface(surface);
    showDocument(panel.webview, host.extensionUri, "chatPanel");
    host.startInBackground(session);
  }
}
