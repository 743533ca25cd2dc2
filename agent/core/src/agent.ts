import type { StreamFunction, StreamOptions } from "@relay-harness/ai";
import type {
  AgentMessage,
  AssistantMessage,
  ImageContent,
  Model,
  QueueMode,
  ThinkingLevel,
} from "@relay-harness/protocol";
import { setMaxListeners } from "node:events";
import { Emitter } from "./emitter.ts";
import type { LoopRun, RequestSettings } from "./loopRun.ts";
import { MessageQueue } from "./messageQueue.ts";
import type { LoopStart } from "./runLoop.ts";
import { runLoop } from "./runLoop.ts";
import type {
  AgentContext,
  AgentEvent,
  AgentHooks,
  AgentListener,
  AgentOptions,
  AgentState,
  AnyAgentTool,
} from "./types.ts";

/** The loop with its state and queues (`extension-api.md` §21). One run at a time. */
export class Agent {
  /** Live: a hook that is replaced takes effect at its next use. */
  readonly hooks: AgentHooks;
  readonly state: AgentState;
  streamFn: StreamFunction;
  private readonly steering: MessageQueue;
  private readonly followUps: MessageQueue;
  private readonly emitter = new Emitter();
  private readonly live: LiveState;
  private readonly settings: RequestSettings;
  private active: { controller: AbortController; done: Promise<void> } | undefined;

  constructor(options: AgentOptions) {
    const { streamFn, initialState, steeringMode, followUpMode, ...hooks } = options;
    this.hooks = hooks;
    this.streamFn = streamFn;
    this.steering = new MessageQueue(steeringMode);
    this.followUps = new MessageQueue(followUpMode);
    this.live = new LiveState(initialState, () => this.active !== undefined);
    this.state = this.live;
    this.settings = settingsOf(this, options);
  }

  get steeringMode(): QueueMode {
    return this.steering.mode;
  }

  set steeringMode(mode: QueueMode) {
    this.steering.mode = mode;
  }

  get followUpMode(): QueueMode {
    return this.followUps.mode;
  }

  set followUpMode(mode: QueueMode) {
    this.followUps.mode = mode;
  }

  /** Signal of the active run. */
  get signal(): AbortSignal | undefined {
    return this.active?.controller.signal;
  }

  /** Listeners are awaited in the order of their subscription. Returns the unsubscriber. */
  subscribe(listener: AgentListener): () => void {
    return this.emitter.subscribe(listener);
  }

  /**
   * Runs until no tool calls and no queued messages are left. Rejects while a run is active, and with
   * the error of a hook or listener that threw; a failed request is a message, not a rejection.
   */
  async prompt(
    input: string | AgentMessage | readonly AgentMessage[],
    images: ImageContent[] = [],
  ): Promise<void> {
    this.assertIdle();
    const messages = typeof input === "string" ? [this.userMessage(input, images)] : [input].flat();
    await this.run({ messages });
  }

  /**
   * Goes on from the transcript. After an assistant message one queued batch is needed, steering
   * before follow-ups. Rejects when there is nothing to go on from.
   */
  async continue(): Promise<void> {
    this.assertIdle();
    const last = this.live.messages.findLast((message) => message.role !== "system");
    if (!last) throw new Error("Cannot continue: there are no messages");
    if (last.role !== "assistant") return this.run({ messages: [] });
    const queue = this.steering.length > 0 ? this.steering : this.followUps;
    if (queue.length === 0)
      throw new Error("Cannot continue from an assistant message: no message is queued");
    await this.run({ messages: [], queued: { queue, messages: queue.take() } });
  }

  /** Sends one more request from the transcript as it is, whatever it ends with. Rejects when it is empty. */
  async resume(): Promise<void> {
    this.assertIdle();
    if (!this.live.messages.some((message) => message.role !== "system")) {
      throw new Error("Cannot resume: there are no messages");
    }
    await this.run({ messages: [] });
  }

  /** Queues a message for the next turn of the active run, or the first turn of the next one. */
  steer(message: AgentMessage): void {
    this.steering.push(message);
  }

  /** Queues a message for when the run would stop. */
  followUp(message: AgentMessage): void {
    this.followUps.push(message);
  }

  /** Returns what it removed. */
  clearSteeringQueue(): AgentMessage[] {
    return this.steering.clear();
  }

  /** Returns what it removed. */
  clearFollowUpQueue(): AgentMessage[] {
    return this.followUps.clear();
  }

  clearAllQueues(): void {
    this.steering.clear();
    this.followUps.clear();
  }

  hasQueuedMessages(): boolean {
    return this.steering.length > 0 || this.followUps.length > 0;
  }

  /** What waits, oldest first. Nothing is removed. */
  peekQueuedMessages(): { steering: readonly AgentMessage[]; followUp: readonly AgentMessage[] } {
    return { steering: this.steering.peek(), followUp: this.followUps.peek() };
  }

  /** Aborts the active run. Queued messages stay queued. */
  abort(): void {
    this.active?.controller.abort();
  }

  /** Resolves when no run is active, whatever its outcome. */
  async waitForIdle(): Promise<void> {
    await this.active?.done;
  }

  /** Forgets messages, queues and the last error; keeps prompt, model and tools. Throws while a run is active. */
  reset(): void {
    this.assertIdle();
    this.clearAllQueues();
    this.live.reset();
  }

  private userMessage(text: string, images: ImageContent[]): AgentMessage {
    const timestamp = this.hooks.now ? this.hooks.now() : Date.now();
    return { role: "user", content: [{ type: "text", text }, ...images], timestamp };
  }

  private assertIdle(): void {
    if (!this.active) return;
    throw new Error(
      "Agent is already processing. Queue the message with steer() or followUp(), or wait until the agent is idle.",
    );
  }

  private async run(start: LoopStart): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    // Every running tool listens; their number is the model's choice.
    setMaxListeners(0, signal);
    let failure: { error: unknown } | undefined;
    const fail = (error: unknown): void => {
      failure ??= { error };
      controller.abort();
    };
    const emit = this.emitter.emitterFor(signal, fail);
    const run: LoopRun = {
      hooks: this.hooks,
      context: this.live,
      settings: this.settings,
      steering: this.steering,
      followUp: this.followUps,
      signal,
      emit: (event) => {
        this.live.apply(event);
        return emit(event);
      },
      generated: [],
      fail,
    };
    let markDone!: () => void;
    this.active = { controller, done: new Promise((resolve) => (markDone = resolve)) };
    this.live.errorMessage = undefined;
    try {
      await runLoop(run, start);
    } finally {
      this.live.settle();
      this.active = undefined;
      markDone();
    }
    if (failure) throw failure.error;
  }
}

/** State that changes with the events of a run. */
class LiveState implements AgentState, AgentContext {
  readonly systemPrompt: string;
  model: Model | undefined;
  thinkingLevel: ThinkingLevel;
  streamingMessage: AssistantMessage | undefined;
  readonly pendingToolCalls = new Set<string>();
  errorMessage: string | undefined;
  private ownTools: AnyAgentTool[];
  private ownMessages: AgentMessage[] = [];
  /** Yields the messages when they are first asked for. */
  private initialMessages: (() => readonly AgentMessage[]) | undefined;
  private readonly isActive: () => boolean;

  constructor(initial: AgentOptions["initialState"], isActive: () => boolean) {
    this.systemPrompt = initial?.systemPrompt ?? "";
    this.model = initial?.model;
    this.thinkingLevel = initial?.thinkingLevel ?? "off";
    this.ownTools = [...(initial?.tools ?? [])];
    const messages = initial?.messages ?? [];
    if (typeof messages === "function") this.initialMessages = messages;
    else this.ownMessages = [...messages];
    this.isActive = isActive;
  }

  get isStreaming(): boolean {
    return this.isActive();
  }

  get tools(): AnyAgentTool[] {
    return this.ownTools;
  }

  set tools(tools: AnyAgentTool[]) {
    this.ownTools = [...tools];
  }

  get messages(): AgentMessage[] {
    if (this.initialMessages) this.messages = [...this.initialMessages()];
    return this.ownMessages;
  }

  set messages(messages: AgentMessage[]) {
    this.initialMessages = undefined;
    this.ownMessages = [...messages];
  }

  apply(event: AgentEvent): void {
    if (event.type === "message_update") {
      this.streamingMessage = event.message;
    } else if (event.type === "message_end") {
      if (event.message.role !== "assistant") return;
      this.streamingMessage = undefined;
      this.errorMessage = event.message.errorMessage;
    } else if (event.type === "tool_execution_start") {
      this.pendingToolCalls.add(event.toolCallId);
    } else if (event.type === "tool_execution_end") {
      this.pendingToolCalls.delete(event.toolCallId);
    }
  }

  settle(): void {
    this.streamingMessage = undefined;
    this.pendingToolCalls.clear();
  }

  reset(): void {
    this.settle();
    this.errorMessage = undefined;
    this.messages = [];
  }
}

function settingsOf(agent: Agent, options: AgentOptions): RequestSettings {
  const { sessionId, onPayload, onResponse, onProviderStreamEvent, thinkingBudgets, maxRetryDelayMs } =
    options;
  const all = { sessionId, onPayload, onResponse, onProviderStreamEvent, thinkingBudgets, maxRetryDelayMs };
  const requestOptions: Partial<StreamOptions> = Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  );
  return {
    get streamFn() {
      return agent.streamFn;
    },
    get model() {
      return agent.state.model;
    },
    get thinkingLevel() {
      return agent.state.thinkingLevel;
    },
    options: requestOptions,
    getApiKey: options.getApiKey,
  };
}
