export {
  StringEnum,
  calculateCost,
  collapseSystemMessages,
  createAssistantMessageEventStream,
  getCurrentSystemMessage,
  getCurrentSystemPrompt,
  getCurrentTools,
  uuidv7,
} from "./helpers.ts";
export { AssistantMessageEventStream } from "./eventStream.ts";
export type * from "./types.ts";
export type * from "./messageTypes.ts";
export { IncrementalJson, parseFinalArguments } from "./json/incrementalJson.ts";
export type { FinalArguments } from "./json/incrementalJson.ts";
export { isOverflow, isRecoverableLength } from "./errors/overflow.ts";
export { isRetryable } from "./errors/retryable.ts";
export { fauxAssistantMessage, fauxText, fauxThinking, fauxToolCall } from "./faux/fauxMessage.ts";
export type { FauxMessageOptions } from "./faux/fauxMessage.ts";
export { fauxProvider } from "./faux/fauxProvider.ts";
export type {
  FauxHandle,
  FauxModelConfig,
  FauxProvider,
  FauxProviderOptions,
  FauxState,
  FauxStep,
} from "./faux/fauxProvider.ts";
export { hasApi, loadApi } from "./apis/registry.ts";
export { offlineGuideModel, offlineProviderId } from "./catalog/offline.ts";
export { builtInProvider, canonicalProviderId, listBuiltInProviders } from "./catalog/providers.ts";
export type { KeyVariable, ProviderInfo } from "./catalog/providers.ts";
export { AuthStore, MemoryCredentialStore } from "./credentials/authStore.ts";
export type { CredentialChange, CredentialStore } from "./credentials/authStore.ts";
export { CredentialSynchronizationError, isModelsError, ModelsError } from "./credentials/modelsError.ts";
export type { ModelsErrorCode } from "./credentials/modelsError.ts";
export type { CustomKeyAuth, KeyAuthInput, ResolveOptions } from "./credentials/resolver.ts";
export type {
  ApiKeyCredential,
  AuthInteraction,
  AuthNotice,
  AuthPrompt,
  AuthStatus,
  Credential,
  OAuthCredential,
  OAuthImplementation,
  RequestAuth,
} from "./credentials/types.ts";
export { ModelRuntime } from "./modelRuntime.ts";
export type { ModelRuntimeOptions, ResolveModelOptions } from "./modelRuntime.ts";
export { JsoncError, parseJsonc } from "./modelsJson/jsonc.ts";
export type { ModelEntry } from "./modelsJson/schema.ts";
export type { RefreshOptions, RefreshResult } from "./runtime/catalogRefresh.ts";
export type { StoreEntry } from "./runtime/modelsStore.ts";
export type { NativeProvider, RefreshContext } from "./runtime/nativeProvider.ts";
export type { ProviderSummary } from "./runtime/providerCatalog.ts";
export type {
  OAuthLoginCallbacks,
  ProviderConfig,
  ProviderEventStream,
  ProviderOAuthConfig,
  StreamSimple,
} from "./runtime/registration.ts";
export type { RequestSettings } from "./runtime/requestSettings.ts";
export type {
  Classifier,
  ClassifierAnswer,
  ClassifierContext,
  ClassifierModel,
  ClassifierQuestion,
  ClassifierResult,
  ImageGenerator,
  ImageModel,
  ImagesContext,
  ImagesResult,
  SpecialModelType,
  SpecialModelTypes,
  SpecialOptions,
} from "./runtime/specialModels.ts";
export { virtualApi } from "./runtime/virtualModels.ts";
export type { Route, RouteRequest, VirtualModelDefinition } from "./runtime/virtualModels.ts";
export { userAgent } from "./userAgent.ts";
export { isReplayable, promptCacheLifetime } from "./promptCache.ts";
export { ratesFor } from "./usage.ts";
export { clampThinkingLevel, supportedThinkingLevels } from "./thinking.ts";
export { chooseInitialModel } from "./selection/initialModel.ts";
export type { InitialModel, InitialModelInput } from "./selection/initialModel.ts";
export { cycleModel } from "./selection/cycling.ts";
export type { CycledModel } from "./selection/cycling.ts";
export { findLocalServer, localServerProvider } from "./selection/localServers.ts";
export type { LocalServer, ProbeOptions } from "./selection/localServers.ts";
export { findProvider, matchReference } from "./selection/matchReference.ts";
export type { ReferenceMatch, ReferenceOptions } from "./selection/matchReference.ts";
export { resolveScope, splitModelPatterns } from "./selection/scope.ts";
export type { ResolvedScope, ScopeDiagnostic } from "./selection/scope.ts";
export { findStandInModel } from "./selection/standIn.ts";
export type { StandInOptions, StandInRuntime } from "./selection/standIn.ts";
export {
  initialThinkingLevel,
  nextThinkingLevel,
  readModelThinkingLevels,
  thinkingLevelAfterSwitch,
} from "./selection/thinkingLevel.ts";
export type {
  ModelThinkingLevels,
  SelectedThinkingLevel,
  ThinkingLevelSources,
} from "./selection/thinkingLevel.ts";
export { isSameModel, isThinkingLevel, modelReference } from "./selection/types.ts";
export type { ScopeEntry, SelectionCatalog } from "./selection/types.ts";
export { estimateContext } from "./budgets.ts";
export type { ContextEstimate } from "./budgets.ts";
export { bearerToken, reportAuth } from "./credentials/authReport.ts";
export type { AuthReport, AuthReportRuntime } from "./credentials/authReport.ts";
