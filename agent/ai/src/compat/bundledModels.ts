import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Model } from "@relay-harness/protocol";
import { catalogName, modelsFrom } from "../catalog/catalog.ts";
import { canonicalProviderId, listBuiltInProviders } from "../catalog/providers.ts";

/** Beside the source of the catalog, or of a bundle or its chunks. */
const places = ["../catalog/data/", "./catalog/", "../catalog/"];
const loaded = new Map<string, readonly Model[]>();

/**
 * A model of the build by exact ids, without what users and extensions change; `undefined`: there is none.
 * Reads a file at the first question about a provider: where a session is, ask its registry.
 */
export function getModel(provider: string, id: string): Model | undefined {
  return getModels(provider).find((model) => model.id === id);
}

/** All models that the build has of a provider. */
export function getModels(provider: string): Model[] {
  const canonical = canonicalProviderId(provider);
  const known = loaded.get(canonical) ?? readModels(canonical);
  loaded.set(canonical, known);
  return structuredClone([...known]);
}

/** Ids of the providers that the build has models of. */
export function getProviders(): string[] {
  return listBuiltInProviders().flatMap(({ id }) => (catalogName(id) === undefined ? [] : [id]));
}

function readModels(provider: string): Model[] {
  const name = catalogName(provider);
  if (name === undefined) return [];
  const file = places
    .map((place) => fileURLToPath(new URL(`${place}${name}.generated.ts`, import.meta.url)))
    .find((path) => existsSync(path));
  if (file === undefined)
    throw new Error(`The models of ${provider} are missing from this installation of Relay`);
  const source = readFileSync(file, "utf8");
  const json = source.slice(source.indexOf("`") + 1, source.lastIndexOf("`")).replace(/\\([\\`$])/g, "$1");
  return modelsFrom(provider, json);
}
