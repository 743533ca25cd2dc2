import { matchReference, type ModelRuntime } from "@relay-harness/ai";
import type { Model, ThinkingLevel } from "@relay-harness/protocol";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import type { TrustDecisions } from "../base/trust/trustDecisions.ts";
import type { AgentSession } from "../session/agentSession.ts";
import {
  createAgentSessionRuntime,
  type CreateAgentSessionRuntimeFactory,
  type SessionRuntime,
  type SessionRuntimeRequest,
} from "../session/agentSessionRuntime.ts";
import { chooseScope, chooseStart, type Start } from "../session/chooseStart.ts";
import { builtinTable } from "../builtin/builtinTable.ts";
import { createModelRuntime as createRuntimeOfModels } from "../session/createModelRuntime.ts";
import { createSession } from "../session/createSession.ts";
import { sessionDirFor } from "../session/sessionDir.ts";
import type { SessionServices } from "../session/sessionServices.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import type { LoadExtensionsResult } from "../extensions/loadExtensions.ts";
import type { ExtensionMode } from "../extensions/types/context.ts";
import type { SessionExtensions } from "../session/extensions/sessionExtensions.ts";
import type { CliArgs } from "./args.ts";
import { openFolderSettings, resolveTrust } from "./folderSettings.ts";
import { loadCliExtensions, loadDormantExtensions } from "./loadCliExtensions.ts";
import type { Reporter } from "./report.ts";
import { StartError } from "./startError.ts";
import type { TrustPrompt } from "./trustPrompt.ts";

export interface StartInput {
  args: CliArgs;
  agentDir: string;
  settings: SettingsManager;
  sessionManager: SessionManager;
  /** That the command line was written for; a session may run elsewhere. */
  processCwd: string;
  reporter: Reporter;
  /** No automatic network use. */
  isOffline: boolean;
  mode: ExtensionMode;
  /** What was decided about folders. */
  trust: TrustDecisions;
  /** Asks about those that nobody has decided about; absent: nobody can be asked. */
  trustPrompt?: TrustPrompt;
  /** Extensions of the first session's folder, where they had to be loaded early. */
  loadedExtensions?: LoadExtensionsResult;
}

/** Model runtime of the process; problems of its files are reported. */
export async function createModelRuntime(
  agentDir: string,
  settings: Pick<SettingsManager, "get">,
  reporter: Reporter,
): Promise<ModelRuntime> {
  const runtime = await createRuntimeOfModels(agentDir, settings);
  for (const problem of [runtime.getError(), runtime.getCredentialError()])
    if (problem) reporter.error(problem);
  return runtime;
}

/** Builds the first session of the process, and what replaces it later. */
export async function startSession(input: StartInput): Promise<SessionRuntime> {
  const { agentDir, sessionManager, reporter } = input;
  let runtime: SessionRuntime | undefined = undefined;
  const settings = (): SettingsManager => runtime?.services.settingsManager ?? input.settings;
  const modelRuntime = await createModelRuntime(agentDir, { get: (key) => settings().get(key) }, reporter);
  const factory: CreateAgentSessionRuntimeFactory<SessionServices> = async (request) => {
    const { cwd } = request;
    const settingsManager = runtime ? settingsOfNext(input, runtime, cwd) : input.settings;
    const services = { cwd, agentDir, modelRuntime, settingsManager };
    const isFirst = runtime === undefined;
    const loaded =
      (isFirst && input.loadedExtensions) || (await loadExtensionsOf(input, request, settingsManager));
    loaded?.runtime.applyProviders(modelRuntime);
    const choice = runtime
      ? await chooseNext(input, runtime.session, request.sessionManager, services)
      : await chooseCliStart(input, modelRuntime);
    const extensions = await sessionExtensions(loaded, runtime?.session, { cwd, agentDir });
    const session = createCliSession(input, request, services, { ...choice, extensions, loaded });
    return { session, services, diagnostics: [] };
  };
  runtime = await createAgentSessionRuntime(factory, {
    cwd: sessionManager.getCwd(),
    agentDir,
    sessionManager,
    trust: input.trust,
    sessionDirOf: (cwd) => {
      const known = cwd === runtime?.services.cwd ? settings() : undefined;
      const option = input.args.sessionDir;
      return sessionDirFor({ cwd, agentDir, option, settings: known }, input.processCwd);
    },
    onDiagnostic: reporter.line,
  });
  return runtime;
}

/** The folder's settings as they are now, with what this process has overridden. */
function settingsOfNext(input: StartInput, { services }: SessionRuntime, cwd: string): SettingsManager {
  const current = services.settingsManager;
  if (cwd === services.cwd) {
    if (input.trust.takeChange(cwd)) resolveTrust(input, cwd, current);
    current.reload();
    return current;
  }
  const next = openFolderSettings(input, cwd);
  next.inheritOverrides(current);
  return next;
}

function loadExtensionsOf(
  input: StartInput,
  { cwd, projectTrustContext }: SessionRuntimeRequest,
  settings: SettingsManager,
): Promise<LoadExtensionsResult | undefined> {
  return loadCliExtensions(input, { cwd, settings, trustContext: projectTrustContext });
}

/** A session that follows one with extensions can be reached by their commands, even without any of its own. */
async function sessionExtensions(
  loaded: LoadExtensionsResult | undefined,
  previous: AgentSession | undefined,
  folder: { cwd: string; agentDir: string },
): Promise<SessionExtensions | undefined> {
  if (!loaded && !previous?.extensionRunner) return undefined;
  const { SessionExtensions } = await import("../session/extensions/sessionExtensions.ts");
  // Extensions that have joined cannot sleep: those that are built in are there from the start.
  return new SessionExtensions({ loaded: loaded ?? (await loadDormantExtensions(folder)) });
}

function createCliSession(
  input: StartInput,
  { sessionManager, sessionStartEvent }: SessionRuntimeRequest,
  { agentDir, modelRuntime, settingsManager }: SessionServices,
  {
    model,
    thinkingLevel,
    scope,
    extensions,
    loaded,
  }: Omit<Start, "notices"> & {
    extensions: SessionExtensions | undefined;
    loaded: LoadExtensionsResult | undefined;
  },
): AgentSession {
  const { args, reporter } = input;
  return createSession({
    agentDir,
    sessionManager,
    modelRuntime,
    settings: settingsManager,
    model,
    thinkingLevel,
    scope,
    startEvent: sessionStartEvent,
    extensions,
    dormantExtensions: {
      table: builtinTable,
      load: async () => {
        const cwd = sessionManager.getCwd();
        const [{ SessionExtensions }, woken] = await Promise.all([
          import("../session/extensions/sessionExtensions.ts"),
          loadDormantExtensions({ cwd, agentDir }),
        ]);
        return new SessionExtensions({ loaded: woken });
      },
    },
    selection: {
      cliTools: args.tools,
      excludeTools: args.excludeTools,
      noTools: args.noTools,
      noBuiltinTools: args.noBuiltinTools,
    },
    resources: async () => {
      const { loadResources } = await import("./loadResources.ts");
      const cwd = sessionManager.getCwd();
      return loadResources({ ...input, cwd, settings: settingsManager, loadedExtensions: loaded });
    },
    report: reporter.line,
  });
}

/**
 * A session that is opened goes on with the model and the level that it ended with; a new one takes
 * over those of its predecessor.
 */
async function chooseNext(
  { reporter, isOffline }: StartInput,
  previous: AgentSession,
  sessionManager: SessionManager,
  { modelRuntime, settingsManager: settings }: SessionServices,
): Promise<Omit<Start, "notices">> {
  const scope = previous.scopedModels;
  const carried = { model: previous.model, thinkingLevel: previous.preferredThinkingLevel, scope };
  const { model, selectedModel, thinkingLevel } = sessionManager.getSelection();
  if (model === undefined && selectedModel === undefined && thinkingLevel === undefined) return carried;
  const warn = (message: string): void => reporter.warning(message);
  const choice = await chooseStart({ settings, sessionManager, modelRuntime, scope, isOffline, warn });
  for (const notice of choice.notices) warn(notice);
  return { model: choice.model, thinkingLevel: choice.thinkingLevel, scope };
}

/** Model, level and scope of the first session, as the command line and the settings want them. */
async function chooseCliStart(input: StartInput, modelRuntime: ModelRuntime): Promise<Start> {
  const { args, settings, sessionManager, reporter, isOffline } = input;
  const warn = (message: string): void => reporter.warning(message);
  const requested =
    args.model === undefined ? undefined : await requestedModel(args, args.model, modelRuntime, reporter);
  const scope = await chooseScope(args.models ?? settings.get("enabledModels"), modelRuntime, warn);
  const start = await chooseStart({
    settings,
    sessionManager,
    modelRuntime,
    requested,
    thinkingLevel: args.thinking,
    scope,
    isOffline,
    warn,
  });
  for (const notice of start.notices) warn(notice);
  const { model } = start;
  if (args.apiKey !== undefined && model) modelRuntime.setRuntimeApiKey(model.provider, args.apiKey);
  return start;
}

async function requestedModel(
  args: CliArgs,
  reference: string,
  runtime: ModelRuntime,
  reporter: Reporter,
): Promise<{ model: Model; thinkingLevel?: ThinkingLevel }> {
  const named = args.provider === undefined ? await namedModel(reference, runtime) : undefined;
  if (named) return { model: named };
  await runtime.ensureProviders("all");
  const match = matchReference(reference, runtime, { provider: args.provider });
  if ("error" in match) throw new StartError(match.error);
  for (const warning of match.warnings) reporter.warning(warning);
  return match;
}

/**
 * The model of an exact `provider/id` whose provider can be used: no other match could win over it, so
 * the other providers' models need not be loaded.
 */
async function namedModel(reference: string, runtime: ModelRuntime): Promise<Model | undefined> {
  const text = reference.trim();
  const slash = text.indexOf("/");
  const provider = slash > 0 ? runtime.getProvider(text.slice(0, slash))?.id : undefined;
  if (provider === undefined || !runtime.hasConfiguredAuth(provider)) return undefined;
  return runtime.findModel(provider, text.slice(slash + 1));
}
