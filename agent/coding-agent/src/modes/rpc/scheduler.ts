import type { RpcCommand, RpcCommandType } from "@relay-harness/protocol";

/** How a command may overlap with others (rpc.md §5, rpc-additions.md). */
export type ConcurrencyClass =
  "instant" | "control" | "input" | "config" | "compact" | "bash" | "replace" | "io";

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
  export_jsonl: "io",
  share_session: "io",
  bug_report: "io",
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
  import_session: "replace",
  get_outline: "instant",
  set_label: "config",
  navigate_tree: "compact",
  list_sessions: "io",
  delete_session: "io",
  rename_session: "io",
  get_resources: "instant",
  get_settings: "instant",
  set_setting: "config",
  get_auth: "instant",
  set_api_key: "config",
  login: "io",
  logout: "config",
  set_resource_enabled: "config",
  get_trust: "instant",
  set_trust: "replace",
  reload: "replace",
  set_scoped_models: "config",
  get_tools: "instant",
  set_tools: "config",
  get_completions: "io",
  get_context: "instant",
  get_harness: "instant",
  harness_retract: "config",
  harness_allow_edits: "control",
  harness_run_check: "bash",
};

/** Class of one command: what it asks for may put it into another than its kind has. */
export function classOf(command: RpcCommand): ConcurrencyClass {
  if (command.type === "export_html" && command.sessionPath !== undefined) return "io";
  return commandClasses[command.type];
}

/** What a scheduled handler may do beside its work. */
export interface Turn {
  /** Lets the next command of a one-by-one class start. An input command calls it once it is checked. */
  release: () => void;
  /** Keeps everything but control commands back until this command has answered (class replace). */
  hold: () => void;
}

export type ScheduledHandler = (turn: Turn) => Promise<void>;

/**
 * Starts handlers in arrival order, in the tick of `schedule`, and never lets one wait for another except
 * where the classes say so: inputs are checked first in, first out; config commands run one by one;
 * replacements run one by one and hold back everything else but control commands.
 */
export class CommandScheduler {
  /** Called after each start of a handler, once its synchronous part has run. */
  onStarted: (() => void) | undefined;
  private bound = false;
  private waitingForBinding: (() => void)[] = [];
  private readonly lines = { input: new Line(), config: new Line(), replace: new Line() };
  private replacing: Promise<void> | undefined;
  private readonly running = new Set<Promise<void>>();

  /** Commands that had to wait until extensions were bound start now. */
  markBound(): void {
    this.bound = true;
    for (const start of this.waitingForBinding.splice(0)) start();
  }

  /** Keeps everything but control commands back until the returned function is called. */
  hold(): () => void {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    this.replacing = finished;
    return () => {
      if (this.replacing === finished) this.replacing = undefined;
      finish();
    };
  }

  schedule(kind: ConcurrencyClass, handler: ScheduledHandler): void {
    const observed: ScheduledHandler = (turn) => {
      const work = handler(turn);
      this.onStarted?.();
      return work;
    };
    const start = (): void => this.track(this.start(kind, observed));
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
    // Asked again afterwards: the next replacement may have begun by then.
    if (kind !== "control" && this.replacing) return this.replacing.then(() => this.start(kind, handler));
    switch (kind) {
      case "input":
      case "config":
        return this.lines[kind].enter((release) => handler({ release, hold: noHold }));
      case "replace":
        return this.lines.replace.enter((release) => this.replace(handler, release));
      case "instant":
      case "control":
      case "compact":
      case "bash":
      case "io":
        return handler({ release: () => undefined, hold: noHold });
    }
  }

  private async replace(handler: ScheduledHandler, release: () => void): Promise<void> {
    let letGo: (() => void) | undefined;
    try {
      const hold = (): void => {
        letGo ??= this.hold();
      };
      await handler({ release: () => undefined, hold });
    } finally {
      release();
      letGo?.();
    }
  }
}

/** Lets works through one by one, each at its predecessor's release; into a free line at once. */
class Line {
  private last: Promise<void> | undefined;

  /** `work` is over at the latest when its promise settles. */
  async enter(work: (release: () => void) => Promise<void>): Promise<void> {
    let open: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (open = resolve));
    const release = (): void => {
      if (this.last === released) this.last = undefined;
      open();
    };
    const previous = this.last;
    this.last = released;
    if (previous) await previous;
    try {
      await work(release);
    } finally {
      release();
    }
  }
}

function noHold(): never {
  throw new Error("Only a command of class replace can hold back others");
}
