import { EventEmitter, ThemeIcon, TreeItem, TreeItemCollapsibleState, window } from "vscode";
import type { Disposable, TreeDataProvider } from "vscode";
import type { SessionSummary } from "@relay-harness/protocol";
import { calmDown } from "../base/calmDown.ts";
import { localize } from "../base/localize.ts";
import type { Host } from "../host/host.ts";
import { groupOf, messageCountText, sessionGroups, sessionLabel } from "./sessionItem.ts";
import type { SessionGroup } from "./sessionItem.ts";

const maxListed = 500;
const refreshMs = 500;

const stateWords = { waiting: localize("waiting"), running: localize("running") } as const;

type Node = { group: SessionGroup } | { session: SessionSummary };

/** Stored sessions of the folder, newest first; those that run or wait say so (vscode.md 1). */
export class SessionsView implements TreeDataProvider<Node> {
  private readonly changes = new EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changes.event;
  private sessions: SessionSummary[] = [];

  constructor(private readonly host: Host) {}

  register(): Disposable[] {
    const view = window.createTreeView("relay.sessions", { treeDataProvider: this, showCollapseAll: true });
    const refresh = calmDown(refreshMs, () => {
      if (view.visible) this.changes.fire(undefined);
    });
    return [view, this.changes, refresh, { dispose: this.host.sessions.changes.add(refresh) }];
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (!node) {
      this.sessions = await this.list();
      const groups = new Set(this.sessions.map(({ modified }) => groupOf(modified, Date.now())));
      return (Object.keys(sessionGroups) as SessionGroup[])
        .filter((group) => groups.has(group))
        .map((group) => ({ group }));
    }
    if (!("group" in node)) return [];
    return this.sessions
      .filter(({ modified }) => groupOf(modified, Date.now()) === node.group)
      .map((session) => ({ session }));
  }

  getTreeItem(node: Node): TreeItem {
    if ("group" in node) return new TreeItem(sessionGroups[node.group], TreeItemCollapsibleState.Expanded);
    const { session } = node;
    const item = new TreeItem(sessionLabel(session));
    const open = this.host.sessions.byPath(session.path);
    const waiting = (open?.dialogs.waiting ?? 0) > 0;
    const state = waiting ? "waiting" : open?.isBusy ? "running" : "idle";
    item.id = session.path;
    item.contextValue = "session";
    const count = messageCountText(session.messageCount);
    item.description = state === "idle" ? count : `${stateWords[state]} · ${count}`;
    item.tooltip = `${session.firstMessage.slice(0, 400)}\n\n${session.modified}`;
    item.iconPath = new ThemeIcon(
      { waiting: "bell-dot", running: "loading~spin", idle: "circle-outline" }[state],
    );
    item.command = { command: "relay.resumeSession", title: localize("Resume"), arguments: [node] };
    return item;
  }

  private async list(): Promise<SessionSummary[]> {
    const session = await this.host.startedSession();
    const { sessions } = await session.request({ type: "list_sessions", limit: maxListed });
    return sessions;
  }
}
