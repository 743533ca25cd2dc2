import { endProcess } from "../base/endProcess.ts";

/** Why the process ends, and with which exit code (rpc.md §10). */
export interface ShutdownTrigger {
  exitCode: number;
}

const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Longest orderly shutdown; a hanging cleanup must not keep the process. */
const watchdogMs = 30_000;

/**
 * Runs one orderly shutdown. Signals are counted over the life of the process: the first starts the
 * shutdown, or is absorbed by one that already runs; the second ends the process at once.
 */
export class Shutdown {
  private signals = 0;
  private started: Promise<void> | undefined;

  constructor(private readonly cleanUp: () => Promise<void>) {}

  get isRunning(): boolean {
    return this.started !== undefined;
  }

  /** Starts to listen for signals and uncaught errors. */
  install(reportError: (error: unknown) => void): void {
    for (const [signal, exitCode] of Object.entries(signalCodes)) {
      process.on(signal, () => {
        this.signals++;
        if (this.signals > 1) endProcess(exitCode);
        this.trigger({ exitCode });
      });
    }
    const fatal = (error: unknown): void => {
      reportError(error);
      this.trigger({ exitCode: 1 });
    };
    // A report that nobody can read is not one more error to report.
    process.stderr.on("error", () => undefined);
    process.on("uncaughtException", fatal);
    process.on("unhandledRejection", fatal);
  }

  /** The first trigger decides the exit code; later ones are absorbed. */
  trigger({ exitCode }: ShutdownTrigger): void {
    if (this.started) return;
    // What counts if the clean-up waits for something that never comes.
    process.exitCode = exitCode;
    setTimeout(() => endProcess(1), watchdogMs).unref();
    this.started = this.cleanUp().then(
      () => endProcess(exitCode),
      (error: unknown) => {
        process.stderr.write(
          `Error: shutdown failed: ${error instanceof Error ? error.message : String(error)}\n`,
        );
        endProcess(1);
      },
    );
  }
}
