/** A file as it is now. */
export interface FileFacts {
  lines: number;
  /** Equal texts have equal ones. */
  hash: string;
}

/** What the harness asks about the workspace. Nothing of it throws: what cannot be known is `undefined`. */
export interface WorkspaceProbe {
  /** Changed and untracked paths with a fingerprint of each; `undefined` outside of git, or when it took too long. */
  snapshot(signal?: AbortSignal): Promise<ReadonlyMap<string, string> | undefined>;
  /** Remembers the current commit as what `changedLines` compares with. */
  startRequest(): Promise<void>;
  /** Lines that differ from that commit; `null` outside of git, or when it took too long. */
  changedLines(): Promise<number | null>;
  /** `undefined`: no such text file. */
  inspect(path: string): Promise<FileFacts | undefined>;
  /** Path for display and comparison, relative to the workspace. */
  relative(path: string): string;
}
