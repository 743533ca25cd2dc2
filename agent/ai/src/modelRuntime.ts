import { join } from "node:path";
import type { AssistantMessage, LlmMessage, Model } from "@relay-harness/protocol";
import { abortedText } from "./abortedText.ts";
import { hasApi, loadApi } from "./apis/registry.ts";
import { hasBundledModels } from "./catalog/catalog.ts";
import { offlineProviderId } from "./catalog/offline.ts";
import { canonicalProviderId } from "./catalog/providers.ts";
import { AuthStore, MemoryCredentialStore, type CredentialStore } from "./credentials/authStore.ts";
import { FederatedTokens, type FederationRequest } from "./credentials/federation.ts";
import { CredentialSynchronizationError, errorText, ModelsError } from "./credentials/modelsError.ts";
import {
  CredentialResolver,
  type ResolveOptions,
  type ResolverDependencies,
} from "./credentials/resolver.ts";
import type {
  AuthInteraction,
  AuthStatus,
  Credential,
  OAuthImplementation,
  RequestAuth,
} from "./credentials/types.ts";
import { loadModelsJson, type LoadedModelsJson } from "./modelsJson/load.ts";
import { CatalogRefresh, type RefreshOptions, type RefreshResult } from "./runtime/catalogRefresh.ts";
import { errorStream, LazyStream } from "./runtime/lazyStream.ts";
import { ModelsStore } from "./runtime/modelsStore.ts";
import type { NativeProvider } from "./runtime/nativeProvider.ts";
import { ProviderCatalog, type ProviderSummary } from "./runtime/providerCatalog.ts";
import { streamThroughExtension, type ProviderConfig } from "./runtime/registration.ts";
import { RequestPreparer } from "./runtime/requestPreparer.ts";
import type { RequestSettings } from "./runtime/requestSettings.ts";
import {
  noImplementation,
  specialResult,
  type ClassifierContext,
  type ClassifierModel,
  type ClassifierResult,
  type ImageModel,
  type ImagesContext,
  type ImagesResult,
  type SpecialModelType,
  type SpecialModelTypes,
  type SpecialOptions,
} from "./runtime/specialModels.ts";
import {
  virtualApi,
  type Route,
  type RouteRequest,
  type VirtualModelDefinition,
} from "./runtime/virtualModels.ts";

import { clampThinkingLevel } from "./thinking.ts";
import type { AssistantMessageStream, Context, StreamOptions } from "./types.ts";

export interface ModelRuntimeOptions extends Pick<ResolverDependencies, "oauth" | "runCommand" | "now"> {
  /** Directory of `auth.json` and `models.json`. Without it and without paths nothing is read or stored. */
  agentDir?: string;
  authPath?: string;
  /** `null` reads no `models.json`. */
  modelsPath?: string | null;
  /** Default: `models-store.json` in `agentDir`. */
  modelsStorePath?: string;
  /** Limit of one provider's refresh in milliseconds. Default 10000. */
  modelRefreshTimeoutMs?: number;
  /** Replaces `auth.json`. */
  credentials?: CredentialStore;
  /** Default: the process environment, read at every use. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Settings of requests; a function is asked for each one. */
  settings?: RequestSettings | (() => RequestSettings);
  /** Replaces the HTTP client of requests. */
  fetch?: typeof globalThis.fetch;
}

export type ResolveModelOptions = Omit<RouteRequest, "model" | "messages">;

/**
 * Models, credentials and requests of one process. Reads of the catalog are synchronous and show the
 * bundled models that `ensureProviders` has loaded; `models.json` and extension models are always there.
 */
export class ModelRuntime {
  private readonly modelsPath: string | undefined;
  private readonly store: CredentialStore;
  private readonly resolver: CredentialResolver;
  private readonly catalog = new ProviderCatalog((provider) => this.store.get(provider));
  private readonly preparer: RequestPreparer;
  private readonly refresher: CatalogRefresh;
  private modelsError: string | undefined;

  private constructor(options: ModelRuntimeOptions, modelsPath: string | undefined, store: CredentialStore) {
    const { settings = {}, oauth, runCommand, now, agentDir } = options;
    const storePath = options.modelsStorePath ?? (agentDir && join(agentDir, "models-store.json"));
    this.modelsPath = modelsPath;
    this.store = store;
    const env = options.env ?? process.env;
    const currentSettings = typeof settings === "function" ? settings : () => settings;
    const federated = new FederatedTokens(() => ({
      httpProxy: currentSettings().httpProxy,
      fetch: options.fetch,
    }));
    const federatedToken = (request: FederationRequest): Promise<string> => federated.get(request);
    this.resolver = new CredentialResolver({ store, env, oauth, runCommand, now, federatedToken });
    this.preparer = new RequestPreparer({
      resolver: this.resolver,
      catalog: this.catalog,
      env,
      isOwnEnv: options.env !== undefined,
      settings: currentSettings,
      fetch: options.fetch,
    });
    this.refresher = new CatalogRefresh({
      catalog: this.catalog,
      store: new ModelsStore(storePath),
      credentials: store,
      hasConfiguredAuth: (provider) => this.hasConfiguredAuth(provider),
      timeoutMs: options.modelRefreshTimeoutMs,
      now,
    });
  }

  /** Reads credentials and `models.json`. Problems of these files are reported by the `get...Error` methods. */
  static async create(options: ModelRuntimeOptions = {}): Promise<ModelRuntime> {
    const { agentDir } = options;
    const authPath = options.authPath ?? (agentDir && join(agentDir, "auth.json"));
    const defaultModelsPath = agentDir && join(agentDir, "models.json");
    const modelsPath =
      options.modelsPath === undefined ? defaultModelsPath : (options.modelsPath ?? undefined);
    const [store, modelsJson] = await Promise.all([
      options.credentials ?? (authPath ? AuthStore.open(authPath) : new MemoryCredentialStore()),
      modelsPath ? loadModelsJson(modelsPath) : undefined,
    ]);
    const runtime = new ModelRuntime(options, modelsPath, store);
    if (modelsJson) runtime.adopt(modelsJson);
    return runtime;
  }

  /** Reads `models.json` and the credentials again. */
  async reload(): Promise<void> {
    const [modelsJson] = await Promise.all([
      this.modelsPath ? loadModelsJson(this.modelsPath) : undefined,
      this.store.refresh(),
    ]);
    if (modelsJson) this.adopt(modelsJson);
  }

  private adopt({ providers, error }: LoadedModelsJson): void {
    this.catalog.setEntries(providers);
    this.modelsError = error;
  }

  /** What is wrong with `models.json`; the file is then ignored as a whole. */
  getError(): string | undefined {
    return this.modelsError;
  }

  /** Why stored credentials are unavailable. */
  getCredentialError(): string | undefined {
    return this.store.getError();
  }

  /** Loads bundled models: of some providers, of those with credentials, or of all. */
  ensureProviders(which: "available" | "all" | readonly string[]): Promise<void> {
    if (which === "all") return this.catalog.ensure(this.catalog.providerIds());
    if (which !== "available") return this.catalog.ensure(which);
    return this.catalog.ensure(this.catalog.providerIds().filter((id) => this.hasConfiguredAuth(id)));
  }

  /** Known providers in catalog order. */
  getProviders(): ProviderSummary[] {
    return this.catalog.providerIds().flatMap((id) => this.catalog.summary(id) ?? []);
  }

  getProvider(id: string): ProviderSummary | undefined {
    return this.catalog.summary(id);
  }

  /** Loaded models of all providers or of one, in catalog order. */
  getModels(provider?: string): Model[] {
    const ids = provider === undefined ? this.catalog.providerIds() : [canonicalProviderId(provider)];
    return ids.flatMap((id) => this.catalog.models(id).map(({ model }) => model));
  }

  /** A loaded model by exact ids. */
  getModel(provider: string, id: string): Model | undefined {
    return this.catalog.find(provider, id)?.model;
  }

  /** As `getModel`, but never a virtual one. */
  getPhysicalModel(provider: string, id: string): Model | undefined {
    const models = this.catalog.physicalModels(canonicalProviderId(provider));
    return models.find(({ model }) => model.id === id)?.model;
  }

  /** A model by exact ids, loading its provider's models first. */
  async findModel(provider: string, id: string): Promise<Model | undefined> {
    await this.catalog.ensure([provider]);
    return this.getModel(provider, id);
  }

  /**
   * Loaded models that can be used now: the provider has credentials and the build speaks the API.
   * The offline guide is one only while it is `selected` (models.md §25.2).
   */
  getAvailable(selected?: Pick<Model, "provider" | "id">): Model[] {
    const isOfflineSelected = selected?.provider === offlineProviderId;
    const ids = this.catalog
      .providerIds()
      .filter((id) => (id === offlineProviderId ? isOfflineSelected : this.hasConfiguredAuth(id)));
    const models = ids.flatMap((id) => this.usableModels(id));
    return models.filter((model) => model.api === virtualApi || this.hasImplementation(model));
  }

  /** Models that the provider's account may use. */
  private usableModels(provider: string): readonly Model[] {
    const native = this.catalog.native(provider);
    const models = this.getModels(provider);
    return native?.filterModels?.(models, this.store.get(provider)) ?? models;
  }

  /**
   * Whether any provider has credentials and an API that the build speaks. One whose bundled
   * models are not loaded yet counts.
   */
  hasUsableProvider(): boolean {
    return this.catalog.providerIds().some((id) => {
      if (id === offlineProviderId || !this.hasConfiguredAuth(id)) return false;
      const models = this.getModels(id);
      if (models.length === 0) return hasBundledModels(id);
      return models.some((model) => this.hasImplementation(model));
    });
  }

  private hasImplementation({ provider, api }: Model): boolean {
    return hasApi(api) || this.catalog.streamFunction(provider, api) !== undefined;
  }

  /** Whether and from where a provider has credentials. Runs no command. */
  getProviderAuthStatus(provider: string): AuthStatus {
    const id = canonicalProviderId(provider);
    if (this.catalog.isVirtualOnly(id))
      return { configured: true, source: "fallback", label: "virtual models" };
    return this.resolver.status(id, this.catalog.authConfig(id));
  }

  /** As `getProviderAuthStatus`, after looking whether the credential file has changed. */
  async checkAuth(provider: string): Promise<AuthStatus> {
    await this.store.refresh();
    return this.getProviderAuthStatus(provider);
  }

  hasConfiguredAuth(provider: string | Pick<Model, "provider">): boolean {
    const id = typeof provider === "string" ? provider : provider.provider;
    return this.getProviderAuthStatus(id).configured;
  }

  isUsingOAuth(provider: string | Pick<Model, "provider">): boolean {
    const id = canonicalProviderId(typeof provider === "string" ? provider : provider.provider);
    const isRuntimeKey = this.getProviderAuthStatus(id).source === "runtime";
    return !isRuntimeKey && this.store.get(id)?.type === "oauth";
  }

  /**
   * The credential a request of a provider would carry; renews and runs commands as needed.
   * @throws ModelsError `auth` or `oauth`.
   */
  getAuth(provider: string | Pick<Model, "provider">, options?: ResolveOptions): Promise<RequestAuth> {
    const id = canonicalProviderId(typeof provider === "string" ? provider : provider.provider);
    return this.resolver.resolve(id, this.catalog.authConfig(id), options);
  }

  /** A key ahead of every other source, kept for this process only. */
  setRuntimeApiKey(provider: string, apiKey: string): void {
    this.resolver.setRuntimeKey(canonicalProviderId(provider), apiKey);
  }

  removeRuntimeApiKey(provider: string): void {
    this.resolver.setRuntimeKey(canonicalProviderId(provider), undefined);
  }

  /** Stored credentials by provider and type; never their values. */
  listCredentials(): { providerId: string; type: Credential["type"] }[] {
    return this.store.list();
  }

  getCredential(provider: string): Credential | undefined {
    return this.store.get(canonicalProviderId(provider));
  }

  /** Stores a credential, replacing the provider's entry. @throws CredentialSynchronizationError */
  async saveCredential(provider: string, credential: Credential): Promise<void> {
    await this.store
      .update(canonicalProviderId(provider), () => Promise.resolve(credential))
      .catch((error: unknown) => {
        throw new CredentialSynchronizationError(provider, error);
      });
  }

  /** Users can sign in to the provider. */
  hasSignIn(provider: string): boolean {
    return this.signIn(provider)?.login !== undefined;
  }

  /** What a sign-in to the provider is called; `undefined`: there is none. */
  getSignInName(provider: string): string | undefined {
    const signIn = this.signIn(provider);
    return signIn?.login && (signIn.loginLabel ?? signIn.name);
  }

  private signIn(provider: string): OAuthImplementation | undefined {
    return this.catalog.authConfig(canonicalProviderId(provider)).oauth;
  }

  /**
   * Signs in, or asks for a key, and stores what comes of it.
   * @throws ModelsError `oauth` or `auth` when the provider has no such way; else what the sign-in throws.
   */
  async login(provider: string, type: Credential["type"], interaction: AuthInteraction): Promise<Credential> {
    const id = canonicalProviderId(provider);
    const credential =
      type === "oauth" ? await this.signInTo(id, interaction) : await this.askKey(id, interaction);
    await this.saveCredential(id, credential);
    return credential;
  }

  private async signInTo(id: string, interaction: AuthInteraction): Promise<Credential> {
    const signIn = this.signIn(id);
    if (!signIn?.login) throw new ModelsError("oauth", `There is no sign-in for ${id}`);
    return { ...(await signIn.login(interaction)), type: "oauth" } as Credential;
  }

  private async askKey(id: string, interaction: AuthInteraction): Promise<Credential> {
    const { custom } = this.catalog.authConfig(id);
    if (custom?.login) return custom.login(interaction);
    if (!this.getProvider(id)?.acceptsApiKey) throw new ModelsError("auth", `${id} takes no API key`);
    const name = this.getProvider(id)?.name ?? id;
    const key = await interaction.prompt({ type: "secret", message: `API key for ${name}` });
    return { type: "api_key", key: key.trim() };
  }

  /** Removes the provider's stored credential; environment and `models.json` stay. @throws CredentialSynchronizationError */
  async logout(provider: string): Promise<void> {
    await this.store
      .update(canonicalProviderId(provider), () => Promise.resolve(undefined))
      .catch((error: unknown) => {
        throw new CredentialSynchronizationError(provider, error);
      });
  }

  /** Resolves when no credential write is pending. */
  settleCredentialWrites(): Promise<void> {
    return this.store.settle();
  }

  /** Adds a provider or changes a built-in one. @throws ModelsError `provider`. */
  registerProvider(id: string, config: ProviderConfig): void {
    this.catalog.register(id, config);
  }

  /** Adds a provider in its complete form, or replaces a built-in one. */
  registerNativeProvider(provider: NativeProvider): void {
    this.catalog.registerNative(provider);
  }

  /**
   * Lets providers list their models anew; by default only what earlier refreshes have stored is used.
   * Never rejects: failures are in the result.
   */
  refresh(options?: RefreshOptions): Promise<RefreshResult> {
    return this.refresher.refresh(options);
  }

  /** Restores what a registration replaced; no-op if there is none. */
  unregisterProvider(id: string): void {
    this.catalog.unregister(id);
  }

  getRegisteredProviderConfig(id: string): ProviderConfig | undefined {
    return this.catalog.registration(canonicalProviderId(id));
  }

  getRegisteredNativeProvider(id: string): NativeProvider | undefined {
    return this.catalog.native(canonicalProviderId(id));
  }

  getRegisteredProviderIds(): string[] {
    return this.catalog.registeredIds();
  }

  /** Image or classifier models; they are never among the chat models. */
  getModelsOfType<T extends SpecialModelType>(type: T, provider?: string): SpecialModelTypes[T][] {
    return this.catalog.special(type, provider);
  }

  getModelOfType<T extends SpecialModelType>(
    type: T,
    provider: string,
    id: string,
  ): SpecialModelTypes[T] | undefined {
    return this.getModelsOfType(type, provider).find((model) => model.id === id);
  }

  /** Those whose provider has credentials. */
  getAvailableOfType<T extends SpecialModelType>(type: T): Promise<SpecialModelTypes[T][]> {
    const models = this.getModelsOfType(type).filter(({ provider }) => this.hasConfiguredAuth(provider));
    return Promise.resolve(models);
  }

  /** Answers questions about a state (models.md §22). Never rejects: failures are results. */
  classify(
    model: ClassifierModel,
    context: ClassifierContext,
    options: SpecialOptions = {},
  ): Promise<ClassifierResult> {
    return specialResult(model, { answers: {} }, options.signal, async () => {
      if (context.images?.length && !model.input.includes("image")) {
        throw new ModelsError("provider", `${model.provider}/${model.id} takes no images`);
      }
      const classify = this.catalog.classifier(model.provider, model.api);
      if (!classify) throw noImplementation("classifier", model.api);
      const auth = await this.getAuth(model.provider, { signal: options.signal });
      return classify(model, context, { ...auth, ...options });
    });
  }

  /** Never rejects: failures are results. */
  generateImages(
    model: ImageModel,
    context: ImagesContext,
    options: SpecialOptions = {},
  ): Promise<ImagesResult> {
    return specialResult(model, { output: [] }, options.signal, async () => {
      const generate = this.catalog.imageGenerator(model.provider, model.api);
      if (!generate) throw noImplementation("image", model.api);
      const auth = await this.getAuth(model.provider, { signal: options.signal });
      return generate(model, context, { ...auth, ...options });
    });
  }

  /**
   * Adds a model that chooses another one for each request, or replaces it.
   * @throws ModelsError `provider` when a physical model of that provider has the id.
   */
  registerVirtualModel(definition: VirtualModelDefinition): void {
    const { provider, id } = definition;
    if (this.getPhysicalModel(provider, id)) {
      throw new ModelsError("provider", `${provider}/${id} is a physical model`);
    }
    this.catalog.virtual.register(definition);
  }

  unregisterVirtualModel(provider: string, id: string): void {
    this.catalog.virtual.unregister(provider, id);
  }

  /**
   * The physical model and level of a request; for a physical model these are its own, clamped.
   * @throws ModelsError `provider` naming the virtual model when it gives no usable one.
   */
  async resolveModel(
    model: Model,
    messages: readonly LlmMessage[],
    options: ResolveModelOptions,
  ): Promise<Route> {
    const { thinkingLevel } = options;
    if (model.api !== virtualApi) return { model, thinkingLevel: clampThinkingLevel(model, thinkingLevel) };
    const request = { ...options, model, messages };
    return this.catalog.virtual.route(request, (provider) => this.hasConfiguredAuth(provider));
  }

  /** Sends a request with the model's credentials. Failures are `error` events, never exceptions. */
  stream(model: Model, context: Context, options: StreamOptions = {}): AssistantMessageStream {
    return new LazyStream(this.open(model, context, options));
  }

  /** As `stream`, for requests outside of a conversation: a virtual model is asked where it goes (models.md §21). */
  streamDirect(model: Model, context: Context, options: StreamOptions = {}): AssistantMessageStream {
    if (model.api !== virtualApi) return this.stream(model, context, options);
    return new LazyStream(this.routeAndOpen(model, context, options));
  }

  /** Never rejects. */
  private async routeAndOpen(
    model: Model,
    context: Context,
    options: StreamOptions,
  ): Promise<AssistantMessageStream> {
    const { signal, reasoning = "off" } = options;
    try {
      signal?.throwIfAborted();
      const question = { thinkingLevel: reasoning, reason: "direct", signal } as const;
      const asking = this.resolveModel(model, context.messages, question);
      const route = await withAbort(asking, signal);
      return await this.open(route.model, context, { ...options, reasoning: route.thinkingLevel });
    } catch (error) {
      if (signal?.aborted) return errorStream(model, abortedText, "aborted");
      return errorStream(model, errorText(error));
    }
  }

  /** The final message of a request; never rejects. */
  complete(model: Model, context: Context, options?: StreamOptions): Promise<AssistantMessage> {
    return this.stream(model, context, options).result();
  }

  /** Never rejects. */
  private async open(
    model: Model,
    context: Context,
    options: StreamOptions,
  ): Promise<AssistantMessageStream> {
    const { signal } = options;
    try {
      signal?.throwIfAborted();
      return await withAbort(this.dispatch(model, context, options), signal);
    } catch (error) {
      if (signal?.aborted) return errorStream(model, abortedText, "aborted");
      return errorStream(model, errorText(error));
    }
  }

  private async dispatch(
    model: Model,
    context: Context,
    options: StreamOptions,
  ): Promise<AssistantMessageStream> {
    const type: string | undefined = model.type;
    if (type !== undefined && type !== "chat") {
      throw new ModelsError(
        "provider",
        `${model.provider}/${model.id} is no chat model: its type is ${type}`,
      );
    }
    if (model.api === virtualApi) {
      throw new ModelsError("provider", `${model.provider}/${model.id} is a virtual model: route it first`);
    }
    const extension = this.catalog.streamFunction(model.provider, model.api);
    const [implementation, request] = await Promise.all([
      extension ? undefined : loadApi(model.api),
      this.preparer.prepare(model, context, options),
    ]);
    if (extension) return streamThroughExtension(extension, request.model, context, request.options);
    if (!implementation) throw new ModelsError("provider", `No API implementation for "${model.api}"`);
    return implementation.stream(request.model, context, request.options);
  }
}

/** Settles with the work, or rejects as soon as the signal aborts. */
async function withAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new Error(abortedText));
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (onAbort) signal.removeEventListener("abort", onAbort);
  }
}
