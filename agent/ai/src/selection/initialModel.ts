import type { Model } from "@relay-harness/protocol";
import { canonicalProviderId } from "../catalog/providers.ts";
import { virtualApi } from "../runtime/virtualModels.ts";
import { exactMatches } from "./matching.ts";
import { modelReference, type ScopeEntry, type SelectionCatalog } from "./types.ts";

export interface InitialModelInput {
  /** What `--model` named. */
  requested?: Model;
  /** A session is continued: the scope does not choose. */
  isResuming?: boolean;
  /** The selection recorded on the branch. */
  resumed?: { provider: string; modelId: string };
  scope?: readonly ScopeEntry[];
  defaultProvider?: string;
  defaultModel?: string;
  /** Asked when nothing else gives a model, see `findStandInModel`. */
  findStandIn?: () => Promise<Model | undefined>;
}

export interface InitialModel {
  model?: Model;
  source: "flag" | "session" | "scope" | "default" | "available" | "standIn" | "none";
  /** For the user, in order. */
  notices: string[];
}

type Catalog = Pick<SelectionCatalog, "getModels" | "getAvailable" | "getProviders" | "hasConfiguredAuth">;

/**
 * The model a session starts with (models.md §8.3). The catalog must have loaded the models of all
 * providers that are available or named by the input.
 */
export async function chooseInitialModel(input: InitialModelInput, catalog: Catalog): Promise<InitialModel> {
  if (input.requested) return { model: input.requested, source: "flag", notices: [] };
  const { resumed } = input;
  const restored = resumed && catalog.getModels().find(isNamed(resumed));
  if (restored && catalog.hasConfiguredAuth(restored.provider)) {
    return { model: restored, source: "session", notices: [] };
  }
  const next = await chooseWithoutSession(input, catalog);
  if (!resumed) return next;
  const failure = `Could not restore model ${resumed.provider}/${resumed.modelId}.`;
  const notice = next.model ? `${failure} Using ${modelReference(next.model)}` : failure;
  return { ...next, notices: [notice, ...next.notices] };
}

function isNamed({ provider, modelId }: { provider: string; modelId: string }): (model: Model) => boolean {
  const canonical = canonicalProviderId(provider);
  return (model) => model.provider === canonical && model.id === modelId;
}

async function chooseWithoutSession(input: InitialModelInput, catalog: Catalog): Promise<InitialModel> {
  const scoped = input.isResuming ? undefined : input.scope?.[0]?.model;
  if (scoped) return { model: scoped, source: "scope", notices: [] };
  const notices: string[] = [];
  const { defaultProvider, defaultModel } = input;
  if (defaultProvider !== undefined || defaultModel !== undefined) {
    const model = configuredDefault(defaultProvider, defaultModel, catalog);
    if (model) return { model, source: "default", notices };
    const value = [defaultProvider, defaultModel].filter((part) => part !== undefined).join("/");
    notices.push(`Default model ${value} is not available.`);
  }
  const available = firstAvailable(catalog);
  if (available) return { model: available, source: "available", notices };
  const standIn = await input.findStandIn?.();
  return standIn ? { model: standIn, source: "standIn", notices } : { source: "none", notices };
}

/** No suffix, glob or fuzzy match here. */
function configuredDefault(
  provider: string | undefined,
  modelId: string | undefined,
  catalog: Catalog,
): Model | undefined {
  const available = catalog.getAvailable();
  if (provider === undefined) {
    const matches = exactMatches(available, modelId ?? "");
    return new Set(matches.map((model) => model.provider)).size === 1 ? matches[0] : undefined;
  }
  const wanted = canonicalProviderId(provider.trim().toLowerCase());
  const models = available.filter((model) => model.provider.toLowerCase() === wanted);
  if (modelId === undefined) return defaultOf(models, catalog);
  return exactMatches(models, modelId)[0];
}

/** The default model of the provider that these models belong to. */
function defaultOf(models: readonly Model[], catalog: Catalog): Model | undefined {
  const provider = models[0]?.provider;
  const defaultId = catalog.getProviders().find(({ id }) => id === provider)?.defaultModel;
  return models.find(({ id }) => id === defaultId) ?? models[0];
}

function firstAvailable(catalog: Catalog): Model | undefined {
  // A virtual model is chosen by name only: it may be listed without any model behind it.
  const available = catalog.getAvailable().filter(({ api }) => api !== virtualApi);
  const provider = available[0]?.provider;
  return defaultOf(
    available.filter((model) => model.provider === provider),
    catalog,
  );
}
