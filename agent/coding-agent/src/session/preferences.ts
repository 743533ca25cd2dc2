import type { QueueMode } from "@relay-harness/protocol";
import { withValue } from "../base/settings/settingsFile.ts";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import type { WarmingMode } from "./cacheWarming/cacheWarmer.ts";
import type { SettingKey } from "../base/settings/settingsTable.ts";

/** Session preferences that a user changes while it runs. */
export interface SessionPreferences {
  getAutoRetry(): boolean;
  setAutoRetry(enabled: boolean): Promise<void>;
  getAutoCompaction(): boolean;
  setAutoCompaction(enabled: boolean): Promise<void>;
  saveSteeringMode(mode: QueueMode): Promise<void>;
  saveFollowUpMode(mode: QueueMode): Promise<void>;
  saveCacheWarming(mode: WarmingMode): Promise<void>;
}

/** Preferences count at once in this process, even against a project's; saving them may fail. */
export function createPreferences(
  settings: SettingsManager,
  report: (line: string) => void,
): SessionPreferences {
  const save = async (key: SettingKey, value: unknown): Promise<void> => {
    settings.applyOverrides(withValue({}, { key, value }));
    try {
      await settings.set(key, value);
    } catch (error) {
      report(`Warning: could not save ${key}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return {
    getAutoRetry: () => settings.get("retry.enabled"),
    setAutoRetry: (enabled) => save("retry.enabled", enabled),
    getAutoCompaction: () => settings.get("compaction.enabled"),
    setAutoCompaction: (enabled) => save("compaction.enabled", enabled),
    saveSteeringMode: (mode) => save("steeringMode", mode),
    saveFollowUpMode: (mode) => save("followUpMode", mode),
    saveCacheWarming: (mode) => save("cacheWarming", mode),
  };
}
