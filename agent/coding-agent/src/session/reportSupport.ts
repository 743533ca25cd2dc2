import type { ModelRuntime } from "@relay-harness/ai";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import { getShellConfig } from "../base/shell/shellConfig.ts";
import type { ReportSupport } from "../export/bugReport/reportInput.ts";

export interface ReportSupportInput {
  agentDir: string;
  /** Of the folder that the session runs in. */
  settings: SettingsManager;
  modelRuntime: ModelRuntime;
}

/** What bug reports say about the process, and the model that summarizes for them. */
export function createReportSupport({ agentDir, settings, modelRuntime }: ReportSupportInput): ReportSupport {
  return {
    agentDir,
    settings: () => ({ global: settings.getGlobalSettings(), project: settings.getProjectSettings() }),
    shell: () => shellPath(settings.get("shellPath")),
    providers: modelRuntime,
    complete: (model, context, signal) => modelRuntime.complete(model, context, { signal }),
  };
}

function shellPath(configured: string | undefined): string | null {
  try {
    return getShellConfig(configured).path;
  } catch (error) {
    // The report is about a machine that may well have none.
    if (error instanceof Error) return null;
    throw error;
  }
}
