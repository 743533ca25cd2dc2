import type { ScopeEntry } from "@relay-harness/ai";
import type { Model, ThinkingLevel } from "@relay-harness/protocol";
import type { AgentSession } from "../session/agentSession.ts";
import type { LoadExtensionsResult } from "../resources/extensionLoading.ts";
import { createSessionExtensions } from "./createSessionExtensions.ts";
import { chooseScope, chooseStart, type Start } from "../session/chooseStart.ts";
import { createSession, type CreateSessionOptions } from "../session/createSession.ts";
import type { ToolChoice } from "../session/selectTools.ts";
import type { SessionStartEvent } from "../session/sessionLifecycle.ts";
import type { AgentSessionServices } from "../session/sessionServices.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import type { AnyExtensionTool } from "../extensions/types/tools.ts";
import type { AnyToolDefinition } from "../tools/definition.ts";

/** What a session is, beside what it stands on. */
export interface SessionOptions {
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
  customTools?: readonly (AnyToolDefinition | AnyExtensionTool)[];
  /** Why the session starts. Default: reason `startup`. */
  sessionStartEvent?: SessionStartEvent;
  /** Takes one line of diagnostics. Default: nothing is said. */
  onDiagnostic?: (line: string) => void;
}

export interface CreateAgentSessionFromServicesOptions extends SessionOptions {
  services: Omit<AgentSessionServices, "diagnostics">;
  sessionManager: SessionManager;
}

export interface CreateAgentSessionResult {
  session: AgentSession;
  /** What loading extensions came to; they start with `session.bindExtensions()`. */
  extensionsResult?: LoadExtensionsResult;
  /** Why another model than the recorded or configured one was chosen. */
  modelFallbackMessage?: string;
}

/** Creates a session on services that exist. `session.dispose()` ends it and leaves them alone. */
export async function createAgentSessionFromServices(
  options: CreateAgentSessionFromServicesOptions,
): Promise<CreateAgentSessionResult> {
  const selection = toolChoice(options);
  const parts: Awaited<ReturnType<typeof createParts>> = await createParts(options, {
    selection,
    renew: () => renewParts(options, { parts, scope: session.scopedModels }),
  });
  const session: AgentSession = createSession(parts);
  await session.prepare();
  const { notices } = parts;
  const extensionsResult = options.services.resourceLoader.getExtensions?.();
  return {
    session,
    ...(extensionsResult && { extensionsResult }),
    ...(notices.length > 0 && { modelFallbackMessage: notices.join("\n") }),
  };
}

/** Settings and resources as the files are now; model and level as the session has recorded them. */
async function renewParts(
  { model: _model, thinkingLevel: _level, ...options }: CreateAgentSessionFromServicesOptions,
  { parts, scope }: { parts: CreateSessionOptions; scope: readonly ScopeEntry[] },
): Promise<CreateSessionOptions> {
  const { settingsManager, resourceLoader } = options.services;
  settingsManager.reload();
  await resourceLoader.reload();
  const sessionStartEvent: SessionStartEvent = { type: "session_start", reason: "reload" };
  return createParts({ ...options, scopedModels: scope, sessionStartEvent }, parts);
}

async function createParts(
  options: CreateAgentSessionFromServicesOptions,
  kept: Pick<CreateSessionOptions, "selection" | "renew">,
): Promise<CreateSessionOptions & Pick<Start, "notices">> {
  const { services, sessionManager, onDiagnostic = () => undefined } = options;
  const { agentDir, modelRuntime, settingsManager: settings, resourceLoader } = services;
  const warn = (message: string): void => onDiagnostic(`Warning: ${message}`);
  const loaded = resourceLoader.getExtensions?.();
  const extensions = await createSessionExtensions(loaded, options.customTools);
  extensions?.runner.runtime.applyProviders(modelRuntime);
  for (const { path, error } of loaded?.errors ?? []) onDiagnostic(`Extension error (${path}): ${error}`);
  for (const { path, warning } of loaded?.warnings ?? []) warn(`${path}: ${warning}`);
  const start = await chooseStart({
    settings,
    sessionManager,
    modelRuntime,
    requested: options.model && { model: options.model },
    thinkingLevel: options.thinkingLevel,
    scope: options.scopedModels ?? (await chooseScope(settings.get("enabledModels"), modelRuntime, warn)),
    isOffline: isOffline(process.env),
    warn,
  });
  return {
    ...start,
    agentDir,
    sessionManager,
    settings,
    modelRuntime,
    selection: kept.selection,
    renew: kept.renew,
    resources: () => resourceLoader,
    startEvent: options.sessionStartEvent,
    extensions,
    report: onDiagnostic,
  };
}

function toolChoice({ tools, excludeTools, noTools, customTools }: SessionOptions): ToolChoice {
  // Without extensions a tool gets the context that it asks for all the same: see createSessionExtensions.
  const common = { excludeTools, customTools: customTools as readonly AnyToolDefinition[] | undefined };
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
