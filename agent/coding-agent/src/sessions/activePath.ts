import type { AgentMessage } from "@relay-harness/protocol";
import {
  contextItems,
  contextMessages,
  contextRange,
  toProjected,
  type ContextItem,
  type ProjectedMessage,
} from "./projection.ts";
import { applySelection, selectionAtEnd, type SessionSelection } from "./selection.ts";
import { replaySystemMessages, type SystemState } from "./systemState.ts";
import type { TreeEntry } from "./treeEntry.ts";

/** The path root -> leaf and what is derived from it, on first use, and moved along with every append. */
export class ActivePath {
  readonly #path: TreeEntry[];
  #selection: SessionSelection | undefined;
  /** An edit or a compaction drops it. */
  #items: ContextItem[] | undefined;
  /** The items with their messages, all of them parsed. */
  #projection: { items: ProjectedMessage[]; messages: AgentMessage[] } | undefined;
  /** Dropped by the next system message. */
  #system: { state: SystemState | undefined } | undefined;

  constructor(path: TreeEntry[]) {
    this.#path = path;
  }

  /** Live: grows with the next append. */
  get path(): readonly TreeEntry[] {
    return this.#path;
  }

  append(added: TreeEntry): void {
    this.#path.push(added);
    if (this.#selection) applySelection(this.#selection, added.entry);
    if (added.type === "compaction" || added.role === "system") this.#system = undefined;
    if (this.#items === undefined) return;
    if (added.type === "compaction" || added.type === "context_edit") {
      this.#items = undefined;
      this.#projection = undefined;
      return;
    }
    for (const message of contextMessages(added.entry)) {
      this.#items.push({ message, source: added });
      this.#projection?.items.push({ message, entry: added.entry });
      this.#projection?.messages.push(message);
    }
  }

  selection(): SessionSelection {
    return { ...(this.#selection ??= selectionAtEnd(this.#path)) };
  }

  contextEntries(): TreeEntry[] {
    return contextRange(this.#path);
  }

  /** What the model reads, parsed or not. Live: grows with the next append. */
  items(): readonly ContextItem[] {
    return (this.#items ??= contextItems(this.#path));
  }

  /** Live: grows with the next append. */
  projection(): readonly ProjectedMessage[] {
    return this.#project().items;
  }

  /** The messages of the projection. Live: grows with the next append. */
  messages(): readonly AgentMessage[] {
    return this.#project().messages;
  }

  /** Prompt and tools that the messages declare; `undefined` without a system message. */
  systemState(): SystemState | undefined {
    this.#system ??= { state: replaySystemMessages(knownMessages(this.items())) };
    return this.#system.state;
  }

  #project(): { items: ProjectedMessage[]; messages: AgentMessage[] } {
    if (this.#projection === undefined) {
      const items = this.items().map(toProjected);
      this.#projection = { items, messages: items.map(({ message }) => message) };
    }
    return this.#projection;
  }
}

/** Messages that do not wait to be parsed; system messages never do. */
function* knownMessages(items: readonly ContextItem[]): Generator<AgentMessage> {
  for (const item of items) if ("message" in item) yield item.message;
}
