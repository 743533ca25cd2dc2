/** Something that goes along with the next message. The host holds its content. */
export interface AttachmentView {
  id: string;
  kind: "image" | "text";
  /** `src/a.ts:3-9`, `Terminal`, `shot.png`. */
  label: string;
  bytes: number;
  /** Its text was longer than the limit. */
  isCut: boolean;
}

/** What the editor's selection would add to the next message. */
export interface SelectionChip {
  path: string;
  /** `a.ts:3-9`, or the name alone without a selection. */
  label: string;
  startLine: number | null;
  endLine: number | null;
  /** Goes along. */
  isIncluded: boolean;
}

export type MentionKind =
  "file" | "folder" | "editor" | "symbol" | "problems" | "selection" | "terminal" | "git";

/** A line of the `@` menu. */
export interface MentionItem {
  kind: MentionKind;
  label: string;
  /** Directory, or what a symbol stands in. */
  detail: string;
  /**
   * What to write in place of the mention: `@src/a.ts`. Absent for what is captured; send `attachment/capture`
   * with `reference` instead, and remove the typed text.
   */
  insert?: string;
  reference?: string;
}

export interface IntakeForm {
  task: string;
  sources: string[];
  /** Empty: the agent chooses. */
  outputFile: string;
  isSubmitted: boolean;
}

/** What a view keeps of its own, in its own state and mirrored in the host per session. */
export interface MirroredState {
  draft: string;
  draftSelection: [start: number, end: number];
  /** `null` = at the bottom; else the entry at the top and how far it is scrolled out, in pixels. */
  scroll: { entryId: string; offset: number } | null;
  /** `path` of the session that is shown: the editor hands a tab's state back when it restores the tab. */
  sessionPath?: string;
  /** Of items by id, where it differs from what the view would do by itself. */
  folds: { [itemId: string]: boolean };
}
