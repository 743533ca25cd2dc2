/** Writes diagnostics to stderr, each line once per process. */
export class Reporter {
  private readonly seen = new Set<string>();

  constructor(private readonly write: (text: string) => void) {}

  /** One line, as it is. */
  readonly line = (line: string): void => {
    if (this.seen.has(line)) return;
    this.seen.add(line);
    this.write(`${line}\n`);
  };

  error(message: string): void {
    this.line(`Error: ${message}`);
  }

  warning(message: string): void {
    this.line(`Warning: ${message}`);
  }
}
