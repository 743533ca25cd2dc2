import { convertToLlm, type Agent, type AgentEvent, type AgentHooks } from "@relay-harness/agent-core/loop";
import type { StreamOptions } from "@relay-harness/ai";
import type {
  AgentMessage,
  AssistantMessage,
  CustomMessage,
  ImageContent,
  RpcSlashCommand,
  StreamingBehavior,
} from "@relay-harness/protocol";
import type { DispatchOptions } from "../../extensions/dispatcher.ts";
import { ExtensionRunner } from "../../extensions/extensionRunner.ts";
import type { InputOutcome, RunTrigger } from "../../extensions/inputDispatch.ts";
import type { LoadExtensionsResult } from "../../extensions/loadExtensions.ts";
import type { DiscoveredResources } from "../../extensions/sessionDispatch.ts";
import type { ResourceExtension } from "../../resources/resourceLoader.ts";
import type { NamedPath } from "../../resources/sources.ts";
import type { InputSource } from "../../extensions/types/agentEvents.ts";
import type { ReplacedSessionContext } from "../../extensions/types/context.ts";
import type { SessionShutdownEvent, SessionStartEvent } from "../../extensions/types/sessionEvents.ts";
import type { SystemPromptOptions } from "../../extensions/types/systemPrompt.ts";
import type { SessionManager } from "../../sessions/sessionManager.ts";
import type { AnyToolDefinition } from "../../tools/definition.ts";
import type { ActivityExtensions, Activity } from "../activity.ts";
import type { AgentSession } from "../agentSession.ts";
import type { CompactionExtensions } from "../compaction/compactor.ts";
import { customMessage } from "../customMessages.ts";
import type { AskExtensions } from "../directShell.ts";
import type { AgentSessionEvent, SessionEvents } from "../events.ts";
import type { ModelSelection } from "../modelControl.ts";
import type { RunSupport } from "../runSupport.ts";
import { renderSystemPrompt, buildPromptSections } from "../systemPrompt/promptSections.ts";
import type { MoveDecision, PlannedMove } from "../treeNavigation.ts";
import { Boundaries } from "./boundaryCommit.ts";
import type { ExtensionBindings } from "./extensionBindings.ts";
import { SessionTools } from "../sessionTools.ts";
import { compactionExtensions } from "./compactionHooks.ts";
import { NestedCalls } from "./nestedCalls.ts";
import { adjustedInput, systemPromptOptions } from "./promptOptions.ts";
import { providerHooks, transformedContext, withForcedPrompt } from "./requestHooks.ts";
import { SessionHost } from "./sessionHost.ts";
import { ToolHooks } from "./toolHooks.ts";

/** The session that extensions are attached to. */
export interface ExtendedSession {
  session: AgentSession;
  agent: Agent;
  activity: Activity;
  events: SessionEvents;
  sessionManager: SessionManager;
  /** Once tools and prompt are loaded. */
  support: () => RunSupport | undefined;
  /** Tokens of the next request. */
  contextTokens: () => number;
  images: () => { autoResize: boolean; blockImages: boolean };
  /** Loads tools and prompt. */
  prepare: () => Promise<unknown>;
  /** Loads what messages of extensions need, so that none of them comes late. */
  loadMessages: () => Promise<unknown>;
  /** Prompt templates and skills. */
  otherCommands: () => RpcSlashCommand[];
  /** Takes what extensions name in `resources_discover`. */
  extendResources: (found: ResourceExtension) => Promise<void>;
}

export interface SessionExtensionsOptions {
  loaded: Pick<LoadExtensionsResult, "extensions" | "runtime" | "errors">;
  /** Tools of the program, which stand above those of extensions. */
  customTools?: readonly AnyToolDefinition[];
}

/** Text that somebody entered. */
export interface Entered {
  text: string;
  images: readonly ImageContent[];
  source: InputSource;
  streamingBehavior?: StreamingBehavior;
  /** Runs the command that the text calls; otherwise a text that calls one is just text. */
  dispatchesCommands: boolean;
  /** Called when it calls a command, which runs beside everything else. */
  onCommand?: () => void;
}

/**
 * What a session and its extensions have to do with each other: tells extensions what happens, carries
 * out what they decide. A session without extensions has none of this.
 */
export class SessionExtensions implements ActivityExtensions {
  readonly runner: ExtensionRunner;
  readonly tools: SessionTools;
  private extended: ExtendedSession | undefined;
  private readonly toolHooks: ToolHooks;
  private readonly boundaries: Boundaries;
  private turnIndex = 0;
  private assistantMessage: AssistantMessage | undefined;
  private thinkingLevel: AgentSession["thinkingLevel"] = "off";
  private promptOptions: SystemPromptOptions | undefined;
  private settling: Promise<void> | undefined;
  private hasStarted = false;
  private tellsCommands = false;
  private hostUiEnded: (() => void) | undefined;
  private unsubscribe: (() => void) | undefined;

  constructor(private readonly options: SessionExtensionsOptions) {
    const { loaded, customTools = [] } = options;
    this.runner = new ExtensionRunner(loaded);
    const nested = new NestedCalls({
      callable: () => this.tools.callable,
      hooks: (parentToolCallId) => this.toolHooks.forNested(parentToolCallId),
      isSequential: () => this.agent.hooks.toolExecution === "sequential",
      assistantMessage: () => this.lastAssistant(),
      context: () => this.agent.state,
      emit: (event) => this.announce(event),
    });
    this.toolHooks = new ToolHooks({
      runner: this.runner,
      nested,
      callable: () => this.tools.callable,
      images: () => this.parts.images(),
      dispatch: () => this.dispatchOptions(),
    });
    this.tools = new SessionTools({
      runner: this.runner,
      customTools,
      withContext: (definition) => this.toolHooks.withContext(definition),
      branch: () => this.parts.sessionManager.getBranch(),
      declaredNames: () => this.parts.sessionManager.getSystemState()?.tools.map(({ name }) => name),
    });
    this.boundaries = new Boundaries({
      runner: this.runner,
      session: () => this.parts,
      dispatch: () => this.dispatchOptions(),
    });
  }

  /** Hooks of the loop; they do nothing while no handler wants to know. */
  get agentHooks(): Pick<
    AgentHooks,
    "beforeToolCall" | "afterToolCall" | "finalizeMessage" | "finishTurn" | "streamOptions" | "convertToLlm"
  > {
    const { runner } = this;
    return {
      ...this.toolHooks.hooks,
      finalizeMessage: (message) => this.finalize(message),
      finishTurn: ({ message, toolResults }) => {
        if (!runner.hasHandlers("turn_end")) return undefined;
        return this.boundaries.turnEnd({ turnIndex: this.turnIndex, message, toolResults });
      },
      streamOptions: (): Partial<StreamOptions> => providerHooks(runner, () => this.dispatchOptions()),
      convertToLlm: async (messages) => {
        const prompt = this.promptOptions?.forceSystemPrompt;
        return prompt === undefined ? convertToLlm(messages) : withForcedPrompt(messages, prompt);
      },
    };
  }

  /** The messages of one request, after the extensions. */
  transform(messages: AgentMessage[]): AgentMessage[] | Promise<AgentMessage[]> {
    const { runner } = this;
    if (!runner.hasHandlers("context") && !runner.hasHandlers("context_with_system")) return messages;
    return transformedContext(runner, messages, this.dispatchOptions());
  }

  get compaction(): CompactionExtensions {
    return compactionExtensions(this.runner, () => this.parts.sessionManager);
  }

  /** `undefined`: nobody wants to be asked. */
  get askShell(): AskExtensions | undefined {
    return async (command, { excludeFromContext }) => {
      if (!this.runner.hasHandlers("user_bash")) return undefined;
      const cwd = this.parts.sessionManager.getCwd();
      return this.runner.userBash({ type: "user_bash", command, excludeFromContext, cwd });
    };
  }

  /** Asks before the leaf moves; `undefined`: nobody wants to be asked. */
  get beforeMove():
    ((move: PlannedMove, signal: AbortSignal) => Promise<MoveDecision | undefined>) | undefined {
    if (!this.runner.hasHandlers("session_before_tree")) return undefined;
    return async (move, signal) => {
      const { entries, summarize, ...rest } = move;
      const { sessionManager } = this.parts;
      const branch = sessionManager.getBranch();
      const commonAncestorId = branch.at(branch.length - entries.length - 1)?.id ?? null;
      const preparation = {
        ...rest,
        commonAncestorId: entries.length < branch.length ? commonAncestorId : null,
        entriesToSummarize: [...entries],
        userWantsSummary: summarize === true,
      };
      const result = await this.runner.beforeTree({ type: "session_before_tree", preparation, signal });
      if (!result) return undefined;
      return result.cancel ? { cancel: true } : { ...result, cancel: false };
    };
  }

  async modelSelected(change: ModelSelection): Promise<void> {
    await this.runner.emit({ type: "model_select", ...change });
  }

  /** The message went into the session file. */
  stored(message: AgentMessage, entryId: string): void {
    this.boundaries.stored(message, entryId);
    if (message.role === "assistant") this.assistantMessage = message;
  }

  attach(extended: ExtendedSession): void {
    this.extended = extended;
    this.thinkingLevel = extended.session.thinkingLevel;
    this.unsubscribe = extended.events.subscribe((event) => this.onSessionEvent(event));
  }

  /**
   * Lets the extensions reach the session, then tells them that it starts and asks them for resources.
   */
  async bind(bindings: ExtensionBindings, startEvent: SessionStartEvent): Promise<void> {
    const { runner } = this;
    await this.bindHost(bindings);
    for (const { path, error } of this.options.loaded.errors) {
      runner.runtime.report(path, "load", new Error(error));
    }
    await runner.emit(startEvent);
    runner.reportUnconnectedServers();
    this.hasStarted = true;
    if (!runner.hasHandlers("resources_discover")) return;
    const reason = startEvent.reason === "reload" ? "reload" : "startup";
    const cwd = this.parts.sessionManager.getCwd();
    const found = await runner.discoverResources({ type: "resources_discover", cwd, reason });
    await this.parts.extendResources(namedResources(found));
  }

  /** What stands behind the hooks of calls that other calls make. */
  guardNested(guard: ToolHooks["guard"]): void {
    this.toolHooks.guard = guard;
  }

  private async bindHost(bindings: ExtensionBindings): Promise<void> {
    const { session, events, activity, otherCommands, prepare, loadMessages } = this.parts;
    const { runner } = this;
    await Promise.all([prepare(), loadMessages()]);
    this.hostUiEnded = bindings.endUi;
    runner.onError((error) => {
      bindings.onError?.(error);
      const { extensionPath, event, error: text } = error;
      void events.emit({ type: "extension_error", extensionPath, event, error: text });
    });
    runner.bind(
      new SessionHost({
        session,
        tools: this.tools,
        bindings,
        activitySignal: () => activity.signal,
        getSystemPromptOptions: () => this.basePromptOptions(),
        getOtherCommands: otherCommands,
        commandsChanged: () => this.commandsChanged(),
        report: (event, error) => runner.runtime.report("<runtime>", event, error),
      }),
    );
  }

  /** Told once for all that a handler registers, and not before clients can know the list. */
  private commandsChanged(): void {
    if (!this.hasStarted || this.tellsCommands) return;
    this.tellsCommands = true;
    setImmediate(() => {
      this.tellsCommands = false;
      if (!this.runner.runtime.isStale)
        void this.parts.events.emit({ type: "resources_changed", kinds: ["commands"] });
    });
  }

  /** A program that never binds gets tools and handlers that work, with nobody to ask. */
  private async ensureBound(): Promise<void> {
    const { isBound, isStale } = this.runner.runtime;
    if (!isBound && !isStale) await this.bindHost({});
  }

  /** Commands run, `input` handlers change or take what is left. */
  async enter(entered: Entered): Promise<InputOutcome> {
    const { text, images, source, streamingBehavior, dispatchesCommands, onCommand } = entered;
    const { runner } = this;
    await this.ensureBound();
    if (dispatchesCommands && runner.findCommand(text)) {
      onCommand?.();
      return (await runner.runCommand(text)) ?? { handled: true };
    }
    if (!runner.hasHandlers("input")) return { handled: false, text, images };
    const isBusy = this.parts.activity.isActive;
    return runner.input({
      type: "input",
      text,
      ...(images.length > 0 && { images: [...images] }),
      source,
      ...(isBusy && streamingBehavior && { streamingBehavior }),
    });
  }

  /** Name of the command that a text calls. */
  commandName(text: string): string | undefined {
    return this.runner.findCommand(text)?.name;
  }

  /** Messages that handlers add to those a run starts with; the prompt is as they want it from now on. */
  async beforeAgentStart(trigger: RunTrigger): Promise<CustomMessage[]> {
    await this.ensureBound();
    this.tools.stopWaiting();
    this.adjustPrompt(undefined);
    if (!this.runner.hasHandlers("before_agent_start")) return [];
    const before = this.basePromptOptions();
    const selected = [...before.selectedTools];
    const { messages, options } = await this.runner.beforeAgentStart({
      ...this.dispatchOptions(),
      trigger,
      options: before,
      renderPrompt: (current) => this.renderPrompt(current),
    });
    if (JSON.stringify(options.selectedTools) !== JSON.stringify(selected)) {
      this.tools.setActive(options.selectedTools);
    }
    this.adjustPrompt(options);
    return messages.map(customMessage);
  }

  /** Text of a prompt that takes the place of the rendered one. */
  get forcedPrompt(): string | undefined {
    return this.promptOptions?.forceSystemPrompt;
  }

  tell(event: AgentEvent): void | Promise<void> {
    const { runner } = this;
    switch (event.type) {
      case "agent_start":
        this.turnIndex = -1;
        return runner.emit(event, this.dispatchOptions());
      case "turn_start":
        this.turnIndex++;
        return runner.emit(
          { ...event, turnIndex: this.turnIndex, timestamp: Date.now() },
          this.dispatchOptions(),
        );
      case "turn_end":
      case "message_end":
        // Handlers had their say before: they may change it.
        return undefined;
      case "agent_end":
      case "message_start":
      case "message_update":
      case "tool_execution_start":
      case "tool_execution_update":
      case "tool_execution_end":
        if (runner.hasHandlers(event.type)) return runner.emit(event, this.dispatchOptions());
    }
  }

  async beforeSettle(outcome: "completed" | "error"): Promise<boolean> {
    if (!this.runner.hasHandlers("agent_before_settle")) return false;
    return this.boundaries.beforeSettle(outcome);
  }

  /** What handlers ask for starts when all of them are done. */
  settled(aborted: boolean): void | Promise<void> {
    this.adjustPrompt(undefined);
    const told = this.runner.emit({ type: "agent_settled", aborted });
    if (!told) return;
    this.settling = told;
    return told.finally(() => (this.settling = undefined));
  }

  /** Resolves when no handler of `agent_settled` is at work. */
  whenSettled(): Promise<void> | undefined {
    return this.settling;
  }

  /** What handlers make of a message that is about to be stored; nested calls are recorded with it. */
  finalize(message: AgentMessage): AgentMessage | Promise<AgentMessage> {
    const recorded = this.toolHooks.withNestedCalls(message);
    if (!this.runner.hasHandlers("message_end")) return recorded;
    return this.runner.messageEnd(recorded, this.dispatchOptions());
  }

  /** True when a handler refuses. */
  async beforeReplace(
    event:
      | { type: "session_before_switch"; reason: "new" | "resume"; targetSessionFile?: string }
      | { type: "session_before_fork"; entryId: string; position: "before" | "at" },
  ): Promise<boolean> {
    const { runner } = this;
    const result =
      event.type === "session_before_switch"
        ? await runner.beforeSwitch(event)
        : await runner.beforeFork(event);
    return result?.cancel === true;
  }

  async shutdown(event: SessionShutdownEvent): Promise<void> {
    await this.runner.emit(event);
  }

  invalidate(): void {
    this.unsubscribe?.();
    this.hostUiEnded?.();
    this.hostUiEnded = undefined;
    this.runner.invalidate();
  }

  /** For code that goes on in this session after it took the place of another. */
  createReplacedSessionContext(): ReplacedSessionContext {
    return this.runner.createCommandContext();
  }

  private get parts(): ExtendedSession {
    if (!this.extended) throw new Error("The extensions are not attached to a session yet");
    return this.extended;
  }

  private get agent(): Agent {
    return this.parts.agent;
  }

  private dispatchOptions(): DispatchOptions {
    const { signal } = this.parts.activity;
    return signal ? { signal } : {};
  }

  private lastAssistant(): AssistantMessage {
    if (!this.assistantMessage) throw new Error("A tool runs without a message that called it");
    return this.assistantMessage;
  }

  /** Extensions first, then whoever listens. */
  private announce(event: AgentEvent & { type: `tool_execution_${string}` }): void | Promise<void> {
    const told = this.tell(event);
    const { events } = this.parts;
    return told ? told.then(() => events.emit(event)) : events.emit(event);
  }

  private onSessionEvent(event: AgentSessionEvent): void | Promise<void> {
    const { runner } = this;
    switch (event.type) {
      case "session_info_changed":
        return runner.emit({ type: "session_info_changed", name: event.name });
      case "thinking_level_changed": {
        const previousLevel = this.thinkingLevel;
        this.thinkingLevel = event.level;
        return runner.emit({ type: "thinking_level_select", level: event.level, previousLevel });
      }
      case "session_tree": {
        const { newLeafId, oldLeafId, summaryEntryId } = event;
        const summaryEntry =
          summaryEntryId === undefined ? undefined : this.parts.sessionManager.getEntry(summaryEntryId);
        const fromExtension = summaryEntry?.type === "branch_summary" && summaryEntry.fromHook === true;
        return runner.emit({
          type: "session_tree",
          newLeafId,
          oldLeafId,
          ...(summaryEntry && { summaryEntry, fromExtension }),
        });
      }
      default:
    }
  }

  private support(): RunSupport {
    const support = this.parts.support();
    if (!support) throw new Error("Tools and prompt are not loaded yet");
    return support;
  }

  private basePromptOptions(): SystemPromptOptions {
    const { active, hiddenNames } = this.tools;
    const { promptInput, skills } = this.support();
    return systemPromptOptions(promptInput, { active, hiddenNames, skills });
  }

  private renderPrompt(options: SystemPromptOptions): string {
    return renderSystemPrompt(buildPromptSections(adjustedInput(this.support().promptInput, options)));
  }

  private adjustPrompt(options: SystemPromptOptions | undefined): void {
    this.promptOptions = options;
    this.parts.support()?.adjustPrompt(options && ((input) => adjustedInput(input, options)));
  }
}

function namedResources({ skillPaths, promptPaths, themePaths }: DiscoveredResources): ResourceExtension {
  const named = (found: DiscoveredResources["skillPaths"]): NamedPath[] =>
    found.map(({ path, extensionPath }) => ({
      path,
      metadata: { source: extensionPath, scope: "temporary", origin: "top-level" },
    }));
  return {
    skillPaths: named(skillPaths),
    promptPaths: named(promptPaths),
    themePaths: named(themePaths),
  };
}
