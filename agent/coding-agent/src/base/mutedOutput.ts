import { Writable } from "node:stream";

/** A terminal's output that can be silenced, so that what is typed is not shown. */
export class MutedOutput extends Writable {
  isMuted = false;

  constructor(private readonly terminal: NodeJS.WriteStream) {
    super();
  }

  /** Readline wraps lines at this width. */
  get columns(): number {
    return this.terminal.columns;
  }

  /** Done at once: what others write to the terminal must not come in between. */
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (!this.isMuted) this.terminal.write(chunk);
    done();
  }
}
