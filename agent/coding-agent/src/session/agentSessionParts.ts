import type { Agent } from "@relay-harness/agent-core";
import type { ModelRuntime } from "@relay-harness/ai";
import type { ContextUsage } from "@relay-harness/protocol";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import type { SessionManager } from "../sessions/sessionManager.ts";
import type { Activity } from "./activity.ts";
import type { AgentSession } from "./agentSession.ts";
import type { CacheWarming } from "./cacheWarming/cacheWarming.ts";
import type { CompactionControl } from "./compaction/compactionControl.ts";
import type { CustomMessages } from "./customMessages.ts";
import type { DirectShell } from "./directShell.ts";
import type { DormantExtensions } from "./dormantExtensions.ts";
import type { SessionEvents } from "./events.ts";
import type { SessionExtensions } from "./extensions/sessionExtensions.ts";
import type { SessionHarness } from "./harness/sessionHarness.ts";
import type { HostCommands } from "./hostCommands.ts";
import type { ModelControl } from "./modelControl.ts";
import type { SessionPreferences } from "./preferences.ts";
import type { PromptIntake } from "./promptIntake.ts";
import type { PromptQueue } from "./promptQueue.ts";
import type { Routing } from "./routing.ts";
import type { RunSupport } from "./runSupport.ts";
import type { SessionLifecycle, SessionStartEvent } from "./sessionLifecycle.ts";
import type { SessionResources } from "./sessionResources.ts";
import type { SettingsControl } from "./settingsControl.ts";
import type { TreeNavigation } from "./treeNavigation.ts";

/** The collaborators of a session. Each has one job; none knows the session. */
export interface AgentSessionParts {
  agent: Agent;
  sessionManager: SessionManager;
  events: SessionEvents;
  activity: Activity;
  models: ModelControl;
  queue: PromptQueue;
  shell: DirectShell;
  compaction: CompactionControl;
  navigation: TreeNavigation;
  preferences: SessionPreferences;
  cacheWarming: CacheWarming;
  intake: PromptIntake;
  hostCommands: HostCommands;
  agentDir: string;
  resources: SessionResources;
  /** Loads tools and prompt ahead of the first run. */
  prepare: () => Promise<void>;
  /** Tools and prompt, once they are loaded. */
  runSupport: () =>
    | Pick<
        RunSupport,
        "tools" | "declaredTools" | "toolInfos" | "setActiveTools" | "systemPrompt" | "snapshot" | "takeOver"
      >
    | undefined;
  settings: SettingsManager;
  settingsControl: SettingsControl;
  /** Absent: every pillar is off. */
  harness: SessionHarness | undefined;
  modelRuntime: ModelRuntime;
  routing: Routing;
  contextUsage: () => ContextUsage | undefined;
  /** What its extensions hear of its end; absent: it has none. */
  readonly lifecycle?: SessionLifecycle;
  readonly extensions?: SessionExtensions;
  /** Extensions that it gets once it needs them; absent: there are none of that kind. */
  dormant?: DormantExtensions;
  /** Messages of extensions and programs; loaded on first use. */
  customMessages: () => Promise<CustomMessages>;
  /** Why it starts, for when extensions are told. */
  startEvent: SessionStartEvent;
  /** Lets extensions reach the session that has these parts. */
  attach: (session: AgentSession) => void;
  /** Makes all parts anew, from settings and resources as they are by then; absent: a runtime does that. */
  renew?: () => Promise<AgentSessionParts>;
  /** Releases what the parts hold open. */
  release: () => void;
}
