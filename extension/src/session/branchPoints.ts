import type { OutlineNode } from "@relay-harness/protocol";
import type { BranchPoint } from "@relay-harness/protocol/webview";

/** Entries that a transcript draws, but for messages of the system. */
const shownTypes = new Set([
  "message",
  "custom_message",
  "compaction",
  "branch_summary",
  "model_change",
  "thinking_level_change",
]);

/** Entries that say nothing of their own: a branch begins with the first one that does. */
const silentTypes = new Set(["label", "session_info", "custom", "usage", "context_edit"]);

/**
 * Where the active path could have gone another way, each at the first entry of its branch that is drawn. A move to a sibling leads to the newest entry below it
 * (vscode.md 5). `nodes` are in append order.
 */
export function branchPoints(nodes: readonly OutlineNode[], leafId: string | null): BranchPoint[] {
  const children = new Map<string | null, OutlineNode[]>();
  const byId = new Map<string, OutlineNode>();
  for (const node of nodes) {
    byId.set(node.id, node);
    const siblings = children.get(node.parentId);
    if (siblings) siblings.push(node);
    else children.set(node.parentId, [node]);
  }
  const newest = newestBelow(nodes);
  const points: BranchPoint[] = [];
  /** Nearest entry at or below `node` on the path that is drawn. */
  let shown: OutlineNode | undefined;
  for (let node = leafId === null ? undefined : byId.get(leafId); node; node = parentOf(node, byId)) {
    if (shownTypes.has(node.type) && node.role !== "system") shown = node;
    const siblings = (children.get(node.parentId) ?? []).filter((sibling) => isSpoken(sibling, children));
    const at = siblings.indexOf(node);
    if (siblings.length < 2 || at === -1) continue;
    const previous = siblings[at - 1];
    const next = siblings[at + 1];
    points.push({
      entryId: (shown ?? node).id,
      index: at + 1,
      count: siblings.length,
      ...(previous && { previousId: newest.get(previous.id) ?? previous.id }),
      ...(next && { nextId: newest.get(next.id) ?? next.id }),
    });
  }
  return points.reverse();
}

function parentOf(node: OutlineNode, byId: ReadonlyMap<string, OutlineNode>): OutlineNode | undefined {
  return node.parentId === null ? undefined : byId.get(node.parentId);
}

/** Labels and names hang below entries without being branches, unless a conversation goes on from them. */
function isSpoken(node: OutlineNode, children: ReadonlyMap<string | null, readonly OutlineNode[]>): boolean {
  return !silentTypes.has(node.type) || (children.get(node.id)?.length ?? 0) > 0;
}

/** By entry, the last one in append order that lies below it. */
function newestBelow(nodes: readonly OutlineNode[]): Map<string, string> {
  const newest = new Map<string, string>();
  // Children come after their parents: from the back, every node knows its own before it tells its parent.
  for (const node of [...nodes].reverse()) {
    const below = newest.get(node.id) ?? node.id;
    newest.set(node.id, below);
    if (node.parentId !== null && !newest.has(node.parentId)) newest.set(node.parentId, below);
  }
  return newest;
}
