import type { SettingsManager } from "../../base/settings/settingsManager.ts";
import type { StoredCompactionSettings } from "../compaction/settings.ts";
import type { RetrySettings } from "../retry.ts";

/** Settings as the parts of a session take them, read when they are needed. */

export function imageSettings(settings: SettingsManager): { autoResize: boolean; blockImages: boolean } {
  return { autoResize: settings.get("images.autoResize"), blockImages: settings.get("images.blockImages") };
}

export function compactionSettings(settings: SettingsManager): StoredCompactionSettings {
  return {
    enabled: settings.get("compaction.enabled"),
    reserveTokens: settings.get("compaction.reserveTokens"),
    keepRecentTokens: settings.get("compaction.keepRecentTokens"),
    modelOverrides: settings.get("compaction.modelOverrides"),
  };
}

export function retrySettings(settings: SettingsManager): RetrySettings {
  return {
    enabled: settings.get("retry.enabled"),
    maxRetries: settings.get("retry.maxRetries"),
    baseDelayMs: settings.get("retry.baseDelayMs"),
    maxAgentDelayMs: settings.get("retry.maxAgentDelayMs"),
  };
}
