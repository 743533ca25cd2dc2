import type { BashResult } from "../commands.ts";
import type { SessionEntry } from "../entries.ts";
import type { RpcEvent } from "../events.ts";

/** A row that only the editor knows of: nothing in the session file stands for it. */
export interface HostRow {
  /** Unique in its session; a later row with the same id replaces the earlier one. */
  id: string;
  kind:
    "notify" | "crash" | "error" | "conflict" | "windowClosed" | "dirtyFile" | "closedTab" | "information";
  severity: "info" | "warning" | "error";
  /** File that it is about, relative to the folder of the session: stands before the text and can be opened. */
  path?: string;
  /** Plain text; line breaks count. */
  text: string;
  /** Second paragraph, such as the last lines of stderr. */
  detail?: string;
  actions: HostRowAction[];
}

/** A button of a row: sent back with `row/act`. */
export interface HostRowAction {
  id: string;
  label: string;
  /** The safe next step: drawn filled. */
  primary?: boolean;
}

/**
 * What the transcript is fed with, in the order in which it happened. `event` goes to `applyEvent`,
 * `bashCommand` and `bashResult` to the functions of the same names, `row` and `rowGone` are the host's own.
 */
export type ChatRecord =
  | { kind: "event"; event: RpcEvent }
  | { kind: "bashCommand"; id: string; command: string; excludeFromContext: boolean }
  /** Without `result` the command did not run. */
  | { kind: "bashResult"; id: string; result?: BashResult }
  | { kind: "row"; row: HostRow }
  | { kind: "rowGone"; rowId: string };

/** Entries of the active path, oldest first. */
export interface EntryPage {
  entries: SessionEntry[];
  /** There are more on the side that was asked for. */
  hasMore: boolean;
}
