import { Agent } from "@relay-harness/agent-core/loop";
import { isRetryable } from "@relay-harness/ai";
import type { AgentMessage, ContextUsage, Model } from "@relay-harness/protocol";
import { Activity } from "../activity.ts";
import type { AgentSession } from "../agentSession.ts";
import type { AgentSessionParts } from "../agentSessionParts.ts";
import type { CacheWarming } from "../cacheWarming/cacheWarming.ts";
import { createCacheWarming } from "../cacheWarming/createCacheWarming.ts";
import { resourceCommands } from "../commandList.ts";
import { CompactionControl } from "../compaction/compactionControl.ts";
import { contextSize } from "../compaction/estimate.ts";
import { composeMessage } from "../composeMessage.ts";
import { contextUsage } from "../contextUsage.ts";
import type { CreateSessionOptions } from "../createSession.ts";
import type { CustomMessages } from "../customMessages.ts";
import { DormantExtensions } from "../dormantExtensions.ts";
import type { SessionEvents } from "../events.ts";
import { createPromptExpander } from "../expandPrompt.ts";
import type { SessionExtensions } from "../extensions/sessionExtensions.ts";
import type { SessionHarness } from "../harness/sessionHarness.ts";
import { HostCommands } from "../hostCommands.ts";
import type { ModelControl } from "../modelControl.ts";
import type { RoutedModel } from "../modelRouter.ts";
import { createPreferences } from "../preferences.ts";
import { PromptIntake } from "../promptIntake.ts";
import { PromptQueue } from "../promptQueue.ts";
import { Routing } from "../routing.ts";
import type { RunSupport } from "../runSupport.ts";
import { SessionResources } from "../sessionResources.ts";
import { SettingsControl } from "../settingsControl.ts";
import { TreeNavigation, type TreeNavigationDeps } from "../treeNavigation.ts";
import { agentOptions, callHooks } from "./agentOptions.ts";
import { createHarness, harnessCommand } from "./createHarness.ts";
import { createModelControl } from "./createModelControl.ts";
import { createShell } from "./createShell.ts";
import { loadRunSupport } from "./loadRunSupport.ts";
import { compactionSettings, imageSettings, retrySettings } from "./sessionSettings.ts";
import { announceMessage, storeMessage } from "./storedMessages.ts";

/** Puts the parts of one session together. None of them knows the session: what one asks of another goes through here. */
export class SessionAssembly {
  private readonly models: ModelControl;
  private readonly routing: Routing;
  private readonly warming: CacheWarming;
  private readonly resources: SessionResources;
  private readonly harness: SessionHarness | undefined;
  private readonly agent: Agent;
  private readonly queue: PromptQueue;
  private readonly compaction: CompactionControl;
  private readonly activity: Activity;
  private readonly navigation: TreeNavigation;
  private readonly hostCommands: HostCommands;
  private readonly dormant: DormantExtensions | undefined;
  private readonly intake: PromptIntake;
  /** A session without extensions can get some: parts look here each time. */
  private readonly joined: { extensions: SessionExtensions | undefined };
  private support: RunSupport | undefined;
  private customMessages: CustomMessages | undefined;
  private attached: AgentSession | undefined;

  constructor(
    private readonly options: CreateSessionOptions,
    private readonly events: SessionEvents,
  ) {
    const { sessionManager } = options;
    this.joined = { extensions: options.extensions };
    this.models = createModelControl(options, events, () => this.joined.extensions);
    this.routing = new Routing({
      modelRuntime: options.modelRuntime,
      sessionManager,
      events,
      context: this.context,
      selected: () => this.models.model,
    });
    this.warming = createCacheWarming(options, events, {
      isStreaming: () => this.activity.isActive,
      extensions: () => this.joined.extensions,
    });
    this.recordStart();
    this.listenToFile();
    this.resources = new SessionResources(options.resources);
    this.harness = createHarness(options, {
      events,
      support: () => this.support,
      hasQueuedMessages: () => this.agent.hasQueuedMessages(),
    });
    this.agent = this.createAgent();
    this.queue = new PromptQueue(this.agent, events);
    this.compaction = this.createCompaction();
    this.activity = this.createActivity();
    this.navigation = new TreeNavigation(this.navigationDeps());
    this.hostCommands = new HostCommands({ harness: harnessCommand(this.harness) }, events, options.report);
    this.dormant =
      options.extensions || !options.dormantExtensions
        ? undefined
        : new DormantExtensions({ ...options.dormantExtensions, join: (joining) => this.join(joining) });
    this.intake = this.createIntake();
  }

  parts(): AgentSessionParts {
    const { agent, events, activity, models, queue, dormant, compaction, navigation, options, joined } = this;
    const { sessionManager, settings, modelRuntime, agentDir, report, renew } = options;
    return {
      agent,
      sessionManager,
      events,
      activity,
      models,
      queue,
      shell: createShell(options, activity, events, () => joined.extensions),
      get extensions() {
        return joined.extensions;
      },
      get lifecycle() {
        return joined.extensions;
      },
      dormant,
      customMessages: () => this.loadMessages(),
      compaction,
      navigation,
      preferences: createPreferences(settings, report),
      cacheWarming: this.warming,
      agentDir,
      resources: this.resources,
      intake: this.intake,
      hostCommands: this.hostCommands,
      prepare: () => this.prepare().then(() => undefined),
      runSupport: () => this.support,
      settings,
      settingsControl: this.createSettingsControl(),
      harness: this.harness,
      modelRuntime,
      routing: this.routing,
      contextUsage: () => this.contextUsage(),
      startEvent: options.startEvent ?? { type: "session_start", reason: "startup" },
      attach: (session) => this.attach(session),
      renew: renew && (async () => new SessionAssembly(await renew(), events).parts()),
      release: () => {
        this.harness?.dispose();
        sessionManager.close();
      },
    };
  }

  /** The active branch as the model will read it. */
  private readonly context = (): AgentMessage[] => this.options.sessionManager.buildSessionContext().messages;

  /** The model whose limits count: of a virtual model the one that answers. */
  private readonly limits = (): Model | undefined => this.routing.limits();

  private readonly streamDirect: Agent["streamFn"] = (model, request, options) =>
    this.options.modelRuntime.streamDirect(model, request, options);

  private readonly omit = (entryId: string): void | Promise<void> => {
    const { sessionManager } = this.options;
    const entry = sessionManager.getEntry(sessionManager.appendContextEdit(entryId, null));
    if (entry) return this.events.emit({ type: "entry_appended", entry });
  };

  private readonly store = (message: AgentMessage): string => {
    const entryId = storeMessage(this.options.sessionManager, message);
    this.joined.extensions?.stored(message, entryId);
    return entryId;
  };

  private readonly announceContext = (): void | Promise<void> => {
    const known = this.contextUsage();
    if (known) return this.events.emit({ type: "context_update", ...known });
  };

  private contextUsage(): ContextUsage | undefined {
    const { sessionManager } = this.options;
    return contextUsage(sessionManager.getBranch(), sessionManager.buildSessionProjection(), this.limits());
  }

  /** A branch says what it was made with; a resumed one gets what it lacks (sessions-and-tools.md §1). */
  private recordStart(): void {
    const { models } = this;
    const { sessionManager } = this.options;
    const { model: recorded, selectedModel, thinkingLevel } = sessionManager.getSelection();
    if (models.model && !recorded && !selectedModel) {
      sessionManager.appendModelChange(models.model.provider, models.model.id);
    }
    if (thinkingLevel === undefined) sessionManager.appendThinkingLevelChange(models.thinkingLevel);
  }

  private listenToFile(): void {
    const { sessionManager, report } = this.options;
    sessionManager.onWriteError = (error) => report(`Error: ${error.message}`);
    sessionManager.onNotice = (text) => report(`Warning: ${text}`);
    sessionManager.onForeignAppend = () => {
      const sessionFile = sessionManager.getSessionFile();
      if (sessionFile !== undefined) void this.events.emit({ type: "session_conflict", sessionFile });
    };
  }

  private createAgent(): Agent {
    const hooks = agentOptions(this.options, {
      models: this.models,
      prepareRequest: () => this.prepareRequest(),
      route: (signal) => this.routeRequest(signal),
      context: this.context,
      harness: this.harness,
      stream: this.warming.send,
      extensions: () => this.joined.extensions,
    });
    return new Agent({
      ...hooks,
      onDequeue: () => void this.queue.announce(),
      prepareNextTurn: (signal) => this.compaction.automatic.betweenTurns(signal),
      initialState: { messages: this.options.sessionManager.snapshotMessages() },
    });
  }

  /** Tools as they are now, and what the branch does not declare of them yet. */
  private prepareRequest(): AgentMessage | undefined {
    if (this.support) this.agent.state.tools = this.support.agentTools;
    return this.support?.systemChange();
  }

  /** The model of the next request; a conversation that is too large for it is compacted first. */
  private routeRequest(signal: AbortSignal): Promise<RoutedModel> | undefined {
    const { model, thinkingLevel } = this.models;
    if (!model || !this.routing.isVirtual) return undefined;
    // Whoever reports that there is no route names the model that was to be routed.
    this.agent.state.model = model;
    const { isRepeating: isRetry, failedAnswer: failed } = this.activity;
    const question = { model, thinkingLevel, isRetry, failed, signal };
    return this.routing.route(question, () => this.compaction.automatic.betweenTurns(signal));
  }

  private createCompaction(): CompactionControl {
    const { joined } = this;
    const { sessionManager, settings } = this.options;
    return new CompactionControl({
      sessionManager,
      events: this.events,
      requireModel: () => this.models.require(),
      model: this.limits,
      thinkingLevel: () => this.models.thinkingLevel,
      stream: this.streamDirect,
      settings: () => compactionSettings(settings),
      retrySettings: () => retrySettings(settings),
      omit: this.omit,
      onCompacted: () => {
        this.agent.state.messages = this.context();
        this.warming.stop("The conversation was compacted");
        this.harness?.compacted();
      },
      announceContext: this.announceContext,
      extensions: {
        before: async (...args) => joined.extensions?.compaction.before(...args),
        done: (...args) => joined.extensions?.compaction.done(...args),
        failed: (...args) => joined.extensions?.compaction.failed(...args),
      },
    });
  }

  private createActivity(): Activity {
    const { joined } = this;
    const { settings } = this.options;
    return new Activity({
      agent: this.agent,
      events: this.events,
      context: this.context,
      store: this.store,
      get extensions() {
        return joined.extensions;
      },
      harness: this.harness,
      afterTurn: () => this.customMessages?.flushAfterTurn(),
      onSettled: () => this.warming.review(),
      omit: this.omit,
      compaction: this.compaction.automatic,
      retrySettings: () => retrySettings(settings),
      isRetryable: (message) => isRetryable(message, this.limits()?.contextWindow),
      announceContext: this.announceContext,
    });
  }

  private navigationDeps(): TreeNavigationDeps {
    const { joined } = this;
    return {
      sessionManager: this.options.sessionManager,
      events: this.events,
      isRunning: () => this.activity.isActive,
      isBusy: () => this.compaction.excludesPrompts,
      requireModel: () => this.models.require(),
      exclude: (work) => this.compaction.navigate(work),
      summarize: (branch, signal) => this.summarize(branch, signal),
      onMoved: () => {
        this.agent.state.messages = this.context();
        this.support?.restoreTools();
        this.warming.stop("The conversation goes on elsewhere");
        this.harness?.moved();
      },
      get beforeMove() {
        return joined.extensions?.beforeMove;
      },
    };
  }

  private readonly summarize: TreeNavigationDeps["summarize"] = async (branch, signal) => {
    const { settings } = this.options;
    const { hasBranchContent, summarizeBranch } = await import("../compaction/branchSummary.ts");
    if (!hasBranchContent(branch.entries)) return undefined;
    return summarizeBranch({
      ...branch,
      model: this.models.require(),
      thinkingLevel: this.models.thinkingLevel,
      stream: this.streamDirect,
      retrySettings: () => retrySettings(settings),
      emit: (event) => this.events.emit(event),
      reserveTokens: settings.get("branchSummary.reserveTokens"),
      signal,
    });
  };

  private createIntake(): PromptIntake {
    const { joined, models } = this;
    const { settings } = this.options;
    return new PromptIntake({
      activity: this.activity,
      hostCommands: this.hostCommands,
      models,
      compaction: this.compaction,
      queue: this.queue,
      get extensions() {
        return joined.extensions;
      },
      dormant: this.dormant,
      harness: this.harness,
      expandPrompt: createPromptExpander(this.resources, this.events),
      composeMessage: (text, images) =>
        composeMessage(text, images, { autoResize: settings.get("images.autoResize"), model: models.model }),
      prepare: () => this.prepare(),
      prepareRun: () => this.prepareRun(),
      takeNextTurn: () => this.customMessages?.takeNextTurn() ?? [],
    });
  }

  private createSettingsControl(): SettingsControl {
    const { settings } = this.options;
    return new SettingsControl(settings, (event) => {
      // Of all settings that count at once, the loop keeps these two.
      this.agent.steeringMode = settings.get("steeringMode");
      this.agent.followUpMode = settings.get("followUpMode");
      this.warming.review();
      return this.events.emit(event);
    });
  }

  private async loadSupport(): Promise<RunSupport> {
    this.support ??= await loadRunSupport(this.options, {
      models: this.models,
      resources: this.resources,
      isAligned: () => this.harness?.isAligned ?? false,
      extensions: () => this.joined.extensions,
    });
    return this.support;
  }

  private async prepare(): Promise<RunSupport> {
    const [loaded] = await Promise.all([this.loadSupport(), this.harness?.prepare()]);
    const declared = this.options.sessionManager.getSystemState()?.tools.map(({ name }) => name) ?? [];
    if (this.dormant?.hasTool(declared)) await this.dormant.wake();
    return loaded;
  }

  private async prepareRun(): Promise<AgentMessage[]> {
    const { agentTools } = await this.prepare();
    this.agent.state.tools = agentTools;
    const change = this.support?.systemChange();
    return change ? [change] : [];
  }

  private async loadMessages(): Promise<CustomMessages> {
    const { CustomMessages } = await import("../customMessages.ts");
    const { agent, activity, events, store } = this;
    this.customMessages ??= new CustomMessages({
      agent,
      isBusy: () => activity.isActive,
      store: async (message) => {
        await announceMessage(message, { events, extensions: this.joined.extensions, store });
        if (!activity.isActive) agent.state.messages = this.context();
      },
      startRun: (message) => this.intake.start(message),
    });
    return this.customMessages;
  }

  private attach(session: AgentSession): void {
    this.attached = session;
    const { agent, activity, events, resources } = this;
    const { sessionManager, settings } = this.options;
    this.joined.extensions?.attach({
      session,
      agent,
      activity,
      events,
      sessionManager,
      support: () => this.support,
      contextTokens: () =>
        contextSize(sessionManager.getBranch(), sessionManager.buildSessionProjection()).tokens,
      images: () => imageSettings(settings),
      prepare: () => this.loadSupport(),
      loadMessages: () => this.loadMessages(),
      otherCommands: () => [
        ...this.hostCommands.list(),
        ...(resources.current
          ? resourceCommands(resources.current, settings.get("enableSkillCommands"))
          : []),
      ],
      extendResources: async (found) => (await resources.load()).extendResources(found),
    });
  }

  private async join(joining: SessionExtensions): Promise<void> {
    const { harness, attached } = this;
    if (!attached) throw new Error("Extensions cannot join a session that is not put together yet");
    this.joined.extensions = joining;
    const hooks = callHooks(joining, harness);
    if (harness) joining.guardNested((nested) => harness.guard(nested));
    Object.assign(this.agent.hooks, hooks);
    this.attach(attached);
    (await this.loadSupport()).useTools(joining.tools);
    await attached.bindJoined();
  }
}
