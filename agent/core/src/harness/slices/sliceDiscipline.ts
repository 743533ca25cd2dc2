/** The `slice` part of the harness state. */
export interface SliceState {
  /** The workspace is a git worktree whose changes are counted. */
  git: boolean;
  changedLines: number | null;
  limit: number;
  /** The size signal was given in this request. */
  fired: boolean;
  files: { path: string; before: number; after: number; fired: boolean }[];
}

export interface SliceLimits {
  /** 0 switches the signal off. */
  maxChangedLines: number;
  /** 0 switches the signal off. */
  maxFileLines: number;
}

interface FileGrowth {
  before: number;
  after: number;
  fired: boolean;
}

/** A file already past the limit may grow by this much before the signal. */
const growthOfLargeFile = 200;

/**
 * Tells when a request outgrows what one person reviews. A probe delivers the numbers: the lines that
 * differ from the commit at the start of the request, and the lines of changed files.
 */
export class SliceDiscipline {
  private base: number | null = null;
  private total: number | null = null;
  /** The newest count past the limit; `undefined` while the signal has not fired. */
  private firedAt: number | undefined;
  private files = new Map<string, FileGrowth>();
  private readonly limits: SliceLimits;

  constructor(limits: SliceLimits) {
    this.limits = limits;
  }

  /** `total`: lines that differ from the base already; `null` outside git. */
  openRequest(total: number | null): void {
    this.base = total;
    this.total = total;
    this.firedAt = undefined;
    this.files = new Map();
  }

  /** `null` when the probe was too slow: the size signal stays off for the rest of the request. */
  measured(total: number | null): void {
    if (this.base === null) return;
    if (total === null) this.base = null;
    this.total = total;
    const changed = this.changedLines();
    const { maxChangedLines } = this.limits;
    if (maxChangedLines > 0 && changed !== null && changed > maxChangedLines) this.firedAt = changed;
  }

  /** A call that moved the worktree itself (checkout, pull, stash, ...): what it changed does not count. */
  moved(before: number | null, after: number | null): void {
    if (this.base === null) return;
    if (before === null || after === null) {
      this.measured(null);
      return;
    }
    this.base += after - before;
    this.measured(after);
  }

  /** Lines of a file before and after a call; a new file had 0. */
  fileChanged(path: string, before: number, after: number): void {
    const known = this.files.get(path);
    const file: FileGrowth = known ?? { before, after, fired: false };
    file.after = after;
    if (!known) this.files.set(path, file);
    const max = this.limits.maxFileLines;
    if (max <= 0) return;
    const outgrew = file.before <= max && after > max;
    if (outgrew || (file.before > max && after - file.before >= growthOfLargeFile)) file.fired = true;
  }

  /** The sentences of the `[harness:slice]` section; empty without a signal. */
  signals(): string[] {
    const { maxChangedLines, maxFileLines } = this.limits;
    const signals: string[] = [];
    if (this.firedAt !== undefined) {
      signals.push(
        `This request changed ${this.firedAt} lines (limit ${maxChangedLines}). Verify and report this slice before starting more, and propose how to split the rest.`,
      );
    }
    for (const [path, { before, after, fired }] of this.files) {
      if (!fired) continue;
      signals.push(
        `${path} grew from ${before} to ${after} lines (limit ${maxFileLines}). Extract a cohesive part before adding more.`,
      );
    }
    return signals;
  }

  state(): SliceState {
    return {
      git: this.base !== null,
      changedLines: this.changedLines(),
      limit: this.limits.maxChangedLines,
      fired: this.firedAt !== undefined,
      files: [...this.files].map(([path, file]) => ({ path, ...file })),
    };
  }

  private changedLines(): number | null {
    return this.base === null || this.total === null ? null : Math.max(0, this.total - this.base);
  }
}
