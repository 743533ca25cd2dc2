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

/**
 * Whether there can be an extension to load. Costs two looks at the disk, so that a start without
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
  if (noExtensions) return false;
  const isNamed = (scope: "user" | "project"): boolean =>
    (settings.getIn(scope, "extensions") ?? []).some((entry) => !/^[!-]/.test(entry));
  if (isNamed("user") || existsSync(join(agentDir, "extensions"))) return true;
  return settings.isProjectTrusted() && (isNamed("project") || existsSync(join(cwd, ".relay", "extensions")));
}
