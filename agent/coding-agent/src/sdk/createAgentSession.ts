import type { ModelRuntime, ScopeEntry } from "@relay-harness/ai";
import type { Model, ThinkingLevel } from "@relay-harness/protocol";
import { resolveAgentDir } from "../base/agentDir.ts";
import { SettingsManager } from "../base/settings/settingsManager.ts";
import { resolveProjectTrust } from "../base/trust/projectTrust.ts";
import { DefaultResourceLoader, type ResourceLoader } from "../resources/resourceLoader.ts";
import type { AgentSession } from "../session/agentSession.ts";
import { chooseScope, chooseStart } from "../session/chooseStart.ts";
import { createModelRuntime } from "../session/createModelRuntime.ts";
import { createSession } from "../session/createSession.ts";
import type { ToolChoice } from "../session/selectTools.ts";
import { SessionManager } from "../sessions/sessionManager.ts";
import { configuredSessionDir, defaultSessionDir } from "../sessions/paths.ts";
import type { AnyToolDefinition } from "../tools/definition.ts";
import { promptResourcesOf } from "./promptResources.ts";

/** Each part of a session may be supplied; what is left out is what the `relay` command uses. */
export interface CreateAgentSessionOptions {
  /**
   * Folder that tools work in and that project resources are found from. Default: `process.cwd()`. A
   * session that is supplied brings its own.
   */
  cwd?: string;
  /** Default: `RELAY_CODING_AGENT_DIR`, else `~/.relay/agent`. */
  agentDir?: string;
  modelRuntime?: ModelRuntime;
  /** Default: the model recorded in the session, then the settings, then the first available one. */
  model?: Model;
  /** Clamped to the model. Default: the recorded level, then the settings. */
  thinkingLevel?: ThinkingLevel;
  /** What `cycleModel` goes through. Default: the setting `enabledModels`. */
  scopedModels?: readonly ScopeEntry[];
  /**
   * Names, or patterns with `*`: only these tools; `[]` none. `+name` and `-name` alone change the default
   * set instead; mixing both throws.
   */
  tools?: readonly string[];
  /** Taken away last. */
  excludeTools?: readonly string[];
  /** No tools, or no built-in ones. Counts without `tools` only. */
  noTools?: "all" | "builtin";
  /** Tools beside the built-in ones, active unless they say `defaultActive: false`. */
  customTools?: readonly AnyToolDefinition[];
  /** Must have been reloaded. Default: a `DefaultResourceLoader`. */
  resourceLoader?: ResourceLoader;
  /** Default: a new session that is saved. */
  sessionManager?: SessionManager;
  /** Default: the files of user and project; a project counts once it is trusted. */
  settingsManager?: SettingsManager;
  /** Takes one line of diagnostics. Default: nothing is said. */
  onDiagnostic?: (line: string) => void;
}

export interface CreateAgentSessionResult {
  session: AgentSession;
  /** Why another model than the recorded or configured one was chosen. */
  modelFallbackMessage?: string;
}

/** Creates a session in this process (extension-api.md §20.1). `session.dispose()` ends it. */
export async function createAgentSession(
  options: CreateAgentSessionOptions = {},
): Promise<CreateAgentSessionResult> {
  const cwd = options.sessionManager?.getCwd() ?? options.cwd ?? process.cwd();
  const { agentDir = resolveAgentDir(process.env), onDiagnostic = () => undefined } = options;
  const warn = (message: string): void => onDiagnostic(`Warning: ${message}`);
  const selection = toolChoice(options);
  const settings = options.settingsManager ?? openSettings(cwd, agentDir, warn);
  const sessionManager = options.sessionManager ?? openNewSession(cwd, agentDir, settings);
  const modelRuntime = options.modelRuntime ?? (await createModelRuntime(agentDir, settings));
  for (const problem of [modelRuntime.getError(), modelRuntime.getCredentialError()]) {
    if (problem) onDiagnostic(`Error: ${problem}`);
  }
  const resourceLoader =
    options.resourceLoader ?? (await loadedResources({ cwd, agentDir, settingsManager: settings }));
  const { model, thinkingLevel, scope, notices } = await chooseStart({
    settings,
    sessionManager,
    modelRuntime,
    requested: options.model && { model: options.model },
    thinkingLevel: options.thinkingLevel,
    scope: options.scopedModels ?? (await chooseScope(settings.get("enabledModels"), modelRuntime, warn)),
    isOffline: isOffline(process.env),
    warn,
  });
  const session = createSession({
    agentDir,
    sessionManager,
    settings,
    modelRuntime,
    model,
    thinkingLevel,
    scope,
    selection,
    prompt: { resources: promptResourcesOf(resourceLoader) },
    report: onDiagnostic,
  });
  await session.prepare();
  return { session, ...(notices.length > 0 && { modelFallbackMessage: notices.join("\n") }) };
}

/** A project counts as far as it is trusted: nobody is asked. */
function openSettings(cwd: string, agentDir: string, warn: (message: string) => void): SettingsManager {
  const settings = SettingsManager.create(cwd, agentDir);
  const defaultProjectTrust = settings.get("defaultProjectTrust");
  const { isTrusted, warnings } = resolveProjectTrust({ cwd, agentDir, defaultProjectTrust });
  for (const warning of warnings) warn(warning);
  settings.setProjectTrusted(isTrusted);
  for (const { path, error } of settings.drainDiagnostics()) warn(`${path}: ${error}`);
  return settings;
}

function openNewSession(cwd: string, agentDir: string, settings: SettingsManager): SessionManager {
  const configured = configuredSessionDir(
    cwd,
    process.env.RELAY_CODING_AGENT_SESSION_DIR,
    settings.get("sessionDir"),
  );
  return SessionManager.create(cwd, configured ?? defaultSessionDir(cwd, agentDir));
}

async function loadedResources(
  options: ConstructorParameters<typeof DefaultResourceLoader>[0],
): Promise<ResourceLoader> {
  const loader = new DefaultResourceLoader(options);
  await loader.reload();
  return loader;
}

function toolChoice({ tools, excludeTools, noTools, customTools }: CreateAgentSessionOptions): ToolChoice {
  const common = { excludeTools, customTools };
  if (tools === undefined) {
    return { ...common, noTools: noTools === "all", noBuiltinTools: noTools === "builtin" };
  }
  const isChange = (item: string): boolean => item.startsWith("+") || item.startsWith("-");
  if (!tools.some(isChange)) return { ...common, cliTools: tools };
  if (!tools.every(isChange)) throw new Error("tools cannot mix names with +name and -name");
  return { ...common, toolChanges: tools };
}

function isOffline(env: NodeJS.ProcessEnv): boolean {
  return /^(1|true|yes)$/i.test(env.RELAY_OFFLINE ?? "");
}
