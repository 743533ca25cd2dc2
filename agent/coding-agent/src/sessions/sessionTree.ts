import type { AgentMessage, SessionEntry, SessionTreeNode } from "@relay-harness/protocol";
import type { CurrentLabel } from "./copySession.ts";
import { newEntryId } from "./ids.ts";
import {
  applySelection,
  buildContextEntries,
  buildProjection,
  contextMessages,
  selectionOf,
  type ProjectedMessage,
  type SessionSelection,
} from "./projection.ts";
import { replaySystemMessages, type SystemState } from "./systemState.ts";

/** What is derived from the path root -> leaf, moved along with every append. */
interface ActivePath {
  entries: SessionEntry[];
  selection: SessionSelection;
  /** Built on first use; an edit or a compaction drops it. */
  projection?: { items: ProjectedMessage[]; messages: AgentMessage[] };
  /** Prompt and tools that the messages declare; dropped by the next system message. */
  system?: { state: SystemState | undefined };
}

/** The entries of a session, the leaf, and what follows from them. Knows no file. */
export class SessionTree {
  #entries: SessionEntry[] = [];
  #byId = new Map<string, SessionEntry>();
  #roots: ReadonlySet<string>;
  #labels = new Map<string, CurrentLabel>();
  #name: string | undefined;
  #leafId: string | null = null;
  #active: ActivePath | undefined = { entries: [], selection: {} };

  /** `roots`: entries whose `parentId` counts for nothing. The last entry becomes the leaf. */
  constructor(entries: readonly SessionEntry[] = [], roots: ReadonlySet<string> = new Set()) {
    this.#roots = roots;
    for (const entry of entries) this.#index(entry);
    this.#leafId = entries.at(-1)?.id ?? null;
    if (entries.length > 0) this.#active = undefined;
  }

  get entries(): readonly SessionEntry[] {
    return this.#entries;
  }

  get leafId(): string | null {
    return this.#leafId;
  }

  get name(): string | undefined {
    return this.#name;
  }

  get(id: string): SessionEntry | undefined {
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
    this.#index(entry);
    this.#leafId = entry.id;
    const active = this.#active;
    if (active === undefined) return;
    active.entries.push(entry);
    applySelection(active.selection, entry);
    if (changesSystem(entry)) active.system = undefined;
    if (active.projection === undefined) return;
    if (entry.type === "compaction" || entry.type === "context_edit") {
      active.projection = undefined;
    } else {
      for (const message of contextMessages(entry)) {
        active.projection.items.push({ message, entry });
        active.projection.messages.push(message);
      }
    }
  }

  /** Moves the leaf to an entry that exists, or before every root. */
  moveTo(leafId: string | null): void {
    if (leafId === this.#leafId) return;
    this.#leafId = leafId;
    this.#active = undefined;
  }

  parentOf(entry: SessionEntry): SessionEntry | undefined {
    if (entry.parentId === null || this.#roots.has(entry.id)) return undefined;
    return this.#byId.get(entry.parentId);
  }

  /** Root -> `id`; empty for an unknown id. */
  path(id: string | null): SessionEntry[] {
    const path: SessionEntry[] = [];
    let entry = id === null ? undefined : this.#byId.get(id);
    while (entry !== undefined) {
      path.push(entry);
      entry = this.parentOf(entry);
    }
    return path.reverse();
  }

  /** Root -> leaf. Live: grows with the next append. */
  activePath(): readonly SessionEntry[] {
    return this.#activate().entries;
  }

  selection(): SessionSelection {
    return { ...this.#activate().selection };
  }

  /** Live: grows with the next append. */
  projection(): readonly ProjectedMessage[] {
    return this.#project().items;
  }

  /** The messages of the projection. Live: grows with the next append. */
  messages(): readonly AgentMessage[] {
    return this.#project().messages;
  }

  /** What the messages declare; `undefined` without a system message. */
  systemState(): SystemState | undefined {
    const active = this.#activate();
    active.system ??= { state: replaySystemMessages(this.messages()) };
    return active.system.state;
  }

  contextEntries(): SessionEntry[] {
    return buildContextEntries(this.activePath());
  }

  children(id: string | null): SessionEntry[] {
    return this.#entries.filter((entry) => (this.parentOf(entry)?.id ?? null) === id);
  }

  /** Every root with its descendants, in file order. */
  toNodes(): SessionTreeNode[] {
    const roots: SessionTreeNode[] = [];
    const nodes = new Map<string, SessionTreeNode>();
    for (const entry of this.#entries) {
      const label = this.#labels.get(entry.id);
      const node: SessionTreeNode = {
        entry,
        children: [],
        ...(label && { label: label.text, labelTimestamp: label.timestamp }),
      };
      nodes.set(entry.id, node);
      const parent = this.parentOf(entry);
      const siblings = parent === undefined ? roots : nodes.get(parent.id)?.children;
      siblings?.push(node);
    }
    return roots;
  }

  #project(): NonNullable<ActivePath["projection"]> {
    const active = this.#activate();
    if (active.projection === undefined) {
      const items = buildProjection(active.entries);
      active.projection = { items, messages: items.map((item) => item.message) };
    }
    return active.projection;
  }

  #activate(): ActivePath {
    if (this.#active === undefined) {
      const entries = this.path(this.#leafId);
      this.#active = { entries, selection: selectionOf(entries) };
    }
    return this.#active;
  }

  #index(entry: SessionEntry): void {
    this.#entries.push(entry);
    this.#byId.set(entry.id, entry);
    if (entry.type === "session_info") {
      this.#name = entry.name?.trim() ? entry.name : undefined;
    } else if (entry.type === "label") {
      if (entry.label) this.#labels.set(entry.targetId, { text: entry.label, timestamp: entry.timestamp });
      else this.#labels.delete(entry.targetId);
    }
  }
}

function changesSystem(entry: SessionEntry): boolean {
  return entry.type === "compaction" || (entry.type === "message" && entry.message.role === "system");
}
