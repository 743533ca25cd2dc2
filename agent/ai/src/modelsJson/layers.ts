import { isJsonObject, type JsonObject, type Model } from "@relay-harness/protocol";
import { sharedEndpoint } from "../catalog/catalog.ts";
import type { ModelEntry, ModelOverride, ProviderEntry } from "./schema.ts";

/** A model with the header values that were configured for it, unresolved and apart from the model. */
export interface ConfiguredModel {
  model: Model;
  headers?: Readonly<Record<string, string>>;
}

const defaultContextWindow = 128_000;
const defaultMaxTokens = 16_384;

/** Completes a configured model with the defaults of models.md §5. */
export function completeModel(
  provider: string,
  entry: ModelEntry,
  defaults: { api?: string; baseUrl?: string; compat?: Record<string, unknown> },
): ConfiguredModel {
  const shared = sharedEndpoint(provider);
  const { headers, compat, ...fields } = entry;
  const model: Model = {
    ...fields,
    name: entry.name ?? entry.id,
    api: entry.api ?? defaults.api ?? shared.api ?? "",
    provider,
    baseUrl: entry.baseUrl ?? defaults.baseUrl ?? shared.baseUrl ?? "",
    reasoning: entry.reasoning ?? false,
    input: entry.input ?? ["text"],
    cost: entry.cost ?? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: entry.contextWindow ?? defaultContextWindow,
    maxTokens: entry.maxTokens ?? defaultMaxTokens,
  };
  if (compat ?? defaults.compat) model.compat = { ...defaults.compat, ...compat };
  return headers ? { model, headers } : { model };
}

/** Puts what `models.json` says about a provider on top of its built-in or extension models (models.md §5). */
export function layerProviderEntry(
  provider: string,
  base: readonly ConfiguredModel[],
  entry: ProviderEntry | undefined,
): ConfiguredModel[] {
  if (!entry) return [...base];
  const models = new Map<string, ConfiguredModel>();
  for (const { model, headers } of base) {
    const changed: Model = { ...model };
    if (entry.baseUrl !== undefined) changed.baseUrl = entry.baseUrl;
    if (entry.compat) changed.compat = { ...model.compat, ...entry.compat };
    const overrides = entry.modelOverrides ?? {};
    const override = Object.hasOwn(overrides, model.id) ? overrides[model.id] : undefined;
    models.set(
      model.id,
      override ? applyOverride({ model: changed, headers }, override) : { model: changed, headers },
    );
  }
  for (const model of entry.models ?? []) models.set(model.id, completeModel(provider, model, entry));
  return [...models.values()];
}

function applyOverride({ model, headers }: ConfiguredModel, override: ModelOverride): ConfiguredModel {
  const { headers: overrideHeaders, ...fields } = override;
  const merged: JsonObject = { ...model };
  for (const [key, value] of Object.entries(fields)) {
    if (key === "id" || key === "api" || key === "baseUrl" || key === "provider") continue;
    const isNested = key === "samplingParamsByThinkingLevel" || key === "inputLimits";
    merged[key] = mergeField(merged[key], value, isNested);
  }
  const mergedHeaders = headers || overrideHeaders ? { ...headers, ...overrideHeaders } : undefined;
  // Fields were checked by the schema; the model's own required fields stay.
  return { model: merged as Model, headers: mergedHeaders };
}

function mergeField(current: unknown, value: unknown, isNested: boolean): unknown {
  if (!isJsonObject(value)) return value;
  const result: JsonObject = isJsonObject(current) ? { ...current } : {};
  for (const [key, item] of Object.entries(value)) {
    result[key] = isNested ? mergeField(result[key], item, isNested) : item;
  }
  return result;
}
