import { SettingsManager } from "../base/settings/settingsManager.ts";
import type { TrustDecisions } from "../base/trust/trustDecisions.ts";
import type { Reporter } from "./report.ts";

export interface FolderContext {
  trust: TrustDecisions;
  agentDir: string;
  reporter: Reporter;
}

/** Decides about the trust of a folder without asking, and lets its settings count accordingly. */
export function resolveTrust(
  { trust, reporter }: Pick<FolderContext, "trust" | "reporter">,
  cwd: string,
  settings: SettingsManager,
): void {
  const { isTrusted, warnings } = trust.resolve(cwd, settings.get("defaultProjectTrust"));
  for (const warning of warnings) reporter.warning(warning);
  settings.setProjectTrusted(isTrusted);
}

/** Settings of a folder, with its trust decided and what is wrong with them reported. */
export function openFolderSettings(
  context: FolderContext,
  cwd: string,
  settings: SettingsManager = SettingsManager.create(cwd, context.agentDir),
): SettingsManager {
  resolveTrust(context, cwd, settings);
  for (const { scope, path, error } of settings.drainDiagnostics()) {
    context.reporter.warning(`${scope} settings ${path}: ${error}`);
  }
  return settings;
}
