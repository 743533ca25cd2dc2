import type { HarnessCoreSettings } from "@relay-harness/protocol";
import type { SettingsManager } from "../../base/settings/settingsManager.ts";

/** The `harnessCore.*` settings as they are now; a session keeps those of its creation. */
export function harnessSettings(settings: Pick<SettingsManager, "get">): HarnessCoreSettings {
  return {
    alignment: settings.get("harnessCore.alignment"),
    authorizationGate: settings.get("harnessCore.authorizationGate"),
    scopeGuard: settings.get("harnessCore.scopeGuard"),
    evidence: settings.get("harnessCore.evidence"),
    context: settings.get("harnessCore.context"),
    contextKeepRecent: settings.get("harnessCore.contextKeepRecent"),
    contextBatchSize: settings.get("harnessCore.contextBatchSize"),
    skills: settings.get("harnessCore.skills"),
    verifyCommands: [...settings.get("harnessCore.verifyCommands")],
    maxChangedLines: settings.get("harnessCore.maxChangedLines"),
    maxFileLines: settings.get("harnessCore.maxFileLines"),
  };
}

export const harnessOffText = "The harness is off: every harnessCore pillar is switched off.";

/** Some pillar is on. */
export function isHarnessOn({ alignment, evidence, context, skills }: HarnessCoreSettings): boolean {
  return alignment || evidence || context || skills;
}
