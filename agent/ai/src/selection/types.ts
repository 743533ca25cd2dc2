import { thinkingLevels, type Model, type ThinkingLevel } from "@relay-harness/protocol";

/** What selection needs to know about models; `ModelRuntime` provides it for the models it has loaded. */
export interface SelectionCatalog {
  getModels(): readonly Model[];
  getAvailable(): readonly Model[];
  /** In catalog order. */
  getProviders(): readonly { id: string; name: string; defaultModel?: string }[];
  hasConfiguredAuth(provider: string): boolean;
}

/** A model of the scope that `--models` or `enabledModels` describes. */
export interface ScopeEntry {
  model: Model;
  /** Only when the pattern pins one. */
  thinkingLevel?: ThinkingLevel;
}

export function isThinkingLevel(value: unknown): value is ThinkingLevel {
  return thinkingLevels.some((level) => level === value);
}

/** `provider/id`. */
export function modelReference({ provider, id }: Pick<Model, "provider" | "id">): string {
  return `${provider}/${id}`;
}

export function isSameModel(
  a: Pick<Model, "provider" | "id">,
  b: Pick<Model, "provider" | "id"> | undefined,
): boolean {
  return b !== undefined && a.provider === b.provider && a.id === b.id;
}
