import { textOf, type SessionEntry } from "@relay-harness/protocol";
import { parseSkillBlock } from "../../base/skillBlock.ts";

/** One line of the outline: a message of the user, a summary, or where a branch starts. */
export interface OutlineRow {
  entryId: string;
  text: string;
  /** Number of forks above. */
  depth: number;
}

const maxText = 120;

/** The outline of every branch, each branch behind the last; entries are in file order. */
export function outlineRows(entries: readonly SessionEntry[]): OutlineRow[] {
  const children = shownChildren(entries);
  const rows: OutlineRow[] = [];
  const pending = (children.get(null) ?? [])
    .toReversed()
    .map((entry) => ({ entry, depth: 0, isBranch: false }));
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { entry, depth, isBranch } = next;
    const isRow = isMilestone(entry) || (isBranch && isShown(entry));
    if (isRow) rows.push({ entryId: entry.id, text: rowText(entry), depth });
    const following = children.get(entry.id) ?? [];
    const isFork = following.length > 1;
    // A branch that starts with something that is not shown passes its start on.
    const startsBranch = isFork || (isBranch && !isRow);
    for (const child of following.toReversed()) {
      pending.push({ entry: child, depth: depth + (isFork ? 1 : 0), isBranch: startsBranch });
    }
  }
  return rows;
}

/** The newest entry below `entryId`: the leaf of the branch that a row stands for. */
export function newestLeaf(entries: readonly SessionEntry[], entryId: string): string {
  const parents = parentsOf(entries);
  const positions = new Map(entries.map(({ id }, position) => [id, position]));
  const newest = new Map(positions);
  for (const { id } of entries.toReversed()) {
    const position = newest.get(id) ?? 0;
    if (id === entryId) return entries[position]?.id ?? entryId;
    const parent = parents.get(id);
    if (parent) newest.set(parent, Math.max(position, newest.get(parent) ?? 0));
  }
  return entryId;
}

/** Parents that occur earlier in the file; everything else is a root. */
function parentsOf(entries: readonly SessionEntry[]): Map<string, string | null> {
  const parents = new Map<string, string | null>();
  for (const { id, parentId } of entries) {
    parents.set(id, parentId !== null && parents.has(parentId) ? parentId : null);
  }
  return parents;
}

/** Children in file order, without those below which there is nothing to show. */
function shownChildren(entries: readonly SessionEntry[]): Map<string | null, SessionEntry[]> {
  const parents = parentsOf(entries);
  const shown = new Set<string>();
  for (const entry of entries.toReversed()) {
    if (!isShown(entry) && !shown.has(entry.id)) continue;
    shown.add(entry.id);
    const parent = parents.get(entry.id);
    if (parent) shown.add(parent);
  }
  const children = new Map<string | null, SessionEntry[]>();
  for (const entry of entries) {
    if (!shown.has(entry.id)) continue;
    const parent = parents.get(entry.id) ?? null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(entry);
    else children.set(parent, [entry]);
  }
  return children;
}

function isMilestone(entry: SessionEntry): boolean {
  if (entry.type === "compaction" || entry.type === "branch_summary") return true;
  return entry.type === "message" && entry.message.role === "user";
}

function isShown(entry: SessionEntry): boolean {
  if (isMilestone(entry)) return true;
  return entry.type === "message" ? entry.message.role !== "system" : entry.type === "custom_message";
}

function rowText(entry: SessionEntry): string {
  switch (entry.type) {
    case "compaction":
      return "Compaction";
    case "branch_summary":
      return "Branch summary";
    case "custom_message":
      return oneLine(textOf(entry.content)) || entry.customType;
    case "message":
      return messageText(entry.message);
    default:
      return entry.type;
  }
}

function messageText(message: Extract<SessionEntry, { type: "message" }>["message"]): string {
  switch (message.role) {
    case "user":
      return oneLine(userText(textOf(message.content))) || "(image)";
    case "assistant":
      return oneLine(textOf(message.content)) || "(answer)";
    case "bashExecution":
      return oneLine(`$ ${message.command}`);
    default:
      return message.role;
  }
}

/** A skill by its command, not by its text. */
function userText(text: string): string {
  const skill = parseSkillBlock(text);
  return skill ? `/skill:${skill.name} ${skill.userMessage ?? ""}` : text;
}

function oneLine(text: string): string {
  const line = text
    .slice(0, 4 * maxText)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > maxText ? `${line.slice(0, maxText - 1)}…` : line;
}
