import type { Model, ThinkingLevel } from "@relay-harness/protocol";
import { isThinkingLevel, modelReference } from "./types.ts";

/** A reference split at its last `:`. */
export interface SuffixedReference {
  prefix: string;
  suffix: string;
  /** Set when the suffix is one. */
  level?: ThinkingLevel;
}

export function splitSuffix(text: string): SuffixedReference | undefined {
  const colon = text.lastIndexOf(":");
  if (colon <= 0) return undefined;
  const suffix = text.slice(colon + 1);
  return { prefix: text.slice(0, colon), suffix, ...(isThinkingLevel(suffix) ? { level: suffix } : {}) };
}

/** Models whose `provider/id` or bare id is the text: case-sensitively, else whatever the case. */
export function exactMatches(models: readonly Model[], text: string): Model[] {
  const sensitive = models.filter((model) => model.id === text || modelReference(model) === text);
  if (sensitive.length > 0) return sensitive;
  const wanted = text.toLowerCase();
  return models.filter(
    (model) => model.id.toLowerCase() === wanted || modelReference(model).toLowerCase() === wanted,
  );
}

/** Those of several matches that the text names with their provider. */
export function fullMatches(models: readonly Model[], text: string): Model[] {
  const wanted = text.toLowerCase();
  return models.filter((model) => modelReference(model).toLowerCase() === wanted);
}

/** Models whose id or name contains the text. */
export function fuzzyMatches(models: readonly Model[], text: string): Model[] {
  const wanted = text.toLowerCase();
  if (wanted === "") return [];
  return models.filter(
    ({ id, name }) => id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted),
  );
}

const dateSuffix = /-(?:\d{8}|\d{4}-\d{2}-\d{2})$/;

/** The best of several models of one provider: without a date suffix, then the highest id. */
export function preferredModel(models: readonly Model[]): Model | undefined {
  const undated = models.filter(({ id }) => !dateSuffix.test(id));
  const candidates = undated.length > 0 ? undated : models;
  return candidates.reduce<Model | undefined>(
    (best, model) => (best === undefined || model.id > best.id ? model : best),
    undefined,
  );
}

export function groupByProvider(models: readonly Model[]): Map<string, Model[]> {
  const groups = new Map<string, Model[]>();
  for (const model of models) {
    const group = groups.get(model.provider);
    if (group) group.push(model);
    else groups.set(model.provider, [model]);
  }
  return groups;
}
