import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SettingsManager } from "./settings/settingsManager.ts";

export interface ExtensionSources {
  cwd: string;
  agentDir: string;
  settings: Pick<SettingsManager, "getIn" | "isProjectTrusted">;
  /** Named on the command line. */
  additionalPaths: readonly string[];
  noExtensions: boolean;
}

/** It names a package that has to be fetched: one of npm or git (cli.md §11.1). */
export function isRemoteSource(text: string): boolean {
  return /^(?:npm:|git:|https?:\/\/|ssh:\/\/)/.test(text.trim());
}

/** Whether the settings name packages; those of a project count once it is trusted. */
export function hasPackageSources(settings: ExtensionSources["settings"]): boolean {
  const names = (scope: "user" | "project"): boolean => (settings.getIn(scope, "packages") ?? []).length > 0;
  return names("user") || (settings.isProjectTrusted() && names("project"));
}

/**
 * Whether there can be an extension or a package to load. Costs two looks at the disk, so that a start without
 * extensions loads nothing that they need. A project that is not trusted yet counts when it may become so.
 */
export function hasExtensionSources({
  cwd,
  agentDir,
  settings,
  additionalPaths,
  noExtensions,
}: ExtensionSources): boolean {
  if (additionalPaths.length > 0) return true;
  // Packages bring more than extensions.
  if (hasPackageSources(settings)) return true;
  if (noExtensions) return false;
  const isNamed = (scope: "user" | "project"): boolean =>
    (settings.getIn(scope, "extensions") ?? []).some((entry) => !/^[!-]/.test(entry));
  if (isNamed("user") || existsSync(join(agentDir, "extensions"))) return true;
  return settings.isProjectTrusted() && (isNamed("project") || existsSync(join(cwd, ".relay", "extensions")));
}
