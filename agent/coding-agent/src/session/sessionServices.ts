import type { ModelRuntime } from "@relay-harness/ai";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import type { ResourceLoader } from "../resources/resourceLoader.ts";

/** Something to tell the user about a start. */
export interface SessionDiagnostic {
  type: "info" | "warning" | "error";
  message: string;
}

/** What a session of a folder stands on; sessions of the same folder may share it. */
export interface SessionServices {
  cwd: string;
  agentDir: string;
  modelRuntime: ModelRuntime;
  settingsManager: SettingsManager;
}

/** As `createAgentSessionServices` makes them. */
export interface AgentSessionServices extends SessionServices {
  resourceLoader: ResourceLoader;
  /** What there was to say about settings, models and credentials. */
  diagnostics: SessionDiagnostic[];
}
