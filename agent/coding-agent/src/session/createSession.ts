import { Agent, type AgentOptions } from "@relay-harness/agent-core/loop";
import { isRetryable, type ModelRuntime, type ScopeEntry } from "@relay-harness/ai";
import type { AgentMessage, ContextUsage, Model, ThinkingLevel } from "@relay-harness/protocol";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import type { SessionEnvironment } from "../tools/context.ts";
import { Activity } from "./activity.ts";
import { createCacheWarming } from "./cacheWarming/createCacheWarming.ts";
import { CompactionControl } from "./compaction/compactionControl.ts";
import { AgentSession, type AgentSessionParts } from "./agentSession.ts";
import type { StoredCompactionSettings } from "./compaction/settings.ts";
import { resourceCommands } from "./commandList.ts";
import { composeMessage } from "./composeMessage.ts";
import { contextUsage } from "./contextUsage.ts";
import { contextSize } from "./compaction/estimate.ts";
import type { CustomMessages } from "./customMessages.ts";
import { DirectShell } from "./directShell.ts";
import { DormantExtensions, type DormantExtensionsOptions } from "./dormantExtensions.ts";
import { SessionEvents } from "./events.ts";
import { createPromptExpander } from "./expandPrompt.ts";
import { harnessOffText, harnessSettings, isHarnessOn } from "./harness/harnessSettings.ts";
import { SessionHarness } from "./harness/sessionHarness.ts";
import { HostCommands, type HostCommand } from "./hostCommands.ts";
import { ModelControl } from "./modelControl.ts";
import { createPreferences } from "./preferences.ts";
import { PromptIntake } from "./promptIntake.ts";
import { PromptQueue } from "./promptQueue.ts";
import type { RoutedModel } from "./modelRouter.ts";
import { Routing } from "./routing.ts";
import type { RetrySettings } from "./retry.ts";
import type { RunSupport } from "./runSupport.ts";
import type { ToolChoice } from "./selectTools.ts";
import { SettingsControl } from "./settingsControl.ts";
import type { SessionExtensions } from "./extensions/sessionExtensions.ts";
import type { SessionStartEvent } from "./sessionLifecycle.ts";
import { SessionResources, type ResourceSource } from "./sessionResources.ts";
import { TreeNavigation } from "./treeNavigation.ts";

export interface CreateSessionOptions {
  agentDir: string;
  sessionManager: SessionManager;
  settings: SettingsManager;
  modelRuntime: ModelRuntime;
  model: Model | undefined;
  /** Clamped to the model. */
  thinkingLevel: ThinkingLevel;
  scope?: readonly ScopeEntry[];
  selection: ToolChoice;
  /** Default: the process starts with it. */
  startEvent?: SessionStartEvent;
  /** Absent: the session has none, and nothing that they need is loaded. */
  extensions?: SessionExtensions;
  /** Extensions that such a session gets once it needs them; absent: it cannot have any. */
  dormantExtensions?: Pick<DormantExtensionsOptions, "table" | "load">;
  /** Asked for when the first prompt, or who lists commands, needs them. */
  resources: ResourceSource;
  /** What the session is to be made of when it is reloaded; absent: a runtime does that. */
  renew?: () => Promise<CreateSessionOptions>;
  /** Writes one line of diagnostics. */
  report: (line: string) => void;
}

/** Puts a session together. Nothing that only a run needs is loaded here. */
export function createSession(options: CreateSessionOptions): AgentSession {
  const { report } = options;
  const events = new SessionEvents((error) =>
    report(`Error: a session listener failed: ${errorText(error)}`),
  );
  return new AgentSession(createParts(options, events));
}

function createParts(options: CreateSessionOptions, events: SessionEvents): AgentSessionParts {
  const { sessionManager, settings, report, renew } = options;
  let { extensions } = options;
  const context = (): AgentMessage[] => sessionManager.buildSessionContext().messages;
  const models = createModelControl(options, events, () => extensions);
  const { modelRuntime } = options;
  const routing = new Routing({
    modelRuntime,
    sessionManager,
    events,
    context,
    selected: () => models.model,
  });
  const limits = (): Model | undefined => routing.limits();
  const streamDirect: Agent["streamFn"] = (model, request, streamOptions) =>
    modelRuntime.streamDirect(model, request, streamOptions);
  const warming = createCacheWarming(options, events, {
    isStreaming: () => activity.isActive,
    extensions: () => extensions,
  });
  recordStart(sessionManager, models);
  sessionManager.onWriteError = (error) => report(`Error: ${error.message}`);
  sessionManager.onNotice = (text) => report(`Warning: ${text}`);
  sessionManager.onForeignAppend = () => {
    const sessionFile = sessionManager.getSessionFile();
    if (sessionFile !== undefined) void events.emit({ type: "session_conflict", sessionFile });
  };

  const resources = new SessionResources(options.resources);
  let support: RunSupport | undefined;
  const harness = createHarness(options, { events, support: () => support, agent: () => agent });
  const agent: Agent = new Agent({
    ...agentHooks(options, models, {
      prepareRequest: () => prepareRequest(),
      route: (signal) => routeRequest(signal),
      context,
      harness,
      stream: warming.send,
      extensions: () => extensions,
    }),
    onDequeue: () => void queue.announce(),
    prepareNextTurn: (signal) => compaction.automatic.betweenTurns(signal),
    initialState: { messages: sessionManager.snapshotMessages() },
  });
  /** Tools as they are now, and what the branch does not declare of them yet. */
  const prepareRequest = (): AgentMessage | undefined => {
    if (support) agent.state.tools = support.agentTools;
    return support?.systemChange();
  };
  /** The model of the next request; a conversation that is too large for it is compacted first. */
  const routeRequest = (signal: AbortSignal): Promise<RoutedModel> | undefined => {
    const { model, thinkingLevel } = models;
    if (!model || !routing.isVirtual) return undefined;
    // Whoever reports that there is no route names the model that was to be routed.
    agent.state.model = model;
    const { isRepeating: isRetry, failedAnswer: failed } = activity;
    const question = { model, thinkingLevel, isRetry, failed, signal };
    return routing.route(question, () => compaction.automatic.betweenTurns(signal));
  };
  const queue = new PromptQueue(agent, events);
  const omit = (entryId: string): void | Promise<void> => {
    const entry = sessionManager.getEntry(sessionManager.appendContextEdit(entryId, null));
    if (entry) return events.emit({ type: "entry_appended", entry });
  };
  const retrySettings = (): RetrySettings => ({
    enabled: settings.get("retry.enabled"),
    maxRetries: settings.get("retry.maxRetries"),
    baseDelayMs: settings.get("retry.baseDelayMs"),
    maxAgentDelayMs: settings.get("retry.maxAgentDelayMs"),
  });
  const usage = (): ContextUsage | undefined =>
    contextUsage(sessionManager.getBranch(), sessionManager.buildSessionProjection(), limits());
  const announceContext = (): void | Promise<void> => {
    const known = usage();
    if (known) return events.emit({ type: "context_update", ...known });
  };
  const compaction: CompactionControl = new CompactionControl({
    sessionManager,
    events,
    requireModel: () => models.require(),
    model: limits,
    thinkingLevel: () => models.thinkingLevel,
    stream: streamDirect,
    settings: () => compactionSettings(settings),
    retrySettings,
    omit,
    onCompacted: () => {
      agent.state.messages = context();
      warming.stop("The conversation was compacted");
      harness?.compacted();
    },
    announceContext,
    extensions: {
      before: async (...args) => extensions?.compaction.before(...args),
      done: (...args) => extensions?.compaction.done(...args),
      failed: (...args) => extensions?.compaction.failed(...args),
    },
  });
  const store = (message: AgentMessage): string => {
    const entryId = storeMessage(sessionManager, message);
    extensions?.stored(message, entryId);
    return entryId;
  };
  let customMessages: CustomMessages | undefined;
  const activity: Activity = new Activity({
    agent,
    events,
    context,
    store,
    get extensions() {
      return extensions;
    },
    harness,
    afterTurn: () => customMessages?.flushAfterTurn(),
    onSettled: () => warming.review(),
    omit,
    compaction: compaction.automatic,
    retrySettings,
    isRetryable: (message) => isRetryable(message, limits()?.contextWindow),
    announceContext,
  });
  const navigation = new TreeNavigation({
    sessionManager,
    events,
    isRunning: () => activity.isActive,
    isBusy: () => compaction.excludesPrompts,
    requireModel: () => models.require(),
    exclude: (work) => compaction.navigate(work),
    summarize: async (branch, signal) => {
      const { hasBranchContent, summarizeBranch } = await import("./compaction/branchSummary.ts");
      if (!hasBranchContent(branch.entries)) return undefined;
      return summarizeBranch({
        ...branch,
        model: models.require(),
        thinkingLevel: models.thinkingLevel,
        stream: streamDirect,
        retrySettings,
        emit: (event) => events.emit(event),
        reserveTokens: settings.get("branchSummary.reserveTokens"),
        signal,
      });
    },
    onMoved: () => {
      agent.state.messages = context();
      support?.restoreTools();
      warming.stop("The conversation goes on elsewhere");
      harness?.moved();
    },
    get beforeMove() {
      return extensions?.beforeMove;
    },
  });
  const loadSupport = async (): Promise<RunSupport> => {
    support ??= await loadRunSupport(
      options,
      models,
      resources,
      () => harness?.isAligned ?? false,
      () => extensions,
    );
    return support;
  };
  const prepare = async (): Promise<RunSupport> => {
    const [loaded] = await Promise.all([loadSupport(), harness?.prepare()]);
    const declared = sessionManager.getSystemState()?.tools.map(({ name }) => name) ?? [];
    if (dormant?.hasTool(declared)) await dormant.wake();
    return loaded;
  };
  const prepareRun = async (): Promise<AgentMessage[]> => {
    const { agentTools } = await prepare();
    agent.state.tools = agentTools;
    const change = support?.systemChange();
    return change ? [change] : [];
  };
  const loadMessages = async (): Promise<CustomMessages> => {
    const { CustomMessages } = await import("./customMessages.ts");
    customMessages ??= new CustomMessages({
      agent,
      isBusy: () => activity.isActive,
      store: async (message) => {
        await announceMessage(message, { events, extensions, store });
        if (!activity.isActive) agent.state.messages = context();
      },
      startRun: (message) => intake.start(message),
    });
    return customMessages;
  };
  const hostCommands = new HostCommands({ harness: harnessCommand(harness) }, events, report);
  const intake = new PromptIntake({
    activity,
    hostCommands,
    models,
    compaction,
    queue,
    get extensions() {
      return extensions;
    },
    get dormant() {
      return dormant;
    },
    harness,
    expandPrompt: createPromptExpander(resources, events),
    composeMessage: (text, images) =>
      composeMessage(text, images, { autoResize: settings.get("images.autoResize"), model: models.model }),
    prepare,
    prepareRun,
    takeNextTurn: () => customMessages?.takeNextTurn() ?? [],
  });
  let attached: AgentSession | undefined;
  const attach = (session: AgentSession): void => {
    attached = session;
    extensions?.attach({
      session,
      agent,
      activity,
      events,
      sessionManager,
      support: () => support,
      contextTokens: () =>
        contextSize(sessionManager.getBranch(), sessionManager.buildSessionProjection()).tokens,
      images: () => imageSettings(settings),
      prepare: loadSupport,
      loadMessages,
      otherCommands: () => [
        ...hostCommands.list(),
        ...(resources.current
          ? resourceCommands(resources.current, settings.get("enableSkillCommands"))
          : []),
      ],
      extendResources: async (found) => (await resources.load()).extendResources(found),
    });
  };
  const join = async (joining: SessionExtensions): Promise<void> => {
    if (!attached) throw new Error("Extensions cannot join a session that is not put together yet");
    extensions = joining;
    const hooks = callHooks(joining, harness);
    if (harness) joining.guardNested((nested) => harness.guard(nested));
    Object.assign(agent.hooks, hooks);
    attach(attached);
    (await loadSupport()).useTools(joining.tools);
    await attached.bindJoined();
  };
  const dormant = extensions
    ? undefined
    : options.dormantExtensions && new DormantExtensions({ ...options.dormantExtensions, join });
  return {
    agent,
    sessionManager,
    events,
    activity,
    models,
    queue,
    shell: createShell(options, activity, events, () => extensions),
    get extensions() {
      return extensions;
    },
    dormant,
    customMessages: loadMessages,
    compaction,
    navigation,
    preferences: createPreferences(settings, report),
    cacheWarming: warming,
    agentDir: options.agentDir,
    resources,
    intake,
    hostCommands,
    prepare: () => prepare().then(() => undefined),
    runSupport: () => support,
    settings,
    harness,
    settingsControl: new SettingsControl(settings, (event) => {
      // Of all settings that count at once, the loop keeps these two.
      agent.steeringMode = settings.get("steeringMode");
      agent.followUpMode = settings.get("followUpMode");
      warming.review();
      return events.emit(event);
    }),
    modelRuntime,
    routing,
    contextUsage: usage,
    get lifecycle() {
      return extensions;
    },
    startEvent: options.startEvent ?? { type: "session_start", reason: "startup" },
    attach,
    renew: renew && (async () => createParts(await renew(), events)),
    release: () => {
      harness?.dispose();
      sessionManager.close();
    },
  };
}

/** `undefined` when every pillar is off: then nothing of the harness is there. */
function createHarness(
  { settings, sessionManager, extensions, report }: CreateSessionOptions,
  {
    events,
    support,
    agent,
  }: { events: SessionEvents; support: () => RunSupport | undefined; agent: () => Agent },
): SessionHarness | undefined {
  const resolved = harnessSettings(settings);
  if (!isHarnessOn(resolved)) return undefined;
  const harness = new SessionHarness({
    sessionManager,
    events,
    report,
    settings: resolved,
    commandPrefix: () => settings.get("shellCommandPrefix"),
    traitsOf: (name) => support()?.tools.find((tool) => tool.name === name)?.annotations ?? {},
    skills: () => support()?.skills ?? [],
    hasQueuedMessages: () => agent().hasQueuedMessages(),
  });
  extensions?.guardNested((hooks) => harness.guard(hooks));
  return harness;
}

function harnessCommand(harness: SessionHarness | undefined): HostCommand {
  return {
    description: "Show rules, approvals, evidence and measures of this session",
    run: async () => harness?.answer() ?? harnessOffText,
  };
}

/** Messages of extensions have an entry type of their own. */
function storeMessage(sessionManager: SessionManager, message: AgentMessage): string {
  if (message.role !== "custom") return sessionManager.appendMessage(message);
  const { customType, content, display, details } = message;
  return sessionManager.appendCustomMessageEntry(customType, content, display, details);
}

/** Stores a message outside of a run, and tells everybody. */
async function announceMessage(
  message: AgentMessage,
  {
    events,
    extensions,
    store,
  }: { events: SessionEvents; extensions?: SessionExtensions; store: (message: AgentMessage) => string },
): Promise<void> {
  await extensions?.tell({ type: "message_start", message });
  await events.emit({ type: "message_start", message });
  const final = extensions ? await extensions.finalize(message) : message;
  await events.emit({ type: "message_end", message: final, entryId: store(final) });
}

function imageSettings(settings: SettingsManager): { autoResize: boolean; blockImages: boolean } {
  return { autoResize: settings.get("images.autoResize"), blockImages: settings.get("images.blockImages") };
}

function compactionSettings(settings: SettingsManager): StoredCompactionSettings {
  return {
    enabled: settings.get("compaction.enabled"),
    reserveTokens: settings.get("compaction.reserveTokens"),
    keepRecentTokens: settings.get("compaction.keepRecentTokens"),
    modelOverrides: settings.get("compaction.modelOverrides"),
  };
}

/** Hooks of extensions, guarded by the harness. */
function callHooks(
  extensions: SessionExtensions | undefined,
  harness: SessionHarness | undefined,
): Partial<AgentOptions> {
  return { ...extensions?.agentHooks, ...harness?.guard(extensions?.agentHooks ?? {}) };
}

function agentHooks(
  { sessionManager, settings }: CreateSessionOptions,
  models: ModelControl,
  {
    prepareRequest,
    route,
    context,
    harness,
    stream,
    extensions,
  }: {
    prepareRequest: () => AgentMessage | undefined;
    /** `undefined`: the selected model is the one that answers. */
    route: (signal: AbortSignal) => Promise<RoutedModel> | undefined;
    context: () => AgentMessage[];
    harness: SessionHarness | undefined;
    stream: AgentOptions["streamFn"];
    extensions: () => SessionExtensions | undefined;
  },
): AgentOptions {
  const sent = async (messages: AgentMessage[]): Promise<AgentMessage[]> =>
    (await harness?.transform(messages)) ?? messages;
  return {
    ...callHooks(extensions(), harness),
    streamFn: stream,
    systemMessages: "manual",
    sessionId: sessionManager.getSessionId(),
    steeringMode: settings.get("steeringMode"),
    followUpMode: settings.get("followUpMode"),
    prepareRequest: (signal) => {
      const change = prepareRequest();
      const inject = change && { inject: [change] };
      const routing = route(signal);
      if (routing) return routing.then((routed) => ({ ...routed, ...inject }));
      return { model: models.model, thinkingLevel: models.thinkingLevel, ...inject };
    },
    // The session is the truth: what it omits or replaces is not sent, whatever the loop remembers.
    transformContext: async () => sent((await extensions()?.transform(context())) ?? context()),
    toolContext: () => ({
      model: models.model && { id: models.model.id, input: models.model.input },
      images: imageSettings(settings),
    }),
  };
}

function createModelControl(
  { sessionManager, settings, modelRuntime, model, thinkingLevel, scope }: CreateSessionOptions,
  events: SessionEvents,
  extensions: () => SessionExtensions | undefined,
): ModelControl {
  const control: ModelControl = new ModelControl(
    {
      catalog: {
        findModel: (provider, id) => modelRuntime.findModel(provider, id),
        listAvailable: async () => {
          await modelRuntime.ensureProviders("available");
          return modelRuntime.getAvailable(control.model);
        },
        hasUsableProvider: () => modelRuntime.hasUsableProvider(),
        hasConfiguredAuth: (provider) => modelRuntime.hasConfiguredAuth(provider),
      },
      events,
      configuredLevel: (candidate) =>
        settings.get("modelThinkingLevels")?.[`${candidate.provider}/${candidate.id}`],
      recordModel: (chosen) => void sessionManager.appendModelChange(chosen.provider, chosen.id),
      recordThinkingLevel: (level) => void sessionManager.appendThinkingLevelChange(level),
      onModelSelect: (change) => extensions()?.modelSelected(change),
    },
    { model, preferredLevel: thinkingLevel, ...(scope && { scope }) },
  );
  return control;
}

/** A branch says what it was made with; a resumed one gets what it lacks (sessions-and-tools.md §1). */
function recordStart(sessionManager: SessionManager, models: ModelControl): void {
  const { model: recorded, selectedModel, thinkingLevel } = sessionManager.getSelection();
  if (models.model && !recorded && !selectedModel) {
    sessionManager.appendModelChange(models.model.provider, models.model.id);
  }
  if (thinkingLevel === undefined) sessionManager.appendThinkingLevelChange(models.thinkingLevel);
}

async function loadRunSupport(
  options: CreateSessionOptions,
  models: ModelControl,
  resources: SessionResources,
  isAligned: () => boolean,
  extensions: () => SessionExtensions | undefined,
): Promise<RunSupport> {
  const [{ RunSupport }, loaded] = await Promise.all([import("./runSupport.ts"), resources.load()]);
  const { sessionManager } = options;
  const sessionEnvironment = (): SessionEnvironment => ({
    RELAY_SESSION_ID: sessionManager.getSessionId(),
    RELAY_SESSION_FILE: sessionManager.getSessionFile(),
    RELAY_PROVIDER: models.model?.provider,
    RELAY_MODEL: models.model?.id,
    RELAY_REASONING_LEVEL: models.thinkingLevel,
  });
  const cwd = sessionManager.getCwd();
  const toolSet = extensions()?.tools;
  return new RunSupport({
    ...options,
    resources: loaded,
    cwd,
    sessionEnvironment,
    toolSet,
    isAligned,
  });
}

function createShell(
  { sessionManager, settings, agentDir }: CreateSessionOptions,
  activity: Activity,
  events: SessionEvents,
  extensions: () => SessionExtensions | undefined,
): DirectShell {
  return new DirectShell(
    async (command, { signal, onData, operations }) => {
      const { runDirectCommand } = await import("../base/shell/directCommand.ts");
      return runDirectCommand(command, {
        cwd: sessionManager.getCwd(),
        agentDir,
        commandPrefix: settings.get("shellCommandPrefix"),
        shellPath: settings.get("shellPath"),
        operations,
        signal,
        onChunk: onData,
      });
    },
    (message) => activity.recordShell(message),
    events,
    async (...args) => extensions()?.askShell?.(...args),
  );
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
