/** What to search. */
export interface GrepQuery {
  pattern: string;
  literal: boolean;
  ignoreCase: boolean;
  /** Lines before and after a match. */
  context: number;
  glob?: string;
  signal?: AbortSignal;
}

/** Where to search: a directory, or one file in it. */
export interface GrepTarget {
  directory: string;
  /** Base name of the file that was named. */
  file?: string;
}

export type GrepEvent =
  | { type: "line"; path: string; number: number; text: string; isMatch: boolean }
  /** The file turned out to be binary: none of its lines count. */
  | { type: "binary"; path: string };
