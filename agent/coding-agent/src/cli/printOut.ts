import type { Writable } from "node:stream";

/** Writes to stdout and waits until it is out: a pipe may take it later than `process.exit` comes. */
export function printOut(text: string, stdout: Writable = process.stdout): Promise<void> {
  return new Promise((resolve) => {
    // A reader such as `head` goes away when it has enough: nothing to report.
    stdout.on("error", () => resolve());
    stdout.write(text, () => resolve());
  });
}
