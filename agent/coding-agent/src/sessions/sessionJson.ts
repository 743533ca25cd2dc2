import { encodeRecord } from "@relay-harness/protocol";
import type { JsonPiece } from "../base/jsonPieces.ts";
import { toProjected, type ContextItem } from "./projection.ts";
import type { SessionTree } from "./sessionTree.ts";
import type { TreeEntry } from "./treeEntry.ts";

/*
 * Parts of a session as JSON. What is still the line that was read is copied from it, so that a long
 * session is neither parsed nor serialised for it.
 */

/** A list of messages. */
export function messagesJson(items: readonly ContextItem[]): JsonPiece[] {
  return listJson(items.map(messageJson));
}

/** A list of entries. */
export function entriesJson(entries: readonly TreeEntry[]): JsonPiece[] {
  return listJson(entries.map(entryJson));
}

/** What `SessionTree.toNodes` gives; no recursion, as a session that never branched is one long path. */
export function treeJson(tree: SessionTree): JsonPiece[] {
  const children = childrenOf(tree.entries);
  const pieces: JsonPiece[] = ["["];
  const open: { siblings: readonly TreeEntry[]; next: number }[] = [];
  open.push({ siblings: children.get(undefined) ?? [], next: 0 });
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const entry = level.siblings[level.next++];
    if (entry) {
      pieces.push(level.next > 1 ? ',{"entry":' : '{"entry":', entryJson(entry), ',"children":[');
      open.push({ siblings: children.get(entry) ?? [], next: 0 });
      continue;
    }
    open.pop();
    const parent = open.at(-1);
    const closed = parent?.siblings[parent.next - 1];
    pieces.push("]");
    if (closed) pieces.push(`${labelJson(tree, closed.id)}}`);
  }
  return pieces;
}

function listJson(values: readonly JsonPiece[]): JsonPiece[] {
  // one object for a list of many thousands
  const comma = Buffer.from(",");
  const pieces: JsonPiece[] = ["["];
  for (const [index, value] of values.entries()) {
    if (index > 0) pieces.push(comma);
    pieces.push(value);
  }
  pieces.push("]");
  return pieces;
}

function childrenOf(entries: readonly TreeEntry[]): Map<TreeEntry | undefined, TreeEntry[]> {
  const children = new Map<TreeEntry | undefined, TreeEntry[]>();
  for (const entry of entries) {
    const siblings = children.get(entry.parent);
    if (siblings) siblings.push(entry);
    else children.set(entry.parent, [entry]);
  }
  return children;
}

function labelJson(tree: SessionTree, id: string): string {
  const label = tree.label(id);
  if (!label) return "";
  return `,${JSON.stringify({ label: label.text, labelTimestamp: label.timestamp }).slice(1, -1)}`;
}

function messageJson(item: ContextItem): JsonPiece {
  if ("stored" in item && item.stored) return item.stored.messageJson();
  return toJson(toProjected(item).message);
}

function entryJson(entry: TreeEntry): JsonPiece {
  return entry.stored ? entry.stored.entryJson() : toJson(entry.entry);
}

function toJson(value: object): string {
  return encodeRecord(value).slice(0, -1);
}
