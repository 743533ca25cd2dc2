import type { OutlineNode } from "@relay-harness/protocol";
import { localize } from "../base/localize.ts";

export const treeFilters = ["default", "no-tools", "user-only", "labelled", "all"] as const;
export type TreeFilter = (typeof treeFilters)[number];

/** A row of the session tree. */
export interface TreeNode {
  node: OutlineNode;
  /** Rows below it: where it is a branch point, the first row of each branch. */
  children: TreeNode[];
  parent?: TreeNode;
  isCurrent: boolean;
}

/** What the menus of the tree hand over. */
export function entryIdOf(argument: unknown): string | undefined {
  if (typeof argument === "string" && argument !== "") return argument;
  if (typeof argument !== "object" || argument === null || !("node" in argument)) return undefined;
  const { node } = argument;
  return typeof node === "object" && node !== null && "id" in node && typeof node.id === "string"
    ? node.id
    : undefined;
}

/**
 * Rows of a session: a single child is drawn as the next sibling, so that only branch points nest (vscode.md 1).
 * Entries that the filter hides leave their branches to the entry before them. `nodes` are in append order.
 */
export function buildTree(
  nodes: readonly OutlineNode[],
  leafId: string | null,
  filter: TreeFilter,
): TreeNode[] {
  const current = activePath(nodes, leafId);
  const shownBelow = childrenOfShown(nodes, filter);
  const roots: TreeNode[] = [];
  const rowsOf = (first: OutlineNode, parent: TreeNode | undefined, into: TreeNode[]): void => {
    // Each step is a row of this branch; branches begin below the row at which they part.
    let branches: { first: OutlineNode; parent: TreeNode }[] = [];
    for (let node: OutlineNode | undefined = first; node;) {
      const row: TreeNode = {
        node,
        children: [],
        isCurrent: current.has(node.id),
        ...(parent && { parent }),
      };
      into.push(row);
      const below: readonly OutlineNode[] = shownBelow.get(node.id) ?? [];
      if (below.length > 1) {
        branches = branches.concat(below.map((branch) => ({ first: branch, parent: row })));
        break;
      }
      node = below[0];
    }
    for (const branch of branches) rowsOf(branch.first, branch.parent, branch.parent.children);
  };
  for (const root of shownBelow.get(null) ?? []) rowsOf(root, undefined, roots);
  return roots;
}

function activePath(nodes: readonly OutlineNode[], leafId: string | null): Set<string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const path = new Set<string>();
  for (let id = leafId; id !== null && !path.has(id);) {
    path.add(id);
    id = byId.get(id)?.parentId ?? null;
  }
  return path;
}

/** Shown entries by the shown entry above them. */
function childrenOfShown(
  nodes: readonly OutlineNode[],
  filter: TreeFilter,
): Map<string | null, OutlineNode[]> {
  const above = new Map<string, string | null>();
  const children = new Map<string | null, OutlineNode[]>();
  for (const node of nodes) {
    const parent = node.parentId === null ? null : (above.get(node.parentId) ?? null);
    const isShown = isShownIn(node, filter);
    above.set(node.id, isShown ? node.id : parent);
    if (!isShown) continue;
    const siblings = children.get(parent);
    if (siblings) siblings.push(node);
    else children.set(parent, [node]);
  }
  return children;
}

const bookkeeping = new Set([
  "label",
  "session_info",
  "custom",
  "usage",
  "context_edit",
  "model_change",
  "thinking_level_change",
]);

function isShownIn({ type, role, label }: OutlineNode, filter: TreeFilter): boolean {
  switch (filter) {
    case "all":
      return true;
    case "labelled":
      return label !== undefined;
    case "user-only":
      return role === "user";
    case "no-tools":
      return !bookkeeping.has(type) && role !== "system" && role !== "toolResult" && role !== "bashExecution";
    case "default":
      return !bookkeeping.has(type) && role !== "system";
    default:
      return filter satisfies never;
  }
}

/** A call as `name({"path":"a.ts",...`: perhaps cut, so no JSON. */
const callText = /^([\w.-]+)\(\{"[^"]+":"((?:[^"\\]|\\.)*)/;

/** One line for an entry; a call by its tool and its first argument. */
export function labelOf({ text, type, role }: OutlineNode): string {
  if (role === "system") return localize("System prompt");
  if (text === "") return type;
  const [, tool, argument] = (role === "assistant" && callText.exec(text)) || [];
  return tool === undefined || argument === undefined ? text : `${tool} ${argument.replace(/\\(.)/g, "$1")}`;
}
