import type { SessionEntry, SessionTreeNode } from "@relay-harness/protocol";
import { ActivePath } from "./activePath.ts";
import type { CurrentLabel } from "./copySession.ts";
import { newEntryId } from "./ids.ts";
import type { EntryRecord } from "./entryCollector.ts";
import { TreeEntry } from "./treeEntry.ts";

/** The entries of a session, the leaf, and what follows from them. Knows no file. */
export class SessionTree {
  #entries: TreeEntry[] = [];
  #byId = new Map<string, TreeEntry>();
  #labels = new Map<string, CurrentLabel>();
  #name: string | undefined;
  #leafId: string | null = null;
  #active: ActivePath | undefined = new ActivePath([]);

  /** Parents come before their children, else the children are roots. The last entry becomes the leaf. */
  constructor(records: readonly EntryRecord[] = []) {
    for (const record of records) this.#index(record);
    this.#leafId = records.at(-1)?.id ?? null;
    if (records.length > 0) this.#active = undefined;
  }

  /** In the order of their coming. Live. */
  get entries(): readonly TreeEntry[] {
    return this.#entries;
  }

  get leafId(): string | null {
    return this.#leafId;
  }

  get name(): string | undefined {
    return this.#name;
  }

  /** What the path root -> leaf means. */
  get active(): ActivePath {
    return (this.#active ??= new ActivePath(this.path(this.#leafId)));
  }

  get(id: string): TreeEntry | undefined {
    return this.#byId.get(id);
  }

  label(id: string): CurrentLabel | undefined {
    return this.#labels.get(id);
  }

  newId(): string {
    return newEntryId((id) => this.#byId.has(id));
  }

  /** Adds an entry whose parent is the leaf; it becomes the leaf. */
  append(entry: SessionEntry): void {
    const added = this.#index(entry);
    this.#leafId = entry.id;
    this.#active?.append(added);
  }

  /** Moves the leaf to an entry that exists, or before every root. */
  moveTo(leafId: string | null): void {
    if (leafId === this.#leafId) return;
    this.#leafId = leafId;
    this.#active = undefined;
  }

  /** Root -> `id`; empty for an unknown id. */
  path(id: string | null): TreeEntry[] {
    const path: TreeEntry[] = [];
    let entry = id === null ? undefined : this.#byId.get(id);
    while (entry !== undefined) {
      path.push(entry);
      entry = entry.parent;
    }
    return path.reverse();
  }

  children(id: string | null): TreeEntry[] {
    return this.#entries.filter(({ parent }) => (parent?.id ?? null) === id);
  }

  /** Every root with its descendants, in file order. */
  toNodes(): SessionTreeNode[] {
    const roots: SessionTreeNode[] = [];
    const nodes = new Map<TreeEntry, SessionTreeNode>();
    for (const each of this.#entries) {
      const label = this.#labels.get(each.id);
      const node: SessionTreeNode = {
        entry: each.entry,
        children: [],
        ...(label && { label: label.text, labelTimestamp: label.timestamp }),
      };
      nodes.set(each, node);
      const siblings = each.parent === undefined ? roots : nodes.get(each.parent)?.children;
      siblings?.push(node);
    }
    return roots;
  }

  #index(record: EntryRecord): TreeEntry {
    const added = new TreeEntry(
      record,
      record.parentId === null ? undefined : this.#byId.get(record.parentId),
    );
    this.#entries.push(added);
    this.#byId.set(added.id, added);
    // Names and labels are never left unparsed.
    if (!added.stored) this.#note(added.entry);
    return added;
  }

  #note(entry: SessionEntry): void {
    if (entry.type === "session_info") {
      this.#name = entry.name?.trim() ? entry.name : undefined;
    } else if (entry.type === "label") {
      if (entry.label) this.#labels.set(entry.targetId, { text: entry.label, timestamp: entry.timestamp });
      else this.#labels.delete(entry.targetId);
    }
  }
}
