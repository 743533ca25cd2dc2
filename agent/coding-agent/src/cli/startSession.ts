import {
  chooseInitialModel,
  findStandInModel,
  initialThinkingLevel,
  matchReference,
  ModelRuntime,
  readModelThinkingLevels,
  resolveScope,
  type ScopeEntry,
} from "@relay-harness/ai";
import { thinkingLevels, type Model, type ThinkingLevel } from "@relay-harness/protocol";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import { CredentialControl } from "../session/credentialControl.ts";
import { createSession, type CreateSessionOptions } from "../session/createSession.ts";
import { SessionRuntime } from "../session/sessionRuntime.ts";
import { SessionManager } from "../sessions/sessionManager.ts";
import type { CliArgs } from "./args.ts";
import type { Reporter } from "./report.ts";
import { StartError } from "./startError.ts";

export interface StartInput {
  args: CliArgs;
  agentDir: string;
  settings: SettingsManager;
  sessionManager: SessionManager;
  reporter: Reporter;
  /** No automatic network use. */
  isOffline: boolean;
}

/** Model runtime of the process, with the settings of requests read at each one. */
export async function createModelRuntime(
  agentDir: string,
  settings: SettingsManager,
  reporter: Reporter,
): Promise<ModelRuntime> {
  const runtime = await ModelRuntime.create({
    agentDir,
    settings: () => ({
      httpProxy: settings.get("httpProxy"),
      httpIdleTimeoutMs: settings.get("httpIdleTimeoutMs"),
      retry: {
        provider: {
          timeoutMs: settings.get("retry.provider.timeoutMs"),
          maxRetries: settings.get("retry.provider.maxRetries"),
          maxRetryDelayMs: settings.get("retry.provider.maxRetryDelayMs"),
        },
      },
      enableInstallTelemetry: settings.get("enableInstallTelemetry"),
      images: { blockImages: settings.get("images.blockImages") },
      thinkingBudgets: settings.get("thinkingBudgets"),
    }),
  });
  for (const problem of [runtime.getError(), runtime.getCredentialError()])
    if (problem) reporter.error(problem);
  return runtime;
}

/** Builds the first session of the process and what replaces it later. */
export async function startSession(input: StartInput): Promise<SessionRuntime> {
  const { args, agentDir, settings, sessionManager, reporter } = input;
  const modelRuntime = await createModelRuntime(agentDir, settings, reporter);
  const start = await chooseStart(input, modelRuntime);
  const options: Omit<CreateSessionOptions, "sessionManager" | "model" | "thinkingLevel" | "scope"> = {
    agentDir,
    settings,
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
  const first = createSession({ ...options, ...start, sessionManager });
  return new SessionRuntime(first, {
    credentials: new CredentialControl(modelRuntime),
    availableModels: async (selected) => {
      await modelRuntime.reload();
      const problem = modelRuntime.getError();
      if (problem) reporter.error(problem);
      await modelRuntime.ensureProviders("available");
      return modelRuntime.getAvailable(selected);
    },
    buildNext: async (previous, { parentSession }) => {
      settings.reload();
      const { sessionManager: old } = previous;
      return createSession({
        ...options,
        model: previous.model,
        thinkingLevel: previous.preferredThinkingLevel,
        scope: previous.scopedModels,
        sessionManager: old.isPersisted()
          ? SessionManager.create(old.getCwd(), old.getSessionDir(), { parentSession })
          : SessionManager.inMemory(old.getCwd(), { parentSession }),
      });
    },
  });
}

interface Start {
  model: Model | undefined;
  thinkingLevel: ThinkingLevel;
  scope: readonly ScopeEntry[];
}

/** Model, level and scope of the first session (models.md §8). */
async function chooseStart(input: StartInput, runtime: ModelRuntime): Promise<Start> {
  const { args, settings, sessionManager, reporter, isOffline } = input;
  const requested =
    args.model === undefined ? undefined : await requestedModel(args, args.model, runtime, reporter);
  const recorded = sessionManager.buildSessionContext();
  const resumed = recorded.selectedModel ?? recorded.model;
  const scope = await chooseScope(args, settings, runtime, reporter);
  if (!requested)
    await loadCandidates(resumed?.provider, settings.get("defaultProvider"), scope.length > 0, runtime);
  const chosen = await chooseInitialModel(
    {
      requested: requested?.model,
      isResuming: recorded.thinkingLevel !== undefined,
      resumed: resumed && { provider: resumed.provider, modelId: resumed.modelId },
      scope,
      defaultProvider: settings.get("defaultProvider"),
      defaultModel: settings.get("defaultModel"),
      findStandIn: () => findStandInModel(runtime, { offlineModel: settings.get("offlineModel"), isOffline }),
    },
    runtime,
  );
  for (const notice of chosen.notices) reporter.warning(notice);
  const { model } = chosen;
  if (args.apiKey !== undefined && model) runtime.setRuntimeApiKey(model.provider, args.apiKey);
  return {
    model,
    scope,
    thinkingLevel: startLevel(input, model, requested?.thinkingLevel, scope, recorded.thinkingLevel),
  };
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

async function chooseScope(
  args: CliArgs,
  settings: SettingsManager,
  runtime: ModelRuntime,
  reporter: Reporter,
): Promise<readonly ScopeEntry[]> {
  const patterns = args.models ?? settings.get("enabledModels");
  if (!patterns || patterns.length === 0) return [];
  await runtime.ensureProviders("available");
  const { entries, diagnostics } = resolveScope(patterns, runtime.getAvailable());
  for (const { message } of diagnostics) reporter.warning(message);
  return entries;
}

/** A named default spares the start every other provider's models. */
async function loadCandidates(
  resumed: string | undefined,
  configured: string | undefined,
  isLoaded: boolean,
  runtime: ModelRuntime,
): Promise<void> {
  if (isLoaded) return;
  const named = resumed ?? configured;
  if (named !== undefined) {
    await runtime.ensureProviders([named]);
    if (runtime.hasConfiguredAuth(named) && runtime.getModels(named).length > 0) return;
  }
  await runtime.ensureProviders("available");
}

function startLevel(
  { args, settings, reporter }: StartInput,
  model: Model | undefined,
  suffix: ThinkingLevel | undefined,
  scope: readonly ScopeEntry[],
  recorded: string | undefined,
): ThinkingLevel {
  const fallback = args.thinking ?? suffix ?? settings.get("defaultThinkingLevel");
  if (!model) return fallback;
  const { levels, warnings } = readModelThinkingLevels(settings.get("modelThinkingLevels"));
  for (const warning of warnings) reporter.warning(warning);
  const scoped = scope.find((entry) => entry.model === model)?.thinkingLevel;
  return initialThinkingLevel(model, {
    flag: args.thinking,
    modelSuffix: suffix,
    scope: scoped,
    resumed: thinkingLevels.find((level) => level === recorded),
    modelLevels: levels,
    default: settings.get("defaultThinkingLevel"),
  }).preferred;
}
