/** Settings `retry.*` of the session, read at each decision. */
export interface RetrySettings {
  enabled: boolean;
  maxRetries: number;
  baseDelayMs: number;
  maxAgentDelayMs: number;
}

/** Milliseconds before an attempt, counted from 1 (models.md §18.4). No jitter: the delay is announced. */
export function retryDelayMs(attempt: number, settings: RetrySettings): number {
  return Math.min(settings.baseDelayMs * 2 ** (attempt - 1), settings.maxAgentDelayMs);
}

/** Counts automatic retries of one activity and holds the delay that can be cancelled. */
export class RetryState {
  private count = 0;
  private cancelDelay: (() => void) | undefined;

  /** Retries performed since the last success. */
  get attempt(): number {
    return this.count;
  }

  /** True while a delay runs. */
  get isWaiting(): boolean {
    return this.cancelDelay !== undefined;
  }

  /** True when another retry is allowed. */
  hasBudget(settings: RetrySettings): boolean {
    return settings.enabled && this.count < settings.maxRetries;
  }

  begin(): number {
    return ++this.count;
  }

  reset(): void {
    this.count = 0;
  }

  /** Resolves to false when the delay was cancelled. */
  async delay(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = (completed: boolean): void => {
        clearTimeout(timer);
        this.cancelDelay = undefined;
        resolve(completed);
      };
      const timer = setTimeout(() => finish(true), ms);
      this.cancelDelay = () => finish(false);
    });
  }

  /** Ends a running delay; nothing happens when there is none. */
  cancel(): void {
    this.cancelDelay?.();
  }
}
