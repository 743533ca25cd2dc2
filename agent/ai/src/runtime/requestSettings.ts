import type { StreamOptions, ThinkingBudgets } from "../types.ts";

/** The settings that shape requests, named as in the settings file (seeds/settings.md). */
export interface RequestSettings {
  httpProxy?: string;
  /** Milliseconds; 0 is off. */
  httpIdleTimeoutMs?: number;
  retry?: { provider?: { timeoutMs?: number; maxRetries?: number; maxRetryDelayMs?: number } };
  /** Default true. `RELAY_TELEMETRY` overrides it. */
  enableInstallTelemetry?: boolean;
  images?: { blockImages?: boolean };
  thinkingBudgets?: ThinkingBudgets;
}

/** Request options that follow from settings; unset values are absent. */
export function optionsFromSettings(
  settings: RequestSettings,
  env: Readonly<Record<string, string | undefined>>,
): StreamOptions {
  const provider = settings.retry?.provider;
  return withoutUndefined({
    httpProxy: settings.httpProxy,
    idleTimeoutMs: settings.httpIdleTimeoutMs,
    timeoutMs: provider?.timeoutMs,
    maxRetries: provider?.maxRetries,
    maxRetryDelayMs: provider?.maxRetryDelayMs,
    blockImages: settings.images?.blockImages,
    thinkingBudgets: settings.thinkingBudgets,
    attribution: sendsAttribution(settings, env),
  });
}

/** The options without members that are `undefined`, so that spreading them hides nothing. */
export function withoutUndefined(options: StreamOptions): StreamOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function sendsAttribution(
  settings: RequestSettings,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const override = env.RELAY_TELEMETRY?.trim().toLowerCase();
  if (override === "1" || override === "true" || override === "yes") return true;
  if (override === "0" || override === "false" || override === "no") return false;
  return settings.enableInstallTelemetry ?? true;
}
