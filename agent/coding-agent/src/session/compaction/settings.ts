import type { Model } from "@relay-harness/protocol";

/** Settings `compaction.*` as they are stored; token values are checked when they are used. */
export interface StoredCompactionSettings {
  enabled: boolean;
  reserveTokens: unknown;
  keepRecentTokens: unknown;
  modelOverrides: unknown;
}

/** What counts for one model. Tokens. */
export interface CompactionSettings {
  enabled: boolean;
  reserveTokens: number;
  keepRecentTokens: number;
}

/** A stored value that cannot be used. The message names the setting and is part of the contract. */
export class CompactionSettingsError extends Error {
  override readonly name = "CompactionSettingsError";
}

/** What counts when nothing is configured. */
export const defaultCompactionSettings: Readonly<CompactionSettings> = {
  enabled: true,
  reserveTokens: 16_384,
  keepRecentTokens: 20_000,
};
const tokenKeys = ["reserveTokens", "keepRecentTokens"] as const;

/**
 * Token values of a model: its override, else the ordinary setting (sessions-and-tools.md §8.1).
 * Throws `CompactionSettingsError` for a bad value, also for an ordinary one that is overridden.
 */
export function resolveCompactionSettings(
  stored: StoredCompactionSettings,
  model: Pick<Model, "provider" | "id">,
): CompactionSettings {
  const ordinary = tokenValues(stored, "compaction");
  const override = overrideOf(stored.modelOverrides, `${model.provider}/${model.id}`);
  return { ...defaultCompactionSettings, enabled: stored.enabled, ...ordinary, ...override };
}

/** True when a context of `tokens` leaves less than the reserve. An unknown window (0) is never full. */
export function exceedsThreshold(
  tokens: number,
  contextWindow: number,
  { reserveTokens }: Pick<CompactionSettings, "reserveTokens">,
): boolean {
  return contextWindow > 0 && tokens > contextWindow - reserveTokens;
}

type TokenValues = Partial<Record<(typeof tokenKeys)[number], number>>;

function overrideOf(overrides: unknown, reference: string): TokenValues {
  if (overrides === undefined) return {};
  const all = demandObject(overrides, "compaction.modelOverrides");
  if (!Object.hasOwn(all, reference)) return {};
  const name = `compaction.modelOverrides["${reference}"]`;
  return tokenValues(demandObject(all[reference], name), name);
}

function tokenValues(source: object, name: string): TokenValues {
  const values: TokenValues = {};
  for (const key of tokenKeys) {
    const value = (source as Record<string, unknown>)[key];
    if (value === undefined) continue;
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
      throw new CompactionSettingsError(
        `Invalid ${name}.${key} setting: ${shown(value)}. Expected a non-negative safe integer.`,
      );
    }
    values[key] = value;
  }
  return values;
}

function demandObject(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new CompactionSettingsError(`Invalid ${name} setting: ${shown(value)}. Expected an object.`);
}

function shown(value: unknown): string {
  return typeof value === "number" ? String(value) : JSON.stringify(value);
}
