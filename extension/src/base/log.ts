/** Where the extension writes what happened; the editor's log channel is one. */
export interface Log {
  trace(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string | Error): void;
}

/** Hands a promise that nobody waits for to the log, should it fail. */
export function inBackground(log: Log, what: string, promise: PromiseLike<unknown>): void {
  promise.then(undefined, (error: unknown) => {
    log.error(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  });
}
