import type { Model } from "@relay-harness/protocol";
import { hasBundledModels, loadBundledModels } from "../catalog/catalog.ts";
import { offlineGuideModel, offlineProviderId } from "../catalog/offline.ts";
import { builtInProvider, canonicalProviderId, listBuiltInProviders } from "../catalog/providers.ts";
import type { ProviderAuthConfig } from "../credentials/resolver.ts";
import { completeModel, layerProviderEntry, type ConfiguredModel } from "../modelsJson/layers.ts";
import type { ProviderEntries, ProviderEntry } from "../modelsJson/schema.ts";
import { chatModels, checkProviderConfig, oauthImplementation, type ProviderConfig } from "./registration.ts";

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

/**
 * Models of all providers: bundled ones, what extensions registered and what `models.json` changes.
 * Bundled models must be loaded with `ensure` before reads, which are synchronous, show them.
 */
export class ProviderCatalog {
  private readonly bundled = new Map<string, Promise<Model[]> | Model[]>();
  private readonly registrations = new Map<string, ProviderConfig>();
  private entries: ProviderEntries = new Map();
  /** Layered models per provider, until something changes. */
  private readonly layered = new Map<string, ConfiguredModel[]>();

  /** Replaces what `models.json` says. */
  setEntries(entries: ProviderEntries): void {
    this.entries = entries;
    this.layered.clear();
  }

  /** @throws ModelsError `provider` for models without an API or base URL. */
  register(id: string, config: ProviderConfig): void {
    const provider = canonicalProviderId(id);
    checkProviderConfig(provider, config);
    this.registrations.set(provider, config);
    this.layered.delete(provider);
  }

  /** Restores what the registration replaced; no-op if there is none. */
  unregister(id: string): void {
    const provider = canonicalProviderId(id);
    this.registrations.delete(provider);
    this.layered.delete(provider);
  }

  registration(provider: string): ProviderConfig | undefined {
    return this.registrations.get(provider);
  }

  entry(provider: string): ProviderEntry | undefined {
    return this.entries.get(provider);
  }

  /** The registration that implements a custom API, preferring the provider's own. */
  streamRegistration(provider: string, api: string): ProviderConfig | undefined {
    const own = this.registrations.get(provider);
    const implementsApi = (config: ProviderConfig): boolean =>
      config.streamSimple !== undefined &&
      (config.api === api || chatModels(config).some((model) => model.api === api));
    if (own && implementsApi(own)) return own;
    return [...this.registrations.values()].find(implementsApi);
  }

  /** Authentication as configured; `models.json` lies above extensions. */
  authConfig(provider: string): ProviderAuthConfig {
    const registration = this.registrations.get(provider);
    const entry = this.entries.get(provider);
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
    return [...new Set([...builtIn, ...this.entries.keys(), ...this.registrations.keys()])];
  }

  summary(id: string): ProviderSummary | undefined {
    const provider = canonicalProviderId(id);
    const info = builtInProvider(provider);
    const registration = this.registrations.get(provider);
    const entry = this.entries.get(provider);
    if (!info && !registration && !entry) return undefined;
    return {
      id: provider,
      name: entry?.name ?? registration?.name ?? info?.name ?? provider,
      keyVariables: info?.keyVariables.map(({ name }) => name) ?? [],
      defaultModel: this.defaultModel(provider),
      oauth: info?.oauth === true || registration?.oauth !== undefined,
      acceptsApiKey: provider !== offlineProviderId && !info?.oauthOnly,
    };
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

  /** Models of a provider as far as they are loaded. */
  models(provider: string): readonly ConfiguredModel[] {
    const known = this.layered.get(provider);
    if (known) return known;
    const models = layerProviderEntry(provider, this.baseModels(provider), this.entries.get(provider));
    this.layered.set(provider, models);
    return models;
  }

  private baseModels(provider: string): ConfiguredModel[] {
    const registration = this.registrations.get(provider);
    if (registration?.models) {
      return chatModels(registration).map((model) => completeModel(provider, model, registration));
    }
    const models = provider === offlineProviderId ? [offlineGuideModel()] : this.bundled.get(provider);
    if (!Array.isArray(models)) return [];
    const { baseUrl } = registration ?? {};
    return models.map((model) => ({ model: baseUrl === undefined ? model : { ...model, baseUrl } }));
  }

  find(provider: string, id: string): ConfiguredModel | undefined {
    return this.models(canonicalProviderId(provider)).find(({ model }) => model.id === id);
  }
}
