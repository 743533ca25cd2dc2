import type { Agent, AgentEvent } from "@relay-harness/agent-core";
import type { AgentMessage, AssistantMessage, BashExecutionMessage } from "@relay-harness/protocol";
import type { SessionEvents } from "./events.ts";
import { RetryState, retryDelayMs, type RetrySettings } from "./retry.ts";

/** The last answer of a run, and where it is stored. */
export interface StoredAssistant {
  message: AssistantMessage;
  entryId: string;
}

/** Compactions that an activity makes by itself. None of them rejects because it failed. */
export interface ActivityCompaction {
  beforePrompt(signal: AbortSignal): Promise<void>;
  /** Between the turns of a run that goes on. */
  betweenTurns(signal: AbortSignal): Promise<void>;
  /** `retry`: the answer was taken back and a fresh run is due; `failed`: the activity ends with it. */
  afterRun(
    last: StoredAssistant,
    options: { canRecover: boolean; signal: AbortSignal },
  ): Promise<"retry" | "failed" | "none">;
}

/** What extensions do in an activity. */
export interface ActivityExtensions {
  /** Tells them of an event, before anybody else hears of it. Nothing when nobody listens. */
  tell(event: AgentEvent): void | Promise<void>;
  /** Last chance to go on; true asks for one more request. */
  beforeSettle(outcome: "completed" | "error"): Promise<boolean>;
  settled(aborted: boolean): void | Promise<void>;
}

/** What the harness does in an activity. */
export interface ActivityHarness {
  /** Runs begin, and with them a request. */
  begin(): void;
  /** A message was stored; resolves when what it says is stored too. */
  stored(message: AgentMessage, entryId: string): void | Promise<void>;
  /** Compares the last answer with the record; true asks for one more request. */
  beforeSettle(last: AssistantMessage | undefined): Promise<boolean>;
  settle(): Promise<void>;
  /** A turn has ended. */
  flush(): Promise<void>;
}

/** What an activity needs of the session that owns it. */
export interface ActivityDeps {
  /** Absent: there are none. */
  readonly extensions?: ActivityExtensions;
  /** Absent: every pillar is off. */
  harness?: ActivityHarness;
  /** A turn has ended, and everybody has heard of it. */
  afterTurn?: () => void | Promise<void>;
  /** The activity is over; nobody has heard of it yet. */
  onSettled?: () => void;
  agent: Agent;
  events: SessionEvents;
  /** Stores a message and returns its entry id. The message is durable when this returns. */
  store: (message: AgentMessage) => string;
  /** Takes a stored message out of future context, leaving it in history. */
  omit: (entryId: string) => void | Promise<void>;
  /** The active branch as the model will read it. */
  context: () => AgentMessage[];
  retrySettings: () => RetrySettings;
  isRetryable: (message: AssistantMessage) => boolean;
  /** Tells how full the context is; called when an answer is stored. */
  announceContext: () => void | Promise<void>;
  compaction: ActivityCompaction;
}

/**
 * One activity: everything from an accepted prompt to `agent_settled`. Runs the loop, retries failed
 * responses, starts further runs for messages that arrived late, and records what the loop produces.
 * Event order: rpc.md §7.
 */
export class Activity {
  readonly retry = new RetryState();
  private active = false;
  private abortRequested = false;
  /** Aborts with the activity; work between its runs listens. */
  private controller = new AbortController();
  private settled: Promise<void> = Promise.resolve();
  private markSettled: () => void = () => undefined;
  private lastAssistant: StoredAssistant | undefined;
  private failed: AssistantMessage | undefined;
  private retryPlanned = false;
  /** One answer that did not fit was compacted for and asked again; the next success allows another. */
  private hasRecovered = false;
  /** Direct shell commands of a run in progress: they may not stand between a call and its result. */
  private held: BashExecutionMessage[] = [];

  constructor(private readonly deps: ActivityDeps) {
    deps.agent.subscribe((event) => this.onAgentEvent(event));
  }

  /** True from `begin` to `agent_settled`. */
  get isActive(): boolean {
    return this.active;
  }

  /** Aborts with the activity; `undefined` between activities. */
  get signal(): AbortSignal | undefined {
    return this.active ? this.controller.signal : undefined;
  }

  /** The next request repeats one that failed. */
  get isRepeating(): boolean {
    return this.retry.attempt > 0 || this.hasRecovered;
  }

  /** The answer that failed last, until one succeeds. */
  get failedAnswer(): AssistantMessage | undefined {
    return this.failed;
  }

  get hasHeldMessages(): boolean {
    return this.held.length > 0;
  }

  /** Claims the session, before anything asynchronous prepares the run. */
  begin(): void {
    this.active = true;
    this.abortRequested = false;
    this.controller = new AbortController();
    this.hasRecovered = false;
    this.settled = new Promise((resolve) => (this.markSettled = resolve));
  }

  /** Makes room for a prompt, after `begin`. An abort meanwhile ends the run as soon as it exists. */
  async makeRoom(): Promise<void> {
    await this.deps.compaction.beforePrompt(this.controller.signal);
  }

  /** Gives the session back after `begin` when the run cannot start. No events. */
  cancel(): void {
    this.active = false;
    this.markSettled();
  }

  /** Runs to settlement. The caller has called `begin`. */
  async run(starting: AgentMessage[]): Promise<void> {
    // The next activity may begin while listeners still hear of the end of this one.
    const { markSettled } = this;
    this.deps.harness?.begin();
    try {
      await this.runLoop(() => this.deps.agent.prompt(starting));
      do {
        while (await this.continueIfNeeded());
      } while (await this.continueAtBoundary());
    } finally {
      const aborted = this.abortRequested;
      this.flushHeld();
      await this.deps.harness?.settle();
      this.active = false;
      this.abortRequested = false;
      this.retry.reset();
      this.deps.onSettled?.();
      await this.deps.events.emit({ type: "agent_settled", aborted });
      await this.deps.extensions?.settled(aborted);
      markSettled();
    }
  }

  /** Ends the activity and waits until it has settled. Queued messages stay queued. */
  async abort(): Promise<void> {
    if (!this.active) return;
    this.abortRequested = true;
    this.controller.abort();
    this.retry.cancel();
    this.deps.agent.abort();
    await this.settled;
  }

  waitForIdle(): Promise<void> {
    return this.settled;
  }

  /** Stores a direct shell command now, or after the run in progress. */
  recordShell(message: BashExecutionMessage): void {
    if (this.active) this.held.push(message);
    else this.deps.store(message);
  }

  private async runLoop(start: () => Promise<unknown>): Promise<void> {
    this.lastAssistant = undefined;
    this.retryPlanned = false;
    const run = start();
    if (this.abortRequested) this.deps.agent.abort();
    await run;
    this.flushHeld();
  }

  /** Starts the next run of this activity; false when there is none. */
  private async continueIfNeeded(): Promise<boolean> {
    if (this.abortRequested) return false;
    const last = this.lastAssistant;
    if (last && this.retryPlanned) return this.retryAfter(last);
    const hasFailed = last?.message.stopReason === "error";
    if (hasFailed && this.retry.attempt > 0) await this.endRetry(false, last.message.errorMessage);
    const recovery = last ? await this.compactAfter(last) : "none";
    if (recovery === "retry") return this.startAgain();
    if (this.abortRequested || hasFailed || recovery === "failed") return false;
    if (!this.deps.agent.hasQueuedMessages()) return false;
    await this.runLoop(() => this.deps.agent.continue());
    return true;
  }

  /** Asks extensions before the activity settles, and runs once more when they want it. */
  private async continueAtBoundary(): Promise<boolean> {
    const { extensions, harness, agent, context } = this.deps;
    if ((!extensions && !harness) || this.abortRequested) return false;
    const last = this.lastAssistant?.message;
    const hasFailed = last?.stopReason === "error";
    const isExtended = (await extensions?.beforeSettle(hasFailed ? "error" : "completed")) ?? false;
    if (hasFailed || this.isAborting()) return false;
    const isQueued = agent.hasQueuedMessages();
    // What is still to come is judged at its own end.
    const goesOn = isExtended || isQueued || ((await harness?.beforeSettle(last)) ?? false);
    if (!goesOn || this.isAborting()) return false;
    agent.state.messages = context();
    await this.runLoop(() => (isQueued ? agent.continue() : agent.resume()));
    return true;
  }

  /** Asked anew: an abort may have come while extensions were heard. */
  private isAborting(): boolean {
    return this.abortRequested;
  }

  private async compactAfter(last: StoredAssistant): Promise<"retry" | "failed" | "none"> {
    const canRecover = !this.hasRecovered;
    const { signal } = this.controller;
    const outcome = await this.deps.compaction.afterRun(last, { canRecover, signal });
    if (outcome === "none") return "none";
    this.hasRecovered = true;
    return this.abortRequested ? "failed" : outcome;
  }

  /** Runs again from the context as it now is, without the answer that was taken back. */
  private async startAgain(): Promise<true> {
    this.deps.agent.state.messages = this.deps.context();
    await this.runLoop(() => this.deps.agent.continue());
    return true;
  }

  private async retryAfter(failed: StoredAssistant): Promise<boolean> {
    const settings = this.deps.retrySettings();
    const attempt = this.retry.begin();
    const delayMs = retryDelayMs(attempt, settings);
    await this.deps.events.emit({
      type: "auto_retry_start",
      attempt,
      maxAttempts: settings.maxRetries,
      delayMs,
      errorMessage: failed.message.errorMessage ?? "",
    });
    await this.deps.omit(failed.entryId);
    const completed = !this.abortRequested && (await this.retry.delay(delayMs));
    if (!completed) {
      await this.endRetry(false, "Retry cancelled");
      return false;
    }
    return this.startAgain();
  }

  private endRetry(success: boolean, finalError?: string): void | Promise<void> {
    const attempt = this.retry.attempt;
    this.retry.reset();
    return this.deps.events.emit({ type: "auto_retry_end", success, attempt, finalError });
  }

  private onAgentEvent(event: AgentEvent): void | Promise<void> {
    const told = this.deps.extensions?.tell(event);
    return told ? told.then(() => this.publish(event)) : this.publish(event);
  }

  private publish(event: AgentEvent): void | Promise<void> {
    if (event.type === "message_end") return this.onMessageEnd(event.message);
    if (event.type === "agent_end") return this.onRunEnd(event.messages);
    if (event.type === "turn_end") return this.onTurnEnd(event);
    return this.deps.events.emit(event);
  }

  private async onTurnEnd(event: Extract<AgentEvent, { type: "turn_end" }>): Promise<void> {
    await this.deps.events.emit(event);
    await this.deps.afterTurn?.();
    await this.deps.harness?.flush();
  }

  private onMessageEnd(message: AgentMessage): void | Promise<void> {
    const entryId = this.deps.store(message);
    const emitted = this.deps.events.emit({ type: "message_end", message, entryId });
    if (message.role !== "assistant") {
      const { harness } = this.deps;
      return harness && message.role === "user"
        ? Promise.resolve(emitted).then(() => harness.stored(message, entryId))
        : emitted;
    }
    this.lastAssistant = { message, entryId };
    this.failed = message.stopReason === "error" ? message : undefined;
    if (isComplete(message)) this.hasRecovered = false;
    const succeeded = message.stopReason !== "error" && message.stopReason !== "aborted";
    const announced = this.deps.announceContext();
    const ended = succeeded && this.retry.attempt > 0 ? this.endRetry(true) : undefined;
    if (emitted || announced || ended) return Promise.all([emitted, announced, ended]).then(() => undefined);
  }

  private onRunEnd(messages: AgentMessage[]): void | Promise<void> {
    const last = this.lastAssistant?.message;
    this.retryPlanned =
      last?.stopReason === "error" &&
      !this.abortRequested &&
      this.retry.hasBudget(this.deps.retrySettings()) &&
      this.deps.isRetryable(last);
    return this.deps.events.emit({ type: "agent_end", messages, willRetry: this.retryPlanned });
  }

  private flushHeld(): void {
    for (const message of this.held.splice(0)) this.deps.store(message);
  }
}

function isComplete({ stopReason }: AssistantMessage): boolean {
  return stopReason === "stop" || stopReason === "toolUse" || stopReason === "deferred";
}
