import {
  isJsonObject,
  textOf,
  type AgentMessage,
  type CustomMessage,
  type ImageContent,
  type StreamingBehavior,
  type TextContent,
  type UserMessage,
} from "@relay-harness/protocol";
import type { CommandRun, RunTrigger } from "../extensions/inputDispatch.ts";
import type { InputSource } from "../extensions/types/agentEvents.ts";
import type { SendUserMessageOptions } from "../extensions/types/context.ts";
import type { Activity } from "./activity.ts";
import type { CompactionControl } from "./compaction/compactionControl.ts";
import { busyMessage, queuedCommandMessage, RefusalError } from "./errors.ts";
import type { ExpandPrompt } from "./expandPrompt.ts";
import type { SessionExtensions } from "./extensions/sessionExtensions.ts";
import type { DormantExtensions } from "./dormantExtensions.ts";
import type { HostCommands } from "./hostCommands.ts";
import type { SessionHarness } from "./harness/sessionHarness.ts";
import type { ModelControl } from "./modelControl.ts";
import type { PromptQueue } from "./promptQueue.ts";

export type PromptDisposition = "started" | "queued" | "handled";

export interface PromptOptions {
  images?: readonly ImageContent[];
  /** Who sends it, for extensions. Default `interactive`. */
  source?: InputSource;
  /** Commands of extensions run, and what stands for a text is expanded. Default true. */
  expandPromptTemplates?: boolean;
  /** Required while an activity is in progress; ignored when idle. */
  streamingBehavior?: StreamingBehavior;
  /** Called once the prompt has made the session busy, before its run is prepared. */
  onClaimed?: () => void;
  /** Told once what became of the prompt, before a run begins; not called when it is refused. */
  preflightResult?: (disposition: PromptDisposition) => void;
}

export type UserInput = string | readonly (TextContent | ImageContent)[];

export interface UserMessageOptions extends SendUserMessageOptions, Pick<PromptOptions, "source"> {}

/** Programs are not always checked by a compiler: what is no text or image would spoil the session for good. */
function demandInput(text: unknown, images: unknown = []): void {
  if (typeof text !== "string") throw new RefusalError("invalid_input", "A prompt has to be a text.");
  const isImage = (image: unknown): boolean =>
    isJsonObject(image) &&
    image.type === "image" &&
    typeof image.data === "string" &&
    typeof image.mimeType === "string";
  if (Array.isArray(images) && images.every(isImage)) return;
  throw new RefusalError("invalid_input", "Images of a prompt need type, data and mimeType.");
}

export interface PromptIntakeDeps {
  activity: Activity;
  models: Pick<ModelControl, "require">;
  compaction: Pick<CompactionControl, "demandPrompts">;
  queue: Pick<PromptQueue, "add">;
  readonly extensions?: SessionExtensions;
  /** Extensions that the session gets when one of their commands is called; absent: it has all it can have. */
  dormant?: DormantExtensions;
  hostCommands: Pick<HostCommands, "find">;
  /** Absent: every pillar is off. */
  harness: SessionHarness | undefined;
  /** What `/skill:name` and prompt templates stand for. */
  expandPrompt: ExpandPrompt;
  /** Blocks of a user message: the text, then its images as they may be sent. */
  composeMessage: (text: string, images: readonly ImageContent[]) => Promise<UserMessage["content"]>;
  /** Loads tools and prompt. */
  prepare: () => Promise<unknown>;
  /** What the transcript does not declare yet of prompt and tools; loads them on first use. */
  prepareRun: () => Promise<AgentMessage[]>;
  /** Messages that go along with the next run. */
  takeNextTurn: () => AgentMessage[];
}

/**
 * The way of what is said to a session: extensions, expansion, then the queue of a run in progress or a
 * run of its own (rpc.md §4.1).
 */
export class PromptIntake {
  constructor(private readonly deps: PromptIntakeDeps) {}

  /** As `AgentSession.prompt`. */
  async prompt(given: string, options: PromptOptions = {}): Promise<void> {
    demandInput(given, options.images);
    const { streamingBehavior, onClaimed, preflightResult, expandPromptTemplates = true } = options;
    const { activity, dormant } = this.deps;
    let { text, images, source } = { text: given, images: options.images ?? [], source: options.source };
    let expands = expandPromptTemplates;
    let commandRun: CommandRun | undefined;
    const command = expandPromptTemplates ? this.deps.hostCommands.find(text) : undefined;
    if (command) {
      onClaimed?.();
      await command.run();
      preflightResult?.("handled");
      return;
    }
    if (expands && dormant?.commandName(text) !== undefined) {
      // As every command, it runs beside everything else.
      onClaimed?.();
      await dormant.wake();
    }
    const { extensions } = this.deps;
    if (extensions) {
      const entered = await extensions.enter({
        text,
        images,
        source: source ?? "interactive",
        streamingBehavior,
        dispatchesCommands: expandPromptTemplates,
        onCommand: onClaimed,
      });
      if (entered.handled) {
        if (entered.error !== undefined) throw new RefusalError("command_failed", entered.error);
        preflightResult?.("handled");
        return;
      }
      ({ text, images = [], run: commandRun } = entered);
      if (entered.isFromCommand) {
        source = "extension";
        expands = false;
      }
      await extensions.whenSettled();
    }
    const expansion = expands ? this.deps.expandPrompt(text) : text;
    text = typeof expansion === "string" ? expansion : await expansion;
    this.deps.compaction.demandPrompts();
    if (activity.isActive) {
      if (!streamingBehavior) throw new RefusalError("busy", busyMessage);
      await this.deps.queue.add(streamingBehavior, await this.compose(text, images, source));
      preflightResult?.("queued");
      return;
    }
    const trigger = {
      messageType: "user" as const,
      prompt: text,
      ...(images.length > 0 && { images: [...images] }),
    };
    const compose = (): Promise<AgentMessage> => this.compose(text, images, source);
    await this.startActivity(trigger, compose, { onClaimed, preflightResult, commandRun });
  }

  /** Starts a run with a message that no user wrote. Rejects as `prompt` does. */
  async start(message: CustomMessage): Promise<void> {
    await this.deps.extensions?.whenSettled();
    this.deps.compaction.demandPrompts();
    if (this.deps.activity.isActive) throw new RefusalError("busy", busyMessage);
    await this.startActivity({ messageType: "custom", message }, () => Promise.resolve(message));
  }

  private async startActivity(
    trigger: RunTrigger,
    compose: () => Promise<AgentMessage>,
    {
      onClaimed,
      preflightResult,
      commandRun,
    }: Pick<PromptOptions, "onClaimed" | "preflightResult"> & { commandRun?: CommandRun } = {},
  ): Promise<void> {
    const { activity, models, extensions } = this.deps;
    models.require();
    activity.begin();
    onClaimed?.();
    let starting: AgentMessage[];
    try {
      const message = await compose();
      await activity.makeRoom();
      let added: AgentMessage[] = [];
      if (extensions) {
        await this.deps.prepare();
        added = await extensions.beforeAgentStart(trigger);
      }
      const system = await this.deps.prepareRun();
      starting = [...system, message, ...this.deps.takeNextTurn(), ...added];
      preflightResult?.("started");
    } catch (error) {
      activity.cancel();
      throw error;
    }
    commandRun?.onStart();
    let failure: string | undefined;
    try {
      await activity.run(starting);
    } finally {
      failure = commandRun?.onSettled();
    }
    if (failure !== undefined) throw new RefusalError("command_failed", failure);
  }

  /** As `AgentSession.sendUserMessage`. */
  send(content: UserInput, options: UserMessageOptions): Promise<void> {
    const { deliverAs, source, expandPromptTemplates = false } = options;
    const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : [...content];
    const images = blocks.filter((block) => block.type === "image");
    // What is queued is never a command.
    const isQueued = deliverAs !== undefined && this.deps.activity.isActive;
    return this.prompt(textOf(blocks, "\n"), {
      images,
      streamingBehavior: deliverAs,
      source,
      expandPromptTemplates: expandPromptTemplates && !isQueued,
    });
  }

  /** Queues a message, also while nothing runs. Throws for a command of an extension. */
  async queue(
    kind: StreamingBehavior,
    given: string,
    { images: givenImages = [], source = "interactive" }: Pick<PromptOptions, "images" | "source">,
  ): Promise<"queued" | "handled"> {
    demandInput(given, givenImages);
    const { extensions, dormant } = this.deps;
    let { text, images } = { text: given, images: givenImages };
    const called = this.deps.hostCommands.find(text);
    if (called) throw new RefusalError("invalid_input", queuedCommandMessage(called.name));
    const command = extensions?.commandName(text) ?? dormant?.commandName(text);
    if (command !== undefined) throw new RefusalError("invalid_input", queuedCommandMessage(command));
    if (extensions) {
      const input = { text, images, source, streamingBehavior: kind, dispatchesCommands: false };
      const entered = await extensions.enter(input);
      if (entered.handled) return "handled";
      ({ text, images = [] } = entered);
    }
    const message = await this.compose(await this.deps.expandPrompt(text), images, source);
    await this.deps.queue.add(kind, message);
    return "queued";
  }

  /** A message in the user's role; what an extension sends is not the developer's word. */
  private async compose(
    text: string,
    images: readonly ImageContent[],
    source: PromptOptions["source"],
  ): Promise<UserMessage> {
    const content = await this.deps.composeMessage(text, images);
    const message: UserMessage = { role: "user", content, timestamp: Date.now() };
    if (source === "extension") this.deps.harness?.markForeign(message);
    return message;
  }
}
