import type {
  ClassifierResult,
  Context,
  ImagesResult,
  ModelRuntime,
  NativeProvider,
  ProviderConfig,
  SpecialModelType,
  SpecialModelTypes,
  StreamOptions,
  VirtualModelDefinition,
} from "@relay-harness/ai";
import type { AssistantMessage, Model } from "@relay-harness/protocol";
import { AuthStorage } from "./authStorage.ts";
import { errorText } from "./errors.ts";

type Auth = Awaited<ReturnType<ModelRuntime["getAuth"]>>;

/** What a request of a model would carry, or why it cannot be sent. */
export type KeyAndHeaders =
  | {
      ok: true;
      apiKey?: string;
      /** `null` removes a header. */
      headers?: Record<string, string | null>;
      baseUrl?: string;
      env?: Record<string, string>;
    }
  | { ok: false; error: string };

/** Models, credentials and requests as extensions use them (extension-api.md §7). */
export class ModelRegistry {
  readonly authStorage: AuthStorage;

  constructor(private readonly models: ModelRuntime) {
    this.authStorage = new AuthStorage(models);
  }

  getAll(): Model[] {
    return this.models.getModels();
  }

  /** Those whose provider has credentials. */
  getAvailable(): Model[] {
    return this.models.getAvailable();
  }

  find(provider: string, modelId: string): Model | undefined {
    return this.models.getModel(provider, modelId);
  }

  /** Loads bundled models and lets providers list theirs anew. */
  async refresh(): Promise<void> {
    await this.models.ensureProviders("available");
    await this.models.refresh();
  }

  getError(): string | undefined {
    return this.models.getError();
  }

  hasConfiguredAuth(model: string | Pick<Model, "provider">): boolean {
    return this.models.hasConfiguredAuth(model);
  }

  getProvider(provider: string): ReturnType<ModelRuntime["getProvider"]> {
    return this.models.getProvider(provider);
  }

  /** Renews and runs commands as needed; rejects when there is no credential. */
  getProviderAuth(provider: string): Promise<Auth> {
    return this.models.getAuth(provider);
  }

  getProviderAuthStatus(provider: string): ReturnType<ModelRuntime["getProviderAuthStatus"]> {
    return this.models.getProviderAuthStatus(provider);
  }

  getProviderDisplayName(provider: string): string {
    return this.models.getProvider(provider)?.name ?? provider;
  }

  getApiKeyForProvider(provider: string): Promise<string | undefined> {
    return this.authStorage.getApiKey(provider);
  }

  /** Of a model's provider; `undefined` without a credential. `getApiKeyAndHeaders` says all that a request needs. */
  getApiKey(model: Pick<Model, "provider">): Promise<string | undefined> {
    return this.getApiKeyForProvider(model.provider);
  }

  isUsingOAuth(model: string | Pick<Model, "provider">): boolean {
    return this.models.isUsingOAuth(model);
  }

  /** Never rejects. */
  async getApiKeyAndHeaders(model: Model): Promise<KeyAndHeaders> {
    try {
      const { apiKey, headers, baseUrl, env } = await this.models.getAuth(model);
      return {
        ok: true,
        ...(apiKey !== undefined && { apiKey }),
        ...(headers && { headers }),
        ...(baseUrl !== undefined && { baseUrl }),
        ...(env && { env }),
      };
    } catch (error) {
      return { ok: false, error: errorText(error) };
    }
  }

  /** Failures are `error` events. */
  stream(model: Model, context: Context, options?: StreamOptions): ReturnType<ModelRuntime["stream"]> {
    return this.models.streamDirect(model, context, options);
  }

  /** As `stream`: options mean the same for every provider. */
  streamSimple(model: Model, context: Context, options?: StreamOptions): ReturnType<ModelRuntime["stream"]> {
    return this.models.streamDirect(model, context, options);
  }

  /** The final message; never rejects. */
  complete(model: Model, context: Context, options?: StreamOptions): Promise<AssistantMessage> {
    return this.models.streamDirect(model, context, options).result();
  }

  /** Image or classifier models. */
  getModelsOfType<T extends SpecialModelType>(type: T, provider?: string): SpecialModelTypes[T][] {
    return this.models.getModelsOfType(type, provider);
  }

  getModelOfType<T extends SpecialModelType>(
    type: T,
    provider: string,
    modelId: string,
  ): SpecialModelTypes[T] | undefined {
    return this.models.getModelOfType(type, provider, modelId);
  }

  findOfType<T extends SpecialModelType>(
    type: T,
    provider: string,
    modelId: string,
  ): SpecialModelTypes[T] | undefined {
    return this.models.getModelOfType(type, provider, modelId);
  }

  getAvailableOfType<T extends SpecialModelType>(type: T): Promise<SpecialModelTypes[T][]> {
    return this.models.getAvailableOfType(type);
  }

  /** Never rejects. */
  classify(...request: Parameters<ModelRuntime["classify"]>): Promise<ClassifierResult> {
    return this.models.classify(...request);
  }

  /** Never rejects. */
  generateImages(...request: Parameters<ModelRuntime["generateImages"]>): Promise<ImagesResult> {
    return this.models.generateImages(...request);
  }

  registerVirtualModel(definition: VirtualModelDefinition): void {
    this.models.registerVirtualModel(definition);
  }

  unregisterVirtualModel(provider: string, modelId: string): void {
    this.models.unregisterVirtualModel(provider, modelId);
  }

  getRegisteredProviderConfig(provider: string): ProviderConfig | undefined {
    return this.models.getRegisteredProviderConfig(provider);
  }

  getRegisteredNativeProvider(provider: string): NativeProvider | undefined {
    return this.models.getRegisteredNativeProvider(provider);
  }

  getRegisteredProviderIds(): string[] {
    return this.models.getRegisteredProviderIds();
  }

  registerProvider(name: string, config: ProviderConfig): void {
    this.models.registerProvider(name, config);
  }

  registerNativeProvider(provider: NativeProvider): void {
    this.models.registerNativeProvider(provider);
  }

  unregisterProvider(name: string): void {
    this.models.unregisterProvider(name);
  }
}
