import type { Model } from "@relay-harness/protocol";
import { catalogIndex } from "./catalogIndex.generated.ts";
import { builtInProvider } from "./providers.ts";

/** What the index knows about a provider's bundled models before they are loaded. */
export interface CatalogIndexEntry {
  /** Base URL per API. */
  endpoints: Readonly<Record<string, string>>;
  /** Some models have a base URL of their own. */
  variesByModel?: true;
  load: () => Promise<{ json: string }>;
}

interface CatalogGroup {
  baseUrl: string;
  models: (Omit<Model, "api" | "provider" | "baseUrl"> & { baseUrl?: string })[];
}

/** Name of the list that a provider's models are in; `undefined`: the build has none. */
export function catalogName(provider: string): string | undefined {
  const name = builtInProvider(provider)?.modelsOf ?? provider;
  return Object.hasOwn(catalogIndex, name) ? name : undefined;
}

function indexEntry(provider: string): CatalogIndexEntry | undefined {
  return catalogIndex[builtInProvider(provider)?.modelsOf ?? provider];
}

/** True when the build has models for a provider. */
export function hasBundledModels(provider: string): boolean {
  return indexEntry(provider) !== undefined;
}

/** APIs and base URLs of a built-in provider. */
export function providerEndpoints(provider: string): Readonly<Record<string, string>> {
  return builtInProvider(provider)?.endpoints ?? indexEntry(provider)?.endpoints ?? {};
}

/** The API and base URL that all models of a built-in provider share; a part they do not share is absent. */
export function sharedEndpoint(provider: string): { api?: string; baseUrl?: string } {
  const endpoints = Object.entries(providerEndpoints(provider));
  const shared: { api?: string; baseUrl?: string } = {};
  const [first] = endpoints;
  if (!first) return shared;
  if (endpoints.length === 1) shared.api = first[0];
  const isOneUrl = endpoints.every(([, baseUrl]) => baseUrl === first[1]);
  if (isOneUrl && first[1] !== "" && !indexEntry(provider)?.variesByModel) shared.baseUrl = first[1];
  return shared;
}

/** Loads the bundled models of a provider, in catalog order. Every call returns fresh objects. */
export async function loadBundledModels(provider: string): Promise<Model[]> {
  const entry = indexEntry(provider);
  if (!entry) return [];
  const { json } = await entry.load();
  return modelsFrom(provider, json);
}

/** The bundled models of a provider, from the text that the build has of them. Fresh objects. */
export function modelsFrom(provider: string, json: string): Model[] {
  const groups = JSON.parse(json) as Record<string, CatalogGroup>;
  const ownEndpoints = builtInProvider(provider)?.endpoints;
  const models: Model[] = [];
  for (const [api, group] of Object.entries(groups)) {
    const groupUrl = ownEndpoints?.[api] ?? group.baseUrl;
    for (const { id, name, baseUrl = groupUrl, ...rest } of group.models) {
      models.push({ ...rest, id, name, api, provider, baseUrl } as Model);
    }
  }
  return models;
}
