import { SettingsManager } from "../base/settings/settingsManager.ts";
import { resolveProjectTrust } from "../base/trust/projectTrust.ts";
import type { CliArgs } from "./args.ts";
import type { Reporter } from "./report.ts";

export interface FolderContext {
  args: Pick<CliArgs, "approve">;
  agentDir: string;
  reporter: Reporter;
}

/** Decides about the trust of a folder without asking, and lets its settings count accordingly. */
export function resolveTrust(
  { args, agentDir, reporter }: FolderContext,
  cwd: string,
  settings: SettingsManager,
): void {
  const trust = resolveProjectTrust({
    cwd,
    agentDir,
    override: args.approve,
    defaultProjectTrust: settings.get("defaultProjectTrust"),
  });
  for (const warning of trust.warnings) reporter.warning(warning);
  settings.setProjectTrusted(trust.isTrusted);
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
