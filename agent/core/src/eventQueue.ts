/** Values on their way from a producer that never waits to one consumer. */
export class EventQueue<T> implements AsyncIterable<T> {
  private waiting: T[] = [];
  private hasEnded = false;
  private wake: (() => void) | undefined;

  push(value: T): void {
    this.waiting.push(value);
    this.wake?.();
  }

  /** No value follows. */
  end(): void {
    this.hasEnded = true;
    this.wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<T> {
    for (;;) {
      const batch = this.waiting;
      this.waiting = [];
      yield* batch;
      if (this.waiting.length > 0) continue;
      if (this.hasEnded) return;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}
