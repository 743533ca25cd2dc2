import type { BashExecutionMessage, BashResult } from "@relay-harness/protocol";
import type { SessionEvents } from "./events.ts";

export interface DirectShellOptions {
  /** Keeps command and output from the model. */
  excludeFromContext?: boolean;
  /** Id of the RPC command; repeated in its output events. */
  id?: unknown;
}

/** Starts one command and resolves with its result (tools/directCommand). */
export type RunCommand = (
  command: string,
  options: { signal: AbortSignal; onData: (delta: string) => void | Promise<void> },
) => Promise<BashResult>;

/** Commands that the user runs directly: any number at once, independent of runs (rpc.md §4.6). */
export class DirectShell {
  private readonly running = new Map<AbortController, Promise<unknown>>();

  constructor(
    private readonly runCommand: RunCommand,
    private readonly store: (message: BashExecutionMessage) => void,
    private readonly events: SessionEvents,
  ) {}

  get isRunning(): boolean {
    return this.running.size > 0;
  }

  async run(
    command: string,
    onChunk: ((delta: string) => void) | undefined,
    options: DirectShellOptions,
  ): Promise<BashResult> {
    const controller = new AbortController();
    const onData = (delta: string): void | Promise<void> => {
      onChunk?.(delta);
      return this.events.emit({ type: "bash_execution_update", id: options.id, delta });
    };
    const work = this.runCommand(command, { signal: controller.signal, onData });
    this.running.set(controller, work);
    try {
      const result = await work;
      this.record(command, result, options);
      return result;
    } finally {
      this.running.delete(controller);
    }
  }

  /** Stores a command that has ended. */
  record(
    command: string,
    result: BashResult,
    { excludeFromContext }: Pick<DirectShellOptions, "excludeFromContext">,
  ): void {
    this.store({
      role: "bashExecution",
      command,
      ...result,
      ...(excludeFromContext && { excludeFromContext: true }),
      timestamp: Date.now(),
    });
  }

  abortAll(): void {
    for (const controller of this.running.keys()) controller.abort();
  }

  /** Resolves when no command runs, whatever the outcomes. */
  async whenIdle(): Promise<void> {
    await Promise.allSettled(this.running.values());
  }
}
