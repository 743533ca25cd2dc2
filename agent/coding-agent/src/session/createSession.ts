import type { ModelRuntime, ScopeEntry } from "@relay-harness/ai";
import type { Model, ThinkingLevel } from "@relay-harness/protocol";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import { AgentSession } from "./agentSession.ts";
import { SessionAssembly } from "./assembly/sessionAssembly.ts";
import type { DormantExtensionsOptions } from "./dormantExtensions.ts";
import { SessionEvents } from "./events.ts";
import type { SessionExtensions } from "./extensions/sessionExtensions.ts";
import type { ToolChoice } from "./selectTools.ts";
import type { SessionStartEvent } from "./sessionLifecycle.ts";
import type { ResourceSource } from "./sessionResources.ts";

export interface CreateSessionOptions {
  agentDir: string;
  sessionManager: SessionManager;
  settings: SettingsManager;
  modelRuntime: ModelRuntime;
  model: Model | undefined;
  /** Clamped to the model. */
  thinkingLevel: ThinkingLevel;
  scope?: readonly ScopeEntry[];
  selection: ToolChoice;
  /** Default: the process starts with it. */
  startEvent?: SessionStartEvent;
  /** Absent: the session has none, and nothing that they need is loaded. */
  extensions?: SessionExtensions;
  /** Extensions that such a session gets once it needs them; absent: it cannot have any. */
  dormantExtensions?: Pick<DormantExtensionsOptions, "table" | "load">;
  /** Asked for when the first prompt, or who lists commands, needs them. */
  resources: ResourceSource;
  /** What the session is to be made of when it is reloaded; absent: a runtime does that. */
  renew?: () => Promise<CreateSessionOptions>;
  /** Writes one line of diagnostics. */
  report: (line: string) => void;
}

/** Puts a session together. Nothing that only a run needs is loaded here. */
export function createSession(options: CreateSessionOptions): AgentSession {
  const { report } = options;
  const events = new SessionEvents((error) =>
    report(`Error: a session listener failed: ${error instanceof Error ? error.message : String(error)}`),
  );
  return new AgentSession(new SessionAssembly(options, events).parts());
}
