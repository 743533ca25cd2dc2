import {
  chooseInitialModel,
  findStandInModel,
  initialThinkingLevel,
  readModelThinkingLevels,
  resolveScope,
  virtualApi,
  type ModelRuntime,
  type ScopeEntry,
} from "@relay-harness/ai";
import { thinkingLevels, type Model, type ThinkingLevel } from "@relay-harness/protocol";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";

/** What decides about model and thinking level of the first session. */
export interface StartRequest {
  settings: SettingsManager;
  sessionManager: SessionManager;
  modelRuntime: ModelRuntime;
  /** The model that was asked for, with the level of its suffix. */
  requested?: { model: Model; thinkingLevel?: ThinkingLevel };
  /** The level that was asked for. */
  thinkingLevel?: ThinkingLevel;
  scope: readonly ScopeEntry[];
  /** No automatic network use. */
  isOffline: boolean;
  warn: (message: string) => void;
}

export interface Start {
  model: Model | undefined;
  thinkingLevel: ThinkingLevel;
  scope: readonly ScopeEntry[];
  /** What the user has to know about the choice. */
  notices: string[];
}

/** Model, level and scope of the first session (models.md §8). */
export async function chooseStart(request: StartRequest): Promise<Start> {
  const { settings, sessionManager, modelRuntime, requested, scope, isOffline } = request;
  const recorded = sessionManager.getSelection();
  const { selectedModel } = recorded;
  // A virtual model stays selected whatever answered; without its extension, what answered last counts.
  const isVirtual =
    selectedModel && modelRuntime.getModel(selectedModel.provider, selectedModel.modelId)?.api === virtualApi;
  const resumed = isVirtual ? selectedModel : (recorded.model ?? selectedModel);
  if (!requested && scope.length === 0) {
    await loadCandidates(resumed?.provider ?? settings.get("defaultProvider"), modelRuntime);
  }
  const { model, notices } = await chooseInitialModel(
    {
      requested: requested?.model,
      isResuming: recorded.thinkingLevel !== undefined,
      resumed: resumed && { provider: resumed.provider, modelId: resumed.modelId },
      scope,
      defaultProvider: settings.get("defaultProvider"),
      defaultModel: settings.get("defaultModel"),
      findStandIn: () =>
        findStandInModel(modelRuntime, { offlineModel: settings.get("offlineModel"), isOffline }),
    },
    modelRuntime,
  );
  return { model, scope, notices, thinkingLevel: startLevel(request, model, recorded.thinkingLevel) };
}

/** The models that patterns such as those of `enabledModels` name, in cycle order. */
export async function chooseScope(
  patterns: readonly string[] | undefined,
  modelRuntime: ModelRuntime,
  warn: (message: string) => void,
): Promise<readonly ScopeEntry[]> {
  if (!patterns || patterns.length === 0) return [];
  await modelRuntime.ensureProviders("available");
  const { entries, diagnostics } = resolveScope(patterns, modelRuntime.getAvailable());
  for (const { message } of diagnostics) warn(message);
  return entries;
}

/** A named provider spares the start every other provider's models. */
async function loadCandidates(named: string | undefined, runtime: ModelRuntime): Promise<void> {
  if (named !== undefined) {
    await runtime.ensureProviders([named]);
    if (runtime.hasConfiguredAuth(named) && runtime.getModels(named).length > 0) return;
  }
  await runtime.ensureProviders("available");
}

function startLevel(
  { settings, thinkingLevel, requested, scope, warn }: StartRequest,
  model: Model | undefined,
  recorded: string | undefined,
): ThinkingLevel {
  const fallback = thinkingLevel ?? requested?.thinkingLevel ?? settings.get("defaultThinkingLevel");
  if (!model) return fallback;
  const { levels, warnings } = readModelThinkingLevels(settings.get("modelThinkingLevels"));
  for (const warning of warnings) warn(warning);
  return initialThinkingLevel(model, {
    flag: thinkingLevel,
    modelSuffix: requested?.thinkingLevel,
    scope: scope.find((entry) => entry.model === model)?.thinkingLevel,
    resumed: thinkingLevels.find((level) => level === recorded),
    modelLevels: levels,
    default: settings.get("defaultThinkingLevel"),
  }).preferred;
}
