import type { BashExecutionMessage, BashResult } from "@relay-harness/protocol";
import type { BashOperations } from "../base/shell/shellOperations.ts";
import type { SessionEvents } from "./events.ts";

export interface DirectShellOptions {
  /** Keeps command and output from the model. */
  excludeFromContext?: boolean;
  /** Leaves no trace in the session. Default false. */
  isUnrecorded?: boolean;
  /** Id of the RPC command; repeated in its output events. */
  id?: unknown;
  /** Runs the command instead of the local shell. */
  operations?: BashOperations;
}

/** What extensions make of a command: they run it themselves, know its result, or leave it alone. */
export type AskExtensions = (
  command: string,
  options: { excludeFromContext: boolean },
) => Promise<{ operations: BashOperations } | { result: BashResult } | undefined>;

/** Starts one command and resolves with its result (tools/directCommand). */
export type RunCommand = (
  command: string,
  options: {
    signal: AbortSignal;
    onData: (delta: string) => void | Promise<void>;
    operations?: BashOperations;
  },
) => Promise<BashResult>;

/** Commands that the user runs directly: any number at once, independent of runs (rpc.md §4.6). */
export class DirectShell {
  private readonly running = new Map<AbortController, Promise<unknown>>();

  constructor(
    private readonly runCommand: RunCommand,
    private readonly store: (message: BashExecutionMessage) => void,
    private readonly events: SessionEvents,
    private readonly askExtensions?: AskExtensions,
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
    const work = this.start(command, options, { signal: controller.signal, onData });
    this.running.set(controller, work);
    try {
      const result = await work;
      if (!options.isUnrecorded) this.record(command, result, options);
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

  /** Rejects when an extension failed: the command must not run then. */
  private async start(
    command: string,
    { excludeFromContext = false, operations }: DirectShellOptions,
    run: Parameters<RunCommand>[1],
  ): Promise<BashResult> {
    const answer = await this.askExtensions?.(command, { excludeFromContext });
    if (answer && "result" in answer) return answer.result;
    return this.runCommand(command, { ...run, operations: answer?.operations ?? operations });
  }

  abortAll(): void {
    for (const controller of this.running.keys()) controller.abort();
  }

  /** Resolves when no command runs, whatever the outcomes. */
  async whenIdle(): Promise<void> {
    await Promise.allSettled(this.running.values());
  }
}
