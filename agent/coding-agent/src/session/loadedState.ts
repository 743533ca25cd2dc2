import type { RpcSlashCommand, ResourceListing } from "@relay-harness/protocol";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import { settingKeys, settingOf } from "../base/settings/settingsTable.ts";

/** What of a session is read from files, as texts that can be compared. */
export interface LoadedState {
  /** Effective values by dotted key. */
  settings: ReadonlyMap<string, string | undefined>;
  /** By kind, `commands` among them; empty while nothing has been loaded. */
  resources: ReadonlyMap<string, string>;
}

export interface LoadedParts {
  settings: Pick<SettingsManager, "get">;
  listing?: ResourceListing;
  commands?: readonly RpcSlashCommand[];
}

export function loadedState({ settings, listing, commands }: LoadedParts): LoadedState {
  const isPublic = (key: (typeof settingKeys)[number]): boolean => !settingOf(key).isInternal;
  return {
    settings: new Map(settingKeys.filter(isPublic).map((key) => [key, JSON.stringify(settings.get(key))])),
    resources: new Map(
      Object.entries(listing ? { ...listing, commands } : {}).map(([kind, list]) => [
        kind,
        JSON.stringify(list),
      ]),
    ),
  };
}

/** Keys of what is another in the second state. */
export function changedKeys<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): string[] {
  return [...before.keys()].filter((key) => before.get(key) !== after.get(key));
}
