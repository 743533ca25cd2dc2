import type { Agent } from "@relay-harness/agent-core";
import type { ModelRuntime, ScopeEntry } from "@relay-harness/ai";
import { thinkingLevels } from "@relay-harness/protocol";
import type {
  BashResult,
  CompactionResult,
  CompletionItem,
  ContextReport,
  ImageContent,
  LoadDiagnostic,
  Model,
  QueueMode,
  RpcOnlyEvent,
  ScopedModel,
  ResourceListing,
  RpcCommandFields,
  RpcSlashCommand,
  SessionEntry,
  ThinkingLevel,
  ToolInfo,
  TreeNavigationResult,
} from "@relay-harness/protocol";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import type { PromptTemplate } from "../resources/prompts/promptTemplate.ts";
import type { ResourceLoader } from "../resources/resourceLoader.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import type { AgentSessionParts } from "./agentSessionParts.ts";
import type { WarmingMode } from "./cacheWarming/cacheWarmer.ts";
import type { DirectShellOptions } from "./directShell.ts";
import { demandReloadable, RefusalError } from "./errors.ts";
import type { SessionListener } from "./events.ts";
import { resourceCommands } from "./commandList.ts";
import type { LoadedState } from "./loadedState.ts";
import type { ModelChoice } from "./modelControl.ts";
import type { PromptOptions, UserInput, UserMessageOptions } from "./promptIntake.ts";
import type { ToolSnapshot } from "./runSupport.ts";
import type { SessionLifecycle, SessionStartEvent } from "./sessionLifecycle.ts";
import { exportBranch, exportPage } from "./exportSession.ts";
import { exportSnapshot } from "./exportSnapshot.ts";
import { saveDefaultLevel, saveDefaultModel } from "./savedDefaults.ts";
import { SessionView } from "./sessionView.ts";
import type { ExtensionBindings } from "./extensions/extensionBindings.ts";
import type { ExtensionRunner } from "../extensions/extensionRunner.ts";
import type { CustomMessageInput } from "../extensions/types/agentEvents.ts";
import type {
  ReplacedSessionContext as ExtensionReplacedSessionContext,
  SendMessageOptions,
} from "../extensions/types/context.ts";
import type { ExtensionEventName } from "../extensions/types/eventMap.ts";
import type { ToolInfo as RegisteredTool } from "../extensions/types/tools.ts";
import type { HostCommands } from "./hostCommands.ts";
import type { SessionHarness } from "./harness/sessionHarness.ts";
import type { SettingsControl } from "./settingsControl.ts";
import type { NavigateOptions } from "./treeNavigation.ts";

/**
 * One conversation with its model, tools and queues: the façade that modes and embedding programs use.
 * Contract: extension-api.md §20.2, rpc.md §4.
 */
export class AgentSession extends SessionView {
  private disposed = false;
  private bindings: ExtensionBindings | undefined;
  /** What the program around the session offers to extensions that join it later. */
  bindingsOfJoined: (() => Promise<ExtensionBindings>) | undefined;

  constructor(private parts: AgentSessionParts) {
    super(parts);
    parts.attach(this);
  }

  get agent(): Agent {
    return this.parts.agent;
  }

  get sessionManager(): SessionManager {
    return this.parts.sessionManager;
  }

  get settingsManager(): SettingsManager {
    return this.parts.settings;
  }

  /** The harness of this session; `undefined` when every pillar is off. */
  get harnessCore(): SessionHarness | undefined {
    return this.parts.harness;
  }

  /** Commands of Relay's own; a mode says how they show something. */
  get hostCommands(): HostCommands {
    return this.parts.hostCommands;
  }

  /** Reads and changes settings for a client, and tells of changes. */
  get settingsControl(): SettingsControl {
    return this.parts.settingsControl;
  }

  get modelRuntime(): ModelRuntime {
    return this.parts.modelRuntime;
  }

  get lifecycle(): SessionLifecycle | undefined {
    return this.parts.lifecycle;
  }

  /** Its extensions, once they are loaded; absent: it has none. */
  get extensionRunner(): ExtensionRunner | undefined {
    return this.parts.extensions?.runner;
  }

  hasExtensionHandlers(event: ExtensionEventName): boolean {
    return this.parts.extensions?.runner.hasHandlers(event) ?? false;
  }

  /**
   * Lets extensions reach the session and what the program offers, then tells them that it starts and
   * collects the resources that they name. Nothing happens without extensions.
   */
  async bindExtensions(bindings: ExtensionBindings = {}): Promise<void> {
    this.demandLive();
    this.bindings = bindings;
    await this.parts.extensions?.bind(bindings, this.parts.startEvent);
  }

  /** As `bindExtensions`, for extensions that joined the session while it ran. Not bound yet: they will be. */
  async bindJoined(): Promise<void> {
    const bindings = this.bindings ?? (await this.bindingsOfJoined?.());
    if (bindings) await this.bindExtensions(bindings);
  }

  /** For code that goes on in this session after it took the place of another. */
  createReplacedSessionContext(): ExtensionReplacedSessionContext {
    const { extensions } = this.parts;
    if (!extensions) throw new Error("This session has no extensions");
    return extensions.createReplacedSessionContext();
  }

  /** Commands of extensions, by the names that call them. */
  getExtensionCommands(): RpcSlashCommand[] {
    return this.parts.extensions?.runner.getCommands() ?? this.parts.dormant?.list() ?? [];
  }

  get startEvent(): SessionStartEvent {
    return this.parts.startEvent;
  }

  /** Skills, templates and instructions. Throws until `prepare`, or a prompt, has loaded them. */
  get resourceLoader(): ResourceLoader {
    const loader = this.parts.resources.current;
    if (!loader) throw new Error("The session has not loaded its resources yet. Await prepare() first.");
    return loader;
  }

  /** Empty until resources are loaded. */
  get promptTemplates(): readonly PromptTemplate[] {
    return this.parts.resources.current?.getPrompts().prompts ?? [];
  }

  /** What `/name` may stand for; loads the resources. */
  async listCommands(): Promise<RpcSlashCommand[]> {
    const loader = await this.parts.resources.load();
    const hasSkillCommands = this.parts.settings.get("enableSkillCommands");
    return [
      ...this.getExtensionCommands(),
      ...this.parts.hostCommands.list(),
      ...resourceCommands(loader, hasSkillCommands),
    ];
  }

  /** What was found of every kind, used or not; loads the resources. */
  async listResources(): Promise<ResourceListing> {
    const loader = await this.parts.resources.load();
    const { listResources } = await import("../resources/listResources.ts");
    return listResources(loader, this.parts.agentDir);
  }

  /**
   * Turns a listed file on or off by an entry in the settings of a scope, from the next reload or session on.
   * Rejects for what these settings do not govern.
   */
  async setResourceEnabled(
    change: RpcCommandFields<"set_resource_enabled">,
  ): Promise<{ appliesFrom: "now" | "next-session" }> {
    const { settings, settingsControl, agentDir, resources } = this.parts;
    const cwd = this.sessionManager.getCwd();
    const { setResourceEnabled } = await import("./setResourceEnabled.ts");
    return setResourceEnabled(change, { cwd, agentDir, settings, settingsControl, resources });
  }

  /** What there is to say about settings, extensions and other resources; loads the resources. */
  async loadDiagnostics(): Promise<LoadDiagnostic[]> {
    const loader = await this.parts.resources.load();
    const { loadDiagnostics } = await import("../resources/loadDiagnostics.ts");
    const problems = this.parts.settings.getProblems();
    return [
      ...problems.map(({ path, error }) => ({ type: "warning" as const, message: `${path}: ${error}` })),
      ...loadDiagnostics(loader),
    ];
  }

  /** What of it is read from files, to be compared; resources only when they are loaded, or are to be. */
  async loadedState({ loads = false }: { loads?: boolean } = {}): Promise<LoadedState> {
    const { settings, resources } = this.parts;
    const { loadedState } = await import("./loadedState.ts");
    if (!loads && !resources.current) return loadedState({ settings });
    const [listing, commands] = await Promise.all([this.listResources(), this.listCommands()]);
    return loadedState({ settings, listing, commands });
  }

  /** What the next request leads with, sent or not; empty until tools and prompt are loaded. */
  get systemPrompt(): string {
    return this.parts.runSupport()?.systemPrompt ?? "";
  }

  /** In their order; empty until tools and prompt are loaded. */
  getActiveToolNames(): string[] {
    return this.parts.runSupport()?.tools.map(({ name }) => name) ?? [];
  }

  /** Empty until tools and prompt are loaded. */
  getAllTools(): RegisteredTool[] {
    return this.parts.runSupport()?.toolInfos ?? [];
  }

  /**
   * From the next request on. Unknown, hidden and forbidden names do not count; tools that stay keep their
   * places. Throws until `prepare`, or a prompt, has loaded the tools.
   */
  setActiveToolsByName(names: readonly string[]): void {
    const support = this.parts.runSupport();
    if (!support) throw new Error("The session has not loaded its tools yet. Await prepare() first.");
    support.setActiveTools(names);
  }

  /** For the session that takes the place of this one at a reload; `undefined` until the tools are loaded. */
  get toolSnapshot(): ToolSnapshot | undefined {
    return this.parts.runSupport()?.snapshot;
  }

  /** After a reload: what was active stays so, as far as it is still there. Nothing was loaded: nothing to do. */
  async takeOverTools(before: ToolSnapshot | undefined): Promise<void> {
    if (!before) return;
    await this.prepare();
    this.parts.runSupport()?.takeOver(before);
  }

  /** Every registered tool as a client sees it; loads the tools. */
  async listTools(): Promise<ToolInfo[]> {
    await this.prepare();
    await this.parts.dormant?.wake();
    const { toolList } = await import("./toolList.ts");
    return toolList(this.parts.runSupport()?.toolInfos ?? []);
  }

  /** Estimates of what the next request is made of; loads tools and prompt. */
  async contextReport(): Promise<ContextReport> {
    await this.prepare();
    const { contextReport } = await import("./contextReport.ts");
    const { messages } = this;
    const preview = this.parts.harness?.preview(messages) ?? { sent: messages, digest: "", blocks: [] };
    return contextReport({
      usage: this.getContextUsage(),
      systemPrompt: this.systemPrompt,
      tools: this.parts.runSupport()?.declaredTools ?? [],
      messages,
      ...preview,
    });
  }

  /**
   * What a command of an extension offers for its arguments; other commands offer nothing. Rejects when
   * there is no such command.
   */
  async completeArguments(command: string, prefix: string): Promise<CompletionItem[]> {
    const found = this.parts.extensions?.runner.completeArguments(command, prefix);
    if (found) return found;
    const known = await this.listCommands();
    if (known.some(({ name }) => name === command)) return [];
    throw new RefusalError("invalid_input", `Unknown command: /${command}`);
  }

  /** Loads tools and prompt, which otherwise the first prompt does. */
  prepare(): Promise<void> {
    return this.parts.prepare();
  }

  /** Listeners get every event in order; returns the unsubscriber. */
  subscribe(listener: SessionListener): () => void {
    return this.parts.events.subscribe(listener);
  }

  /** Tells the listeners of something that happened outside of the session, such as a new key. */
  async announce(event: RpcOnlyEvent): Promise<void> {
    await this.parts.events.emit(event);
  }

  /**
   * Sends a prompt. Resolves when the activity has settled, or at once when the prompt was queued or an
   * extension handled it. Rejects with `RefusalError` when the session is busy without
   * `streamingBehavior`, when it compacts, or when no model or no credentials are available.
   */
  async prompt(text: string, options: PromptOptions = {}): Promise<void> {
    this.demandLive();
    return this.parts.intake.prompt(text, options);
  }

  /** Stores or delivers a message that the model reads as the user's (extension-api.md §13). */
  async sendCustomMessage(message: CustomMessageInput, options: SendMessageOptions = {}): Promise<void> {
    this.demandLive();
    await (await this.parts.customMessages()).send(message, options);
  }

  /** As `prompt`, with blocks of text and images in place of a text, by default sent as it is. */
  async sendUserMessage(content: UserInput, options: UserMessageOptions = {}): Promise<void> {
    this.demandLive();
    return this.parts.intake.send(content, options);
  }

  /** Takes over what was appended to the session by other means than this object. */
  refreshContext(): void {
    this.parts.agent.state.messages = this.messages;
  }

  /** Queues a message for the next turn; delivered with the next run when idle. */
  async steer(
    text: string,
    images: readonly ImageContent[] = [],
    options: Pick<PromptOptions, "source"> = {},
  ): Promise<"queued" | "handled"> {
    this.demandLive();
    return this.parts.intake.queue("steer", text, { images, ...options });
  }

  /** Queues a message for when the agent would stop. */
  async followUp(
    text: string,
    images: readonly ImageContent[] = [],
    options: Pick<PromptOptions, "source"> = {},
  ): Promise<"queued" | "handled"> {
    this.demandLive();
    return this.parts.intake.queue("followUp", text, { images, ...options });
  }

  /** Empties both queues and returns their texts; images are dropped. */
  async clearQueue(): Promise<{ steering: string[]; followUp: string[] }> {
    return this.parts.queue.clear();
  }

  getSteeringMessages(): string[] {
    return this.parts.queue.texts().steering;
  }

  getFollowUpMessages(): string[] {
    return this.parts.queue.texts().followUp;
  }

  /**
   * Ends the activity, a compaction and a branch summary, and waits until they have settled. Direct shell
   * commands and queues go on.
   */
  async abort(): Promise<void> {
    await Promise.all([this.parts.activity.abort(), this.parts.compaction.abort()]);
  }

  /**
   * Summarizes what is older than the recent context. Aborts the activity, and cancels a compaction in
   * progress, first. Rejects with the reason when it fails or is cancelled.
   */
  async compact(customInstructions?: string): Promise<CompactionResult> {
    this.demandLive();
    const { activity, compaction } = this.parts;
    return compaction.compact(activity.abort(), customInstructions);
  }

  /** Cancels a compaction by hand and waits for its end; an activity goes on. */
  abortCompaction(): Promise<void> {
    return this.parts.compaction.abort("compaction");
  }

  /** Cancels a move in the tree that makes a summary, and waits for its end. */
  abortBranchSummary(): Promise<void> {
    return this.parts.compaction.abort("navigation");
  }

  /**
   * Ends the activity and the direct commands, drops queued messages without an announcement, and waits
   * until everything is recorded. The session could go on.
   */
  async endWork(): Promise<void> {
    this.parts.shell.abortAll();
    await this.abort();
    await this.parts.shell.whenIdle();
    this.parts.agent.clearAllQueues();
  }

  waitForIdle(): Promise<void> {
    return this.parts.activity.waitForIdle();
  }

  abortRetry(): void {
    this.parts.activity.retry.cancel();
  }

  async setAutoRetryEnabled(enabled: boolean): Promise<void> {
    await this.parts.preferences.setAutoRetry(enabled);
  }

  async setAutoCompactionEnabled(enabled: boolean): Promise<void> {
    await this.parts.preferences.setAutoCompaction(enabled);
  }

  async setSteeringMode(mode: QueueMode): Promise<void> {
    this.parts.agent.steeringMode = mode;
    await this.parts.preferences.saveSteeringMode(mode);
  }

  async setFollowUpMode(mode: QueueMode): Promise<void> {
    this.parts.agent.followUpMode = mode;
    await this.parts.preferences.saveFollowUpMode(mode);
  }

  /** From now on, and in later sessions. */
  async setCacheWarmingMode(mode: WarmingMode): Promise<void> {
    await this.parts.preferences.saveCacheWarming(mode);
    this.parts.cacheWarming.review();
  }

  /** Selects a model of the catalog for this session. Throws when it is unknown or has no credentials. */
  async selectModel(provider: string, modelId: string): Promise<Model> {
    return this.parts.models.select(provider, modelId);
  }

  /** For this session, unless `persist` makes it the default. Throws when it has no credentials. */
  async setModel(model: Model, { persist = false }: { persist?: boolean } = {}): Promise<void> {
    if (typeof model?.provider !== "string" || typeof model.id !== "string") {
      throw new RefusalError("invalid_input", "A model needs provider and id.");
    }
    await this.parts.models.use(model);
    if (persist) await saveDefaultModel(this.parts.settings, model);
  }

  /** As `setScopedModels`, by names. Rejects, and changes nothing, when one is unknown. */
  async scopeModels(named: readonly ScopedModel[]): Promise<void> {
    const scope = await Promise.all(
      named.map(async ({ provider, id, thinkingLevel }): Promise<ScopeEntry> => {
        const model = await this.parts.modelRuntime.findModel(provider, id);
        if (!model) throw new RefusalError("model_not_found", `Model not found: ${provider}/${id}`);
        return { model, ...(thinkingLevel && { thinkingLevel }) };
      }),
    );
    this.setScopedModels(scope);
  }

  setScopedModels(scope: readonly ScopeEntry[]): void {
    this.parts.models.setScope(scope);
  }

  async cycleModel(
    direction: "forward" | "backward" = "forward",
    { persist = false }: { persist?: boolean } = {},
  ): Promise<ModelChoice | undefined> {
    const choice = await this.parts.models.cycle(direction);
    if (choice && persist) await saveDefaultModel(this.parts.settings, choice.model);
    return choice;
  }

  /** For this session, unless `persist` makes it the default. */
  async setThinkingLevel(
    level: ThinkingLevel,
    { persist = false }: { persist?: boolean } = {},
  ): Promise<void> {
    if (!thinkingLevels.includes(level)) {
      throw new RefusalError("invalid_input", `Unknown thinking level: ${String(level)}`);
    }
    await this.parts.models.setThinkingLevel(level);
    if (persist) await saveDefaultLevel(this.parts.settings, level, this.model);
  }

  /** The selected model can think. */
  supportsThinking(): boolean {
    return this.parts.models.model?.reasoning === true;
  }

  cycleThinkingLevel(): Promise<ThinkingLevel | undefined> {
    return this.parts.models.cycleThinkingLevel();
  }

  getAvailableThinkingLevels(): ThinkingLevel[] {
    return this.parts.models.availableThinkingLevels();
  }

  /** Runs a command of the user, not of the model, and records it. */
  async executeBash(
    command: string,
    onChunk?: (delta: string) => void,
    options: DirectShellOptions = {},
  ): Promise<BashResult> {
    this.demandLive();
    if (typeof command !== "string") throw new RefusalError("invalid_input", "A command has to be a text.");
    return this.parts.shell.run(command, onChunk, options);
  }

  /** Records the result of a command that the program ran itself. */
  recordBashResult(
    command: string,
    result: BashResult,
    options: Pick<DirectShellOptions, "excludeFromContext"> = {},
  ): void {
    this.parts.shell.record(command, result, options);
  }

  /** Cancels every direct command. */
  abortBash(): void {
    this.parts.shell.abortAll();
  }

  /** Normalises and records the name. Throws when it is blank. */
  async setSessionName(name: string): Promise<void> {
    if (typeof name !== "string") throw new RefusalError("invalid_input", "A session name has to be a text.");
    if (name.trim() === "") throw new RefusalError("invalid_input", "Session name cannot be empty");
    await this.renameSession(name);
  }

  /** As `setSessionName`; a blank name clears the one there is. */
  async renameSession(name: string): Promise<void> {
    const { sessionManager, events } = this.parts;
    sessionManager.appendSessionInfo(name);
    await events.emit({ type: "session_info_changed", name: sessionManager.getSessionName() });
  }

  /** Records state of a part of Relay; the model never reads it. */
  async appendCustomEntry(customType: string, data?: unknown): Promise<void> {
    const { sessionManager, events } = this.parts;
    const entry = sessionManager.getEntry(sessionManager.appendCustomEntry(customType, data));
    if (entry) await events.emit({ type: "entry_appended", entry });
  }

  /**
   * Moves the leaf to an entry, or for a user message to its parent, whose content is returned for the
   * editor; `null`: before the first entry. Rejects while a run, a compaction or a navigation is active.
   */
  async navigateTree(
    targetId: string | null,
    options?: NavigateOptions,
  ): Promise<TreeNavigationResult & { summaryEntry?: SessionEntry }> {
    this.demandLive();
    const outcome = await this.parts.navigation.navigate(targetId, options);
    const { summaryEntryId } = outcome;
    const summaryEntry =
      summaryEntryId === undefined ? undefined : this.sessionManager.getEntry(summaryEntryId);
    return { ...outcome, ...(summaryEntry && { summaryEntry }) };
  }

  /** Writes the session as one HTML page and resolves with its path. Rejects before the first message. */
  exportToHtml(outputPath?: string): Promise<string> {
    return exportPage(exportSnapshot(this.sessionManager), outputPath);
  }

  /** Writes the active branch as a session file of its own and resolves with its path. */
  exportToJsonl(outputPath?: string): Promise<string> {
    return exportBranch(exportSnapshot(this.sessionManager), outputPath);
  }

  /**
   * Ends the extensions and makes everything anew from settings, extensions and other resources as they are now;
   * the conversation, its model and its listeners stay. What was bound is bound again, after `beforeSessionStart`.
   * Rejects while a response, a compaction or a move in the tree is in progress (extension-api.md §2.6). When it
   * fails after extensions have ended, the session is disposed of: they may have been what guards it.
   */
  async reload({
    beforeSessionStart,
  }: { beforeSessionStart?: () => void | Promise<void> } = {}): Promise<void> {
    this.demandLive();
    const { renew, compaction } = this.parts;
    if (!renew) throw new Error("This session is reloaded by its runtime: call the reload() of that.");
    demandReloadable({ isIdle: this.isIdle, isCompacting: compaction.excludesPrompts });
    let before: LoadedState | undefined;
    await compaction.reload(async () => {
      before = await this.loadedState();
      await this.renewParts(renew);
    });
    await beforeSessionStart?.();
    if (this.bindings) await this.parts.extensions?.bind(this.bindings, this.parts.startEvent);
    const { tellChanges } = await import("./tellChanges.ts");
    if (before) await tellChanges(this, before, (event) => this.announce(event));
  }

  private async renewParts(renew: () => Promise<AgentSessionParts>): Promise<void> {
    const { shell, agent, lifecycle, harness, cacheWarming } = this.parts;
    const tools = this.toolSnapshot;
    shell.abortAll();
    await shell.whenIdle();
    agent.clearAllQueues();
    await lifecycle?.shutdown({ type: "session_shutdown", reason: "reload" });
    lifecycle?.invalidate();
    let next: AgentSessionParts;
    try {
      next = await renew();
    } catch (error) {
      if (lifecycle) await this.dispose();
      throw error;
    }
    cacheWarming.stop("The session was reloaded");
    harness?.dispose();
    if (harness && next.harness) next.harness.client = harness.client;
    this.parts = next;
    this.show(next);
    next.attach(this);
    if (this.disposed) this.end();
    this.demandLive();
    await this.takeOverTools(tools);
  }

  /** Ends running work, extensions and listeners, and releases files. Idempotent; listeners hear the abort. */
  async dispose(): Promise<void> {
    if (this.disposed) return;
    this.disposed = true;
    this.parts.shell.abortAll();
    await this.abort();
    await this.parts.shell.whenIdle();
    this.end();
  }

  private end(): void {
    this.parts.lifecycle?.invalidate();
    this.parts.cacheWarming.stop("The session has ended");
    this.parts.events.clear();
    this.parts.release();
  }

  private demandLive(): void {
    if (this.disposed) throw new RefusalError("disposed", "The session has been disposed of.");
  }
}
