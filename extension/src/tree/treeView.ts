import {
  commands,
  EventEmitter,
  MarkdownString,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  window,
} from "vscode";
import type { Disposable, TreeDataProvider, TreeView } from "vscode";
import { calmDown } from "../base/calmDown.ts";
import { localize } from "../base/localize.ts";
import type { Host } from "../host/host.ts";
import { buildTree, labelOf } from "./outlineTree.ts";
import type { TreeFilter, TreeNode } from "./outlineTree.ts";

const treeViewId = "relay.tree";
const refreshMs = 500;

/** What the view says beside its title, in the words of the filter's menu. */
const filterWords: Readonly<Record<TreeFilter, string>> = {
  default: "",
  "no-tools": localize("Without Tools"),
  "user-only": localize("Own Messages"),
  labelled: localize("Labelled"),
  all: localize("Everything"),
};

/** The branches of the active session. Reads the outline only while it is visible. */
export class SessionTree implements TreeDataProvider<TreeNode> {
  private readonly changes = new EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changes.event;
  private filter: TreeFilter = "default";
  private view: TreeView<TreeNode> | undefined;

  constructor(private readonly host: Host) {}

  register(): Disposable[] {
    const view = window.createTreeView<TreeNode>(treeViewId, {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    this.view = view;
    const refresh = calmDown(refreshMs, () => this.refresh());
    void this.showFilter();
    return [view, this.changes, refresh, { dispose: this.host.sessions.changes.add(refresh) }];
  }

  async focus(): Promise<void> {
    await commands.executeCommand(`${treeViewId}.focus`);
  }

  refresh(): void {
    if (this.view?.visible) this.changes.fire(undefined);
  }

  async setFilter(filter: TreeFilter): Promise<void> {
    this.filter = filter;
    await this.showFilter();
    this.changes.fire(undefined);
  }

  async getChildren(parent?: TreeNode): Promise<TreeNode[]> {
    if (parent) return parent.children;
    const session = await this.host.startedSession();
    const { nodes, leafId } = await session.request({ type: "get_outline" });
    return buildTree(nodes, leafId, this.filter);
  }

  getParent({ parent }: TreeNode): TreeNode | undefined {
    return parent;
  }

  getTreeItem({ node, children, isCurrent }: TreeNode): TreeItem {
    const isBranching = children.length > 0;
    const item = new TreeItem(
      labelOf(node),
      isBranching ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.None,
    );
    item.id = node.id;
    item.contextValue = "entry";
    item.description = [node.label, isCurrent ? localize("current") : undefined].filter(Boolean).join(" · ");
    item.iconPath = new ThemeIcon(iconOf(node.type, node.role, isCurrent));
    item.command = { command: "relay.goToEntry", title: localize("Go to"), arguments: [node.id] };
    return item;
  }

  resolveTreeItem(item: TreeItem, { node }: TreeNode): TreeItem {
    const tooltip = new MarkdownString();
    tooltip.appendText(`${node.text}\n\n${node.timestamp}`);
    item.tooltip = tooltip;
    return item;
  }

  private async showFilter(): Promise<void> {
    if (this.view) this.view.description = filterWords[this.filter];
    await commands.executeCommand("setContext", "relay.treeFilter", this.filter);
  }
}

function iconOf(type: string, role: string | undefined, isCurrent: boolean): string {
  if (role === "user") return isCurrent ? "circle-filled" : "account";
  if (role === "toolResult" || role === "bashExecution") return "tools";
  if (type === "compaction" || type === "branch_summary") return "fold";
  return isCurrent ? "circle-filled" : "circle-outline";
}
