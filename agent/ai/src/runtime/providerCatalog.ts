import type { Model } from "@relay-harness/protocol";
import { hasBundledModels, loadBundledModels } from "../catalog/catalog.ts";
import { offlineGuideModel, offlineProviderId } from "../catalog/offline.ts";
import { builtInProvider, canonicalProviderId, listBuiltInProviders } from "../catalog/providers.ts";
import type { ProviderAuthConfig } from "../credentials/resolver.ts";
import type { Credential, OAuthCredential } from "../credentials/types.ts";
import { completeModel, layerProviderEntry, type ConfiguredModel } from "../modelsJson/layers.ts";
import type { ProviderEntries, ProviderEntry } from "../modelsJson/schema.ts";
import type { NativeProvider } from "./nativeProvider.ts";
import {
  completeSpecialModel,
  isSpecialEntry,
  type Classifier,
  type ImageGenerator,
  type SpecialModelType,
  type SpecialModelTypes,
} from "./specialModels.ts";
import { VirtualModels } from "./virtualModels.ts";
import {
  chatModels,
  checkProviderConfig,
  oauthImplementation,
  type ProviderConfig,
  type StreamSimple,
} from "./registration.ts";

/** A provider as callers see it. */
export interface ProviderSummary {
  id: string;
  name: string;
  /** Key variables in order of precedence. */
  keyVariables: readonly string[];
  defaultModel?: string;
  /** Can be signed in to. */
  oauth: boolean;
  /** Can be given an API key. */
  acceptsApiKey: boolean;
}

interface LayeredModels {
  /** What a complete provider listed, or the credential that changed the models: another one means other models. */
  source: unknown;
  models: ConfiguredModel[];
}

const noModels: readonly Model[] = [];

/** A provider whose `getModels` throws lists no models. */
function nativeModels(provider: NativeProvider): readonly Model[] {
  try {
    return provider.getModels();
  } catch {
    return noModels;
  }
}

/**
 * Models of all providers: bundled ones, what extensions registered and what `models.json` changes.
 * Bundled models must be loaded with `ensure` before reads, which are synchronous, show them.
 */
export class ProviderCatalog {
  readonly virtual = new VirtualModels();
  private readonly bundled = new Map<string, Promise<Model[]> | Model[]>();
  private readonly registrations = new Map<string, ProviderConfig>();
  private readonly natives = new Map<string, NativeProvider>();
  /** Models that a registration has listed itself. */
  private readonly listed = new Map<string, NonNullable<ProviderConfig["models"]>>();
  private entries: ProviderEntries = new Map();
  /** Layered models per provider, until something changes. */
  private readonly layered = new Map<string, LayeredModels>();

  /** `credential`: what is stored of a provider. */
  constructor(private readonly credential: (provider: string) => Credential | undefined = () => undefined) {}

  /** Replaces what `models.json` says. */
  setEntries(entries: ProviderEntries): void {
    this.entries = entries;
    this.layered.clear();
  }

  /** @throws ModelsError `provider` for models without an API or base URL. */
  register(id: string, config: ProviderConfig): void {
    const provider = canonicalProviderId(id);
    checkProviderConfig(provider, config);
    this.unregister(provider);
    this.registrations.set(provider, config);
  }

  /** Registers the complete form; it replaces the provider's models and credentials. */
  registerNative(provider: NativeProvider): void {
    const id = canonicalProviderId(provider.id);
    this.unregister(id);
    this.natives.set(id, provider);
  }

  /** Restores what the registration replaced; no-op if there is none. */
  unregister(id: string): void {
    const provider = canonicalProviderId(id);
    this.registrations.delete(provider);
    this.natives.delete(provider);
    this.listed.delete(provider);
    this.layered.delete(provider);
  }

  registration(provider: string): ProviderConfig | undefined {
    return this.registrations.get(provider);
  }

  entry(provider: string): ProviderEntry | undefined {
    return this.entries.get(provider);
  }

  native(provider: string): NativeProvider | undefined {
    return this.natives.get(provider);
  }

  /** Providers that can list their models themselves. */
  refreshableProviders(): string[] {
    return this.providerIds().filter(
      (id) => this.natives.get(id)?.refreshModels ?? this.registrations.get(id)?.refreshModels,
    );
  }

  /** Replaces the models of a registration by those it has listed. */
  setListedModels(provider: string, models: NonNullable<ProviderConfig["models"]>): void {
    this.listed.set(provider, models);
    this.layered.delete(provider);
  }

  /** The extension's function for a model: the provider's own, else one that implements a custom API. */
  streamFunction(provider: string, api: string): StreamSimple | undefined {
    const native = this.natives.get(provider)?.streamSimple;
    if (native) return native;
    const own = this.registrations.get(provider);
    if (own && this.implementsApi(provider, own, api)) return own.streamSimple;
    for (const [id, config] of this.registrations) {
      if (this.implementsApi(id, config, api)) return config.streamSimple;
    }
    return undefined;
  }

  private implementsApi(provider: string, config: ProviderConfig, api: string): boolean {
    if (!config.streamSimple) return false;
    const models = chatModels(this.listed.get(provider) ?? config.models);
    return config.api === api || models.some((model) => model.api === api);
  }

  /** Authentication as configured; `models.json` lies above extensions. */
  authConfig(provider: string): ProviderAuthConfig {
    const registration = this.registrations.get(provider);
    const entry = this.entries.get(provider);
    const native = this.natives.get(provider);
    if (native && entry?.apiKey === undefined) {
      const { apiKey: custom, oauth } = native.auth;
      return { custom, oauth, authHeader: entry?.authHeader, baseUrl: entry?.baseUrl ?? native.baseUrl };
    }
    const oauth = registration?.oauth;
    return {
      apiKey: entry?.apiKey ?? registration?.apiKey,
      ...(entry?.apiKey === undefined ? { isRegistered: true } : {}),
      authHeader: entry?.authHeader ?? registration?.authHeader,
      baseUrl: entry?.baseUrl ?? registration?.baseUrl,
      ...(oauth ? { oauth: oauthImplementation(oauth) } : {}),
    };
  }

  /** Ids in catalog order, then those of `models.json` and of extensions. */
  providerIds(): string[] {
    const builtIn = listBuiltInProviders().map(({ id }) => id);
    return [
      ...new Set([
        ...builtIn,
        ...this.entries.keys(),
        ...this.registrations.keys(),
        ...this.natives.keys(),
        ...this.virtual.providerIds(),
      ]),
    ];
  }

  summary(id: string): ProviderSummary | undefined {
    const provider = canonicalProviderId(id);
    const info = builtInProvider(provider);
    const registration = this.registrations.get(provider);
    const native = this.natives.get(provider);
    const entry = this.entries.get(provider);
    const isKnown = info ?? registration ?? native ?? entry ?? this.isVirtualOnly(provider);
    if (!isKnown) return undefined;
    return {
      id: provider,
      name: entry?.name ?? registration?.name ?? native?.name ?? info?.name ?? provider,
      keyVariables: info?.keyVariables.map(({ name }) => name) ?? [],
      defaultModel: this.defaultModel(provider),
      oauth: native
        ? native.auth.oauth !== undefined
        : info?.oauth === true || registration?.oauth !== undefined,
      acceptsApiKey: native
        ? native.auth.apiKey !== undefined
        : provider !== offlineProviderId && !info?.oauthOnly && !this.isVirtualOnly(provider),
    };
  }

  /** True for a provider that exists only through virtual models; it needs no credentials. */
  isVirtualOnly(provider: string): boolean {
    const others = [this.registrations, this.natives, this.entries];
    if (builtInProvider(provider) || others.some((map) => map.has(provider))) return false;
    return this.virtual.models(provider).length > 0;
  }

  private defaultModel(provider: string): string | undefined {
    const info = builtInProvider(provider);
    const models = this.models(provider);
    const isListed = (id: string | undefined): boolean => models.some(({ model }) => model.id === id);
    if (info?.defaultModel && isListed(info.defaultModel)) return info.defaultModel;
    if (info?.secondDefaultModel && isListed(info.secondDefaultModel)) return info.secondDefaultModel;
    return models[0]?.model.id;
  }

  /** Loads the bundled models of providers that are not loaded yet. */
  async ensure(providers: Iterable<string>): Promise<void> {
    const waiting: Promise<unknown>[] = [];
    for (const id of providers) {
      const provider = canonicalProviderId(id);
      if (!hasBundledModels(provider)) continue;
      const known = this.bundled.get(provider);
      if (Array.isArray(known)) continue;
      waiting.push(known ?? this.load(provider));
    }
    await Promise.all(waiting);
  }

  private load(provider: string): Promise<Model[]> {
    const loading = loadBundledModels(provider).then((models) => {
      this.bundled.set(provider, models);
      this.layered.delete(provider);
      return models;
    });
    this.bundled.set(provider, loading);
    return loading;
  }

  /** Models of a provider as far as they are loaded; a virtual one hides another of its id. */
  models(provider: string): readonly ConfiguredModel[] {
    const physical = this.physicalModels(provider);
    const virtual = this.virtual.models(provider);
    if (virtual.length === 0) return physical;
    const visible = physical.filter(({ model }) => !this.virtual.has(model));
    return [...visible, ...virtual.map((model) => ({ model }))];
  }

  /** As `models`, without virtual ones. */
  physicalModels(provider: string): readonly ConfiguredModel[] {
    const native = this.natives.get(provider);
    const listed = native && nativeModels(native);
    const credential = listed ? undefined : this.modifyingCredential(provider);
    const source = listed ?? credential;
    const known = this.layered.get(provider);
    if (known && known.source === source) return known.models;
    const base = listed ? listed.map((model) => ({ model })) : this.baseModels(provider, credential);
    const models = layerProviderEntry(provider, base, this.entries.get(provider));
    this.layered.set(provider, { source, models });
    return models;
  }

  /** A stored credential that the registration changes its models by. */
  private modifyingCredential(provider: string): OAuthCredential | undefined {
    if (!this.registrations.get(provider)?.oauth?.modifyModels) return undefined;
    const credential = this.credential(provider);
    return credential?.type === "oauth" ? credential : undefined;
  }

  private baseModels(provider: string, credential: OAuthCredential | undefined): ConfiguredModel[] {
    const models = this.unmodifiedModels(provider);
    const modify = this.registrations.get(provider)?.oauth?.modifyModels;
    if (!modify || !credential) return models;
    try {
      const changed = modify(structuredClone(models.map(({ model }) => model)), credential);
      return changed.map((model) => ({ ...models.find((one) => one.model.id === model.id), model }));
    } catch {
      // As a provider whose list cannot be had: those that are known stay.
      return models;
    }
  }

  private unmodifiedModels(provider: string): ConfiguredModel[] {
    const registration = this.registrations.get(provider);
    const own = this.listed.get(provider) ?? registration?.models;
    if (registration && own) {
      return chatModels(own).map((model) => completeModel(provider, model, registration));
    }
    const models = provider === offlineProviderId ? [offlineGuideModel()] : this.bundled.get(provider);
    if (!Array.isArray(models)) return [];
    const { baseUrl } = registration ?? {};
    return models.map((model) => ({ model: baseUrl === undefined ? model : { ...model, baseUrl } }));
  }

  /** Models of another type than chat, in catalog order. */
  special<T extends SpecialModelType>(type: T, provider?: string): SpecialModelTypes[T][] {
    const ids = provider === undefined ? this.providerIds() : [canonicalProviderId(provider)];
    const isWanted = (model: { type?: string }): model is SpecialModelTypes[T] => model.type === type;
    return ids.flatMap((id) => {
      const config = this.registrations.get(id);
      const native = this.natives.get(id)?.getAllModels?.() ?? [];
      const own = (this.listed.get(id) ?? config?.models ?? []).filter(isSpecialEntry);
      return [...native, ...own.map((entry) => completeSpecialModel(id, entry, config ?? {}))].filter(
        isWanted,
      );
    });
  }

  imageGenerator(provider: string, api: string): ImageGenerator["generateImages"] | undefined {
    const config = this.registrations.get(provider)?.images?.[api];
    return this.natives.get(provider)?.generateImages ?? config?.generateImages.bind(config);
  }

  classifier(provider: string, api: string): Classifier["classify"] | undefined {
    const config = this.registrations.get(provider)?.classifiers?.[api];
    return this.natives.get(provider)?.classify ?? config?.classify.bind(config);
  }

  /** Ids of providers that extensions or programs registered. */
  registeredIds(): string[] {
    return [...this.registrations.keys(), ...this.natives.keys()];
  }

  find(provider: string, id: string): ConfiguredModel | undefined {
    return this.models(canonicalProviderId(provider)).find(({ model }) => model.id === id);
  }
}
