import type { RpcCommandType } from "@relay-harness/protocol";

/** How a command may overlap with others (rpc.md §5, rpc-additions.md). */
export type ConcurrencyClass = "instant" | "control" | "input" | "config" | "compact" | "bash" | "replace";

/** Class of every command of this build. */
export const commandClasses: Record<RpcCommandType, ConcurrencyClass> = {
  prompt: "input",
  steer: "input",
  follow_up: "input",
  abort: "control",
  abort_retry: "control",
  abort_bash: "control",
  clear_queue: "instant",
  get_state: "instant",
  get_messages: "instant",
  get_available_models: "instant",
  get_available_thinking_levels: "instant",
  get_session_stats: "instant",
  get_entries: "instant",
  get_tree: "instant",
  get_fork_messages: "instant",
  get_last_assistant_text: "instant",
  get_commands: "instant",
  get_protocol: "instant",
  export_html: "instant",
  set_model: "config",
  cycle_model: "config",
  set_thinking_level: "config",
  cycle_thinking_level: "config",
  set_steering_mode: "config",
  set_follow_up_mode: "config",
  set_auto_compaction: "config",
  set_auto_retry: "config",
  set_session_name: "config",
  compact: "compact",
  bash: "bash",
  new_session: "replace",
  switch_session: "replace",
  fork: "replace",
  clone: "replace",
};

/** A handler gets `release`: an input command calls it when the next one may be checked. */
export type ScheduledHandler = (release: () => void) => Promise<void>;

/**
 * Starts handlers in arrival order and never lets one wait for another except where the classes say so:
 * inputs are checked first in, first out; config commands run one by one; replacements run one by one
 * and hold back everything else but control commands.
 */
export class CommandScheduler {
  private bound = false;
  private waitingForBinding: (() => void)[] = [];
  private inputs: Promise<void> = Promise.resolve();
  private configs: Promise<void> = Promise.resolve();
  private replacements: Promise<void> = Promise.resolve();
  private replacing: Promise<void> | undefined;
  private readonly running = new Set<Promise<void>>();

  /** Commands that had to wait until extensions were bound start now. */
  markBound(): void {
    this.bound = true;
    for (const start of this.waitingForBinding.splice(0)) start();
  }

  /** Holds back later commands from now until `done` resolves. Called past the cancel hook. */
  holdFor(done: Promise<void>): void {
    this.replacing = done.finally(() => {
      this.replacing = undefined;
    });
  }

  schedule(kind: ConcurrencyClass, handler: ScheduledHandler): void {
    const start = (): void => this.track(this.start(kind, handler));
    if (this.bound || kind === "instant" || kind === "control") start();
    else this.waitingForBinding.push(start);
  }

  /** Resolves when every started command has answered. */
  async whenIdle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private track(work: Promise<void>): void {
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }

  private start(kind: ConcurrencyClass, handler: ScheduledHandler): Promise<void> {
    const held = kind === "control" ? undefined : this.replacing;
    const run = held ? () => held.then(() => this.chain(kind, handler)) : () => this.chain(kind, handler);
    return run();
  }

  private chain(kind: ConcurrencyClass, handler: ScheduledHandler): Promise<void> {
    switch (kind) {
      case "input": {
        const turn = this.inputs;
        let release: () => void = () => undefined;
        this.inputs = new Promise((resolve) => (release = resolve));
        return turn.then(() => handler(release)).finally(release);
      }
      case "config": {
        const work = this.configs.then(() => handler(() => undefined));
        this.configs = work.catch(() => undefined);
        return work;
      }
      case "replace": {
        const work = this.replacements.then(() => handler(() => undefined));
        this.replacements = work.catch(() => undefined);
        return work;
      }
      case "instant":
      case "control":
      case "compact":
      case "bash":
        return handler(() => undefined);
    }
  }
}
