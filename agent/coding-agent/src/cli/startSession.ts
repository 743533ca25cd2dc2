import { matchReference, type ModelRuntime } from "@relay-harness/ai";
import type { Model, ThinkingLevel } from "@relay-harness/protocol";
import { SettingsManager } from "../base/settings/settingsManager.ts";
import type { AgentSession } from "../session/agentSession.ts";
import { chooseScope, chooseStart, type Start } from "../session/chooseStart.ts";
import { createModelRuntime as createRuntimeOfModels } from "../session/createModelRuntime.ts";
import { CredentialControl } from "../session/credentialControl.ts";
import { createSession, type CreateSessionOptions } from "../session/createSession.ts";
import { SessionRuntime } from "../session/sessionRuntime.ts";
import { configuredSessionDir, defaultSessionDir } from "../sessions/paths.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import type { CliArgs } from "./args.ts";
import { openFolderSettings } from "./folderSettings.ts";
import type { Reporter } from "./report.ts";
import { StartError } from "./startError.ts";

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

/** Builds the first session of the process and what replaces it later. */
export async function startSession(input: StartInput): Promise<SessionRuntime> {
  const { args, agentDir, settings, sessionManager, reporter } = input;
  // Of the folder that the current session runs in.
  let active = { settings, cwd: sessionManager.getCwd() };
  const modelRuntime = await createModelRuntime(
    agentDir,
    { get: (key) => active.settings.get(key) },
    reporter,
  );
  const { model, thinkingLevel, scope } = await chooseCliStart(input, modelRuntime);
  const options: Omit<
    CreateSessionOptions,
    "sessionManager" | "settings" | "model" | "thinkingLevel" | "scope"
  > = {
    agentDir,
    modelRuntime,
    selection: {
      cliTools: args.tools,
      excludeTools: args.excludeTools,
      noTools: args.noTools,
      noBuiltinTools: args.noBuiltinTools,
    },
    prompt: {
      systemPrompt: args.systemPrompt,
      appendSystemPrompt: args.appendSystemPrompt,
      noContextFiles: args.noContextFiles,
    },
    report: reporter.line,
  };
  const first = createSession({ ...options, settings, model, thinkingLevel, scope, sessionManager });
  return new SessionRuntime(first, {
    credentials: new CredentialControl(modelRuntime),
    reportSupport: async () => {
      const { createReportSupport } = await import("../session/reportSupport.ts");
      return createReportSupport({ agentDir, settings: active.settings, modelRuntime });
    },
    availableModels: async (selected) => {
      await modelRuntime.reload();
      const problem = modelRuntime.getError();
      if (problem) reporter.error(problem);
      await modelRuntime.ensureProviders("available");
      return modelRuntime.getAvailable(selected);
    },
    agentDir,
    sessionDirOf: (cwd) => sessionDirOf(input, cwd, cwd === active.cwd ? active.settings : undefined),
    buildNext: async (previous, next) => {
      const cwd = next.getCwd();
      if (cwd === active.cwd) active.settings.reload();
      const nextSettings = cwd === active.cwd ? active.settings : openFolderSettings(input, cwd);
      if (nextSettings !== active.settings) nextSettings.inheritOverrides(active.settings);
      const choice = await chooseNext(input, previous, next, { modelRuntime, settings: nextSettings });
      active = { settings: nextSettings, cwd };
      return createSession({ ...options, ...choice, settings: nextSettings, sessionManager: next });
    },
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
  { modelRuntime, settings }: { modelRuntime: ModelRuntime; settings: SettingsManager },
): Promise<Pick<Start, "model" | "thinkingLevel" | "scope">> {
  const scope = previous.scopedModels;
  const carried = { model: previous.model, thinkingLevel: previous.preferredThinkingLevel, scope };
  const { model, selectedModel, thinkingLevel } = sessionManager.buildSessionContext();
  if (model === undefined && selectedModel === undefined && thinkingLevel === undefined) return carried;
  const warn = (message: string): void => reporter.warning(message);
  const choice = await chooseStart({ settings, sessionManager, modelRuntime, scope, isOffline, warn });
  for (const notice of choice.notices) warn(notice);
  return { model: choice.model, thinkingLevel: choice.thinkingLevel, scope };
}

/** Directory for sessions of a folder: option and variable as of the start, else that folder's setting. */
function sessionDirOf(
  { args, agentDir, processCwd }: StartInput,
  cwd: string,
  known?: SettingsManager,
): string {
  const settings = known ?? SettingsManager.create(cwd, agentDir);
  return (
    configuredSessionDir(processCwd, args.sessionDir, process.env.RELAY_CODING_AGENT_SESSION_DIR) ??
    configuredSessionDir(cwd, settings.get("sessionDir")) ??
    defaultSessionDir(cwd, agentDir)
  );
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
