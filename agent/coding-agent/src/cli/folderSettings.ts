import { SettingsManager } from "../base/settings/settingsManager.ts";
import type { TrustDecisions } from "../base/trust/trustDecisions.ts";
import type { Reporter } from "./report.ts";
import type { TrustPrompt } from "./trustPrompt.ts";

export interface FolderContext {
  trust: TrustDecisions;
  agentDir: string;
  reporter: Reporter;
  /** Asks later about a project that nothing has decided about; absent: nobody can be asked. */
  trustPrompt?: TrustPrompt;
}

/** Decides about the trust of a folder without asking, and lets its settings count accordingly. */
export function resolveTrust(
  { trust, reporter, trustPrompt }: Pick<FolderContext, "trust" | "reporter" | "trustPrompt">,
  cwd: string,
  settings: SettingsManager,
): void {
  const { isTrusted, source, warnings } = trust.resolve(cwd, settings.get("defaultProjectTrust"));
  const isAskedLater = source === "ask" && trustPrompt !== undefined;
  if (!isAskedLater) for (const warning of warnings) reporter.warning(warning);
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
