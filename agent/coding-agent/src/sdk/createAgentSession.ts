import type { ModelRuntime } from "@relay-harness/ai";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import type { ResourceLoader } from "../resources/resourceLoader.ts";
import { sessionDirFor } from "../session/sessionDir.ts";
import type { AgentSessionServices } from "../session/sessionServices.ts";
import { SessionManager } from "../sessions/sessionManager.ts";
import {
  createAgentSessionFromServices,
  type CreateAgentSessionResult,
  type SessionOptions,
} from "./createAgentSessionFromServices.ts";
import { createAgentSessionServices } from "./createAgentSessionServices.ts";

/** Each part of a session may be supplied; what is left out is what the `relay` command uses. */
export interface CreateAgentSessionOptions extends SessionOptions {
  /**
   * Folder that tools work in and that project resources are found from. Default: `process.cwd()`. A
   * session that is supplied brings its own.
   */
  cwd?: string;
  /** Default: `RELAY_CODING_AGENT_DIR`, else `~/.relay/agent`. */
  agentDir?: string;
  modelRuntime?: ModelRuntime;
  /** Must have been reloaded. Default: a `DefaultResourceLoader`. */
  resourceLoader?: ResourceLoader;
  /** Default: a new session that is saved. */
  sessionManager?: SessionManager;
  /** Default: the files of user and project; a project counts once it is trusted. */
  settingsManager?: SettingsManager;
}

/** Creates a session in this process (extension-api.md §20.1). `session.dispose()` ends it. */
export async function createAgentSession(
  options: CreateAgentSessionOptions = {},
): Promise<CreateAgentSessionResult> {
  const { agentDir, modelRuntime, settingsManager, resourceLoader, onDiagnostic, ...rest } = options;
  const cwd = options.sessionManager?.getCwd() ?? options.cwd ?? process.cwd();
  const services = await createAgentSessionServices({
    cwd,
    agentDir,
    modelRuntime,
    settingsManager,
    resourceLoader,
  });
  for (const { type, message } of services.diagnostics) onDiagnostic?.(`${labels[type]}${message}`);
  const sessionManager = options.sessionManager ?? openNewSession(services);
  return createAgentSessionFromServices({ ...rest, onDiagnostic, services, sessionManager });
}

const labels = { info: "", warning: "Warning: ", error: "Error: " };

function openNewSession({ cwd, agentDir, settingsManager: settings }: AgentSessionServices): SessionManager {
  return SessionManager.create(cwd, sessionDirFor({ cwd, agentDir, settings }));
}
