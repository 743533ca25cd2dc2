import { thinkingLevels, type Model, type ModelCost } from "@relay-harness/protocol";
import { sharedEndpoint } from "../catalog/catalog.ts";
import { builtInProvider, canonicalProviderId } from "../catalog/providers.ts";
import {
  anyObject,
  arrayOf,
  boolean,
  mapOf,
  memberPath,
  nonEmptyString,
  nonNegativeNumber,
  nullable,
  objectOf,
  oneOf,
  positiveNumber,
  type Check,
} from "./checks.ts";

/** `Model` without its index signature, which would blur every field that `Omit` leaves. */
type ModelFields = { [Key in keyof Model as string extends Key ? never : Key]: Model[Key] };

/** An entry of `models`: what is absent takes the defaults of models.md §5. */
export type ModelEntry = Pick<ModelFields, "id"> & Partial<Omit<ModelFields, "id" | "provider" | "type">>;

/** Changes to one model; objects merge, other fields replace. */
export type ModelOverride = Partial<Omit<ModelEntry, "id" | "api" | "baseUrl" | "cost">> & {
  cost?: Partial<ModelCost>;
};

/** What `models.json` says about a provider. Header and key values are unresolved. */
export interface ProviderEntry {
  name?: string;
  baseUrl?: string;
  apiKey?: string;
  api?: string;
  headers?: Record<string, string>;
  compat?: Record<string, unknown>;
  authHeader?: boolean;
  models?: ModelEntry[];
  modelOverrides?: Record<string, ModelOverride>;
}

export type ProviderEntries = ReadonlyMap<string, ProviderEntry>;

const rates = {
  input: nonNegativeNumber,
  output: nonNegativeNumber,
  cacheRead: nonNegativeNumber,
  cacheWrite: nonNegativeNumber,
};
const rateNames = Object.keys(rates);
const tiers = arrayOf(
  objectOf({ ...rates, inputTokensAbove: nonNegativeNumber }, [...rateNames, "inputTokensAbove"]),
);

function byLevel(check: Check): Check {
  return objectOf(Object.fromEntries(thinkingLevels.map((level) => [level, check])));
}

const imageLimits = objectOf({
  resize: objectOf({
    maxWidth: positiveNumber,
    maxHeight: positiveNumber,
    maxBytes: positiveNumber,
    jpegQuality: positiveNumber,
  }),
  maxPerMessage: nonNegativeNumber,
  maxPerRequest: nonNegativeNumber,
});

const sharedFields = {
  name: nonEmptyString,
  reasoning: boolean,
  thinkingLevelMap: byLevel(nullable(nonEmptyString)),
  input: arrayOf(oneOf("text", "image")),
  inputLimits: objectOf({ maxRequestBytes: positiveNumber, images: imageLimits }),
  promptCache: objectOf({ short: positiveNumber, long: positiveNumber }),
  contextWindow: positiveNumber,
  maxTokens: positiveNumber,
  samplingParams: anyObject,
  samplingParamsByThinkingLevel: byLevel(anyObject),
  headers: mapOf(nonEmptyString),
  compat: anyObject,
};

const modelEntry = objectOf(
  {
    ...sharedFields,
    id: nonEmptyString,
    api: nonEmptyString,
    baseUrl: nonEmptyString,
    cost: objectOf({ ...rates, tiers }, rateNames),
  },
  ["id"],
);

const providerEntry = objectOf({
  name: nonEmptyString,
  baseUrl: nonEmptyString,
  apiKey: nonEmptyString,
  api: nonEmptyString,
  headers: mapOf(nonEmptyString),
  compat: anyObject,
  authHeader: boolean,
  models: arrayOf(modelEntry),
  modelOverrides: mapOf(objectOf({ ...sharedFields, cost: objectOf({ ...rates, tiers }) })),
});

const modelsFile = objectOf({ providers: mapOf(providerEntry) }, ["providers"]);

/** Checks the parsed contents of `models.json`. */
export function checkModelsFile(file: unknown): { problem: string } | { providers: ProviderEntries } {
  const problem = modelsFile(file, "");
  if (problem !== undefined) return { problem };
  // The check above has established the shape.
  const entries = Object.entries((file as { providers: Record<string, ProviderEntry> }).providers);
  for (const [id, entry] of entries) {
    const unplaced = unplacedModel(id, entry);
    if (unplaced !== undefined) return { problem: unplaced };
  }
  // A canonical id wins over its alias.
  const aliasesFirst = entries.toSorted(([a], [b]) => isCanonical(a) - isCanonical(b));
  return { providers: new Map(aliasesFirst.map(([id, entry]) => [canonicalProviderId(id), entry])) };
}

function isCanonical(id: string): number {
  return canonicalProviderId(id) === id ? 1 : 0;
}

/** A model that neither its entry, its provider nor the built-in provider gives an API and a base URL. */
function unplacedModel(id: string, entry: ProviderEntry): string | undefined {
  const provider = canonicalProviderId(id);
  const shared = builtInProvider(provider) ? sharedEndpoint(provider) : {};
  const isUrlOptional = provider === "azure-openai-responses";
  for (const [index, model] of (entry.models ?? []).entries()) {
    const path = `${memberPath("providers", id)}.models[${index}]`;
    if (!(model.api ?? entry.api ?? shared.api)) return `${path} needs an api, here or at the provider`;
    if (!(model.baseUrl ?? entry.baseUrl ?? shared.baseUrl) && !isUrlOptional) {
      return `${path} needs a baseUrl, here or at the provider`;
    }
  }
  return undefined;
}
