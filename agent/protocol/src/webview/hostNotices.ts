import type { ChatRecord, EntryPage } from "./chatRecord.ts";
import type { ChatState } from "./chatState.ts";
import type { MirroredState } from "./composer.ts";

/** What the host tells a view: name -> params. */
export interface HostNoticeMap {
  /**
   * The transcript from here on: `page` holds the newest entries of the active path, `live` what has happened
   * since and is not stored. Sent when a session is opened or replaced, after a move in its tree, and after
   * `ready`. Record batches of an earlier `epoch` are to be ignored.
   */
  "session/open": SessionOpening;
  records: RecordBatch;
  /** Members of the state that changed, each whole. */
  state: Partial<ChatState>;
  "draft/change": { text: string; mode: "replace" | "append" | "prepend"; focus: boolean };
  command: { name: ViewCommand };
  /** Scrolls to an entry and shows it, loading pages as needed. */
  reveal: { entryId: string };
}

export type HostNoticeName = keyof HostNoticeMap;

/** Keys and commands of the editor that a view carries out. */
export type ViewCommand =
  "find" | "previousPrompt" | "nextPrompt" | "focusComposer" | "focusDialog" | "stopFind";

export interface SessionOpening {
  epoch: number;
  /** Of the next batch, from 1. */
  nextSequence: number;
  /** Absent while no agent has been started: an empty conversation. */
  sessionId: string | null;
  page: EntryPage;
  live: ChatRecord[];
  mirrored: MirroredState | null;
}

/**
 * Records of about 16 ms. Batches count on without a gap within an epoch; a view that finds one asks for a
 * new start with `ready`.
 */
export interface RecordBatch {
  epoch: number;
  sequence: number;
  records: ChatRecord[];
}
