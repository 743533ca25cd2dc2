import { SettingsManager } from "../base/settings/settingsManager.ts";
import { configuredSessionDir, defaultSessionDir } from "../sessions/paths.ts";

export interface SessionDirRequest {
  cwd: string;
  agentDir: string;
  /** Of `cwd`; read when they are not at hand. */
  settings?: Pick<SettingsManager, "get">;
  /** Value of `--session-dir`. */
  option?: string;
}

/**
 * Directory for sessions of a folder: the option and the variable, which count from where the process was
 * started, else the setting of that folder.
 */
export function sessionDirFor(
  { cwd, agentDir, settings = SettingsManager.create(cwd, agentDir), option }: SessionDirRequest,
  processCwd: string = process.cwd(),
): string {
  return (
    configuredSessionDir(processCwd, option, process.env.RELAY_CODING_AGENT_SESSION_DIR) ??
    configuredSessionDir(cwd, settings.get("sessionDir")) ??
    defaultSessionDir(cwd, agentDir)
  );
}
