import { StatusBarAlignment, window } from "vscode";
import type { Disposable, StatusBarItem } from "vscode";
import type { ChatState } from "@relay-harness/protocol/webview";
import type { Host } from "./host.ts";
import { statusOf } from "./statusText.ts";

/** What the active session does, in the editor's status bar; and what extensions of the agent show there. */
export class StatusBar implements Disposable {
  private readonly own: StatusBarItem;
  private readonly others = new Map<string, StatusBarItem>();

  constructor(private readonly host: Host) {
    this.own = window.createStatusBarItem("relay.status", StatusBarAlignment.Left);
    this.own.name = "Relay";
    this.own.command = "relay.focusChat";
    host.sessions.changes.add(() => this.show());
  }

  dispose(): void {
    this.own.dispose();
    for (const item of this.others.values()) item.dispose();
  }

  private show(): void {
    const { active } = this.host.sessions;
    if (!active) {
      this.own.hide();
      return;
    }
    const { text, tooltip } = statusOf(active.state, active.dialogs.waiting);
    this.own.text = text;
    this.own.tooltip = tooltip;
    this.own.accessibilityInformation = { label: tooltip };
    this.own.show();
    this.showOthers(active.state.statuses);
  }

  private showOthers(statuses: ChatState["statuses"]): void {
    const keys = new Set(statuses.map(({ key }) => key));
    for (const [key, item] of this.others) {
      if (keys.has(key)) continue;
      item.dispose();
      this.others.delete(key);
    }
    for (const { key, text } of statuses) {
      const item =
        this.others.get(key) ?? window.createStatusBarItem(`relay.status.${key}`, StatusBarAlignment.Left);
      item.name = `Relay: ${key}`;
      // Texts of extensions must not draw icons of the editor by accident.
      item.text = text.replaceAll("$(", "$\u200b(");
      item.show();
      this.others.set(key, item);
    }
  }
}
