import type { Model, ThinkingLevel } from "@relay-harness/protocol";
import { virtualApi } from "../runtime/virtualModels.ts";
import {
  exactMatches,
  fullMatches,
  fuzzyMatches,
  groupByProvider,
  preferredModel,
  splitSuffix,
  type SuffixedReference,
} from "./matching.ts";
import { modelReference, type SelectionCatalog } from "./types.ts";

/** Models of these APIs are what they are: there are no others of their kind. */
const fixedApis: readonly string[] = [virtualApi, "relay-offline"];

export interface ReferenceOptions {
  /** Id or display name; restricts the search. */
  provider?: string;
  /** An unknown `:suffix` stays part of the id instead of being dropped with a warning. */
  isStrict?: boolean;
}

export type ReferenceMatch =
  { model: Model; thinkingLevel?: ThinkingLevel; warnings: string[] } | { error: string };

type Catalog = Pick<SelectionCatalog, "getModels" | "getProviders" | "hasConfiguredAuth">;

/** Finds the model that a reference such as `sonnet:high` or `openai/gpt-5-mini` means (models.md §8.1). */
export function matchReference(
  reference: string,
  catalog: Catalog,
  options: ReferenceOptions = {},
): ReferenceMatch {
  const text = reference.trim();
  const restriction = options.provider === undefined ? undefined : findProvider(catalog, options.provider);
  if (options.provider !== undefined && !restriction) {
    return { error: `Model not found: ${text} (unknown provider "${options.provider.trim()}")` };
  }
  const models = catalog.getModels().filter(({ provider }) => !restriction || provider === restriction);
  const suffixed = splitSuffix(text);
  const found = text === "" ? undefined : search(text, suffixed, models, catalog, options.isStrict ?? false);
  return found ?? customModel(text, suffixed, restriction, catalog) ?? { error: `Model not found: ${text}` };
}

/** Canonical id of a provider named by id or display name. */
export function findProvider(catalog: Pick<Catalog, "getProviders">, text: string): string | undefined {
  const wanted = text.trim().toLowerCase();
  const providers = catalog.getProviders();
  const byId = providers.find(({ id }) => id.toLowerCase() === wanted);
  return (byId ?? providers.find(({ name }) => name.toLowerCase() === wanted))?.id;
}

function search(
  text: string,
  suffixed: SuffixedReference | undefined,
  models: readonly Model[],
  catalog: Catalog,
  isStrict: boolean,
): ReferenceMatch | undefined {
  const exact = (name: string): ReferenceMatch | undefined =>
    choose(name, exactMatches(models, name), catalog);
  const fuzzy = (name: string): ReferenceMatch | undefined => {
    const matches = fuzzyMatches(models, name);
    return choose(name, matches.length > 0 ? matches : matchesUnderPrefix(name, models, catalog), catalog);
  };
  const { prefix, level } = suffixed ?? {};
  const found = exact(text);
  if (found || prefix === undefined) return found ?? fuzzy(text);
  if (level !== undefined)
    return withLevel(exact(prefix), level) ?? fuzzy(text) ?? withLevel(fuzzy(prefix), level);
  const whole = fuzzy(text);
  if (whole || isStrict) return whole;
  return withUnknownLevel(exact(prefix) ?? fuzzy(prefix), suffixed?.suffix ?? "");
}

/** `provider/part` searches for the part within the provider. */
function matchesUnderPrefix(text: string, models: readonly Model[], catalog: Catalog): Model[] {
  const named = namedProvider(text, catalog);
  if (!named) return [];
  return fuzzyMatches(
    models.filter(({ provider }) => provider === named.provider),
    named.rest,
  );
}

/** The provider that a `provider/…` text names, and what follows. */
function namedProvider(text: string, catalog: Catalog): { provider: string; rest: string } | undefined {
  const slash = text.indexOf("/");
  if (slash <= 0) return undefined;
  const provider = findProvider(catalog, text.slice(0, slash));
  return provider === undefined ? undefined : { provider, rest: text.slice(slash + 1) };
}

/** One model of the matches, or an error when providers compete. */
function choose(text: string, matches: readonly Model[], catalog: Catalog): ReferenceMatch | undefined {
  if (matches.length === 0) return undefined;
  const groups = groupByProvider(matches);
  const usable = [...groups.keys()].filter((provider) => catalog.hasConfiguredAuth(provider));
  const contenders = usable.length > 0 ? usable : [...groups.keys()];
  let candidates = contenders.flatMap((provider) => groups.get(provider) ?? []);
  if (contenders.length > 1) {
    // Gateways reuse `provider/id` as an id of their own: who names the provider means the provider.
    candidates = fullMatches(candidates, text);
    if (candidates.length === 0) return { error: ambiguityText(text, contenders, groups) };
  }
  const model = preferredModel(candidates);
  return model && { model, warnings: [] };
}

function ambiguityText(
  text: string,
  providers: readonly string[],
  groups: ReadonlyMap<string, Model[]>,
): string {
  const candidates = providers.flatMap((provider) => {
    const model = preferredModel(groups.get(provider) ?? []);
    return model ? modelReference(model) : [];
  });
  return `"${text}" matches models of several providers: ${candidates.join(", ")}. Choose one with --provider.`;
}

/** A model that the catalog does not know, of a provider that it knows. */
function customModel(
  text: string,
  suffixed: SuffixedReference | undefined,
  restriction: string | undefined,
  catalog: Catalog,
): ReferenceMatch | undefined {
  const level = suffixed?.level;
  const name = level === undefined ? text : (suffixed?.prefix ?? text);
  const named = namedProvider(name, catalog);
  const isNamed = named !== undefined && (restriction === undefined || named.provider === restriction);
  const provider = restriction ?? named?.provider;
  const id = isNamed ? named.rest : name;
  if (provider === undefined || id === "") return undefined;
  const isOfProvider = (model: Model): boolean =>
    model.provider === provider && !fixedApis.includes(model.api);
  const models = catalog.getModels().filter(isOfProvider);
  const defaultId = catalog.getProviders().find((summary) => summary.id === provider)?.defaultModel;
  const base = models.find((model) => model.id === defaultId) ?? models[0];
  if (!base) return undefined;
  const model: Model = { ...base, id, name: id, reasoning: level !== undefined || base.reasoning };
  const warning = `Model "${id}" not found for provider "${provider}". Using custom model id.`;
  return withLevel({ model, warnings: [warning] }, level);
}

function withLevel(
  match: ReferenceMatch | undefined,
  level: ThinkingLevel | undefined,
): ReferenceMatch | undefined {
  if (!match || "error" in match || level === undefined) return match;
  return { ...match, thinkingLevel: level };
}

function withUnknownLevel(match: ReferenceMatch | undefined, level: string): ReferenceMatch | undefined {
  if (!match || "error" in match) return match;
  const warning = `Ignored the unknown thinking level "${level}". Using ${modelReference(match.model)}.`;
  return { ...match, warnings: [...match.warnings, warning] };
}
