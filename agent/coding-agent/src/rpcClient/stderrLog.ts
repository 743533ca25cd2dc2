/** Characters of stderr that are kept. */
const maxKept = 1024 * 1024;

/** Characters of stderr that an error message repeats. */
const maxTail = 4096;

/** What a child process said on stderr, as far as it is worth keeping. */
export class StderrLog {
  private kept = "";

  add(text: string): void {
    this.kept += text;
    // Cut now and then only: a process that floods would have it copied for every line.
    if (this.kept.length > 2 * maxKept) this.kept = this.text;
  }

  clear(): void {
    this.kept = "";
  }

  /** The last 1 MiB. */
  get text(): string {
    return this.kept.slice(-maxKept);
  }

  /** `. Stderr: <tail>`, the end of error messages. */
  get suffix(): string {
    return `. Stderr: ${this.kept.slice(-maxTail).trim()}`;
  }
}
