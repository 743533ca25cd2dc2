/** What waiting takes of the system; tests have their own. */
export interface Timer {
  now(): number;
  /** Calls back once, without keeping the process alive. Returns the cancellation. */
  after(delayMs: number, callback: () => void): () => void;
}

const systemTimer: Timer = {
  now: () => performance.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export interface ThrottleOptions {
  /** Shortest time between two calls. */
  intervalMs: number;
  /** What comes within this time of a first request is part of it. */
  settleMs: number;
  timer?: Timer;
}

/** Turns any number of requests into few calls; each request is followed by one. */
export class Throttle {
  private calledAt = -Infinity;
  private cancel: (() => void) | undefined;

  constructor(
    private readonly call: () => void,
    private readonly options: ThrottleOptions,
  ) {}

  request(): void {
    if (this.cancel) return;
    const { intervalMs, settleMs, timer = systemTimer } = this.options;
    const delayMs = Math.max(settleMs, this.calledAt + intervalMs - timer.now());
    this.cancel = timer.after(delayMs, () => {
      this.cancel = undefined;
      this.calledAt = timer.now();
      this.call();
    });
  }

  /** What was requested and not called yet is dropped. */
  close(): void {
    this.cancel?.();
    this.cancel = undefined;
  }
}
