import type { Agent, AgentState } from "@relay-harness/agent-core";
import type { ScopeEntry } from "@relay-harness/ai";
import type {
  AgentMessage,
  CacheWarmingStatus,
  ContextUsage,
  Model,
  QueueMode,
  SessionStats,
  ThinkingLevel,
} from "@relay-harness/protocol";
import type { SessionManager } from "../sessions/sessionManager.ts";
import { forkMessages, type ForkMessage } from "./forkMessages.ts";
import { lastAssistantText } from "./lastAssistantText.ts";
import { sessionStats } from "./sessionStats.ts";
import type { CacheWarming } from "./cacheWarming/cacheWarming.ts";
import type { Activity } from "./activity.ts";
import type { CompactionControl } from "./compaction/compactionControl.ts";
import type { DirectShell } from "./directShell.ts";
import type { ModelControl } from "./modelControl.ts";
import type { Routing } from "./routing.ts";
import type { PromptQueue } from "./promptQueue.ts";

/** What is looked at; nothing here is changed through a view. */
export interface ViewedParts {
  agent: Pick<Agent, "state" | "steeringMode" | "followUpMode">;
  sessionManager: SessionManager;
  activity: Pick<Activity, "isActive" | "hasHeldMessages" | "retry">;
  models: Pick<ModelControl, "model" | "thinkingLevel" | "preferredThinkingLevel" | "scopedModels">;
  queue: Pick<PromptQueue, "length">;
  shell: Pick<DirectShell, "isRunning">;
  compaction: Pick<CompactionControl, "isCompacting">;
  preferences: { getAutoRetry(): boolean; getAutoCompaction(): boolean };
  routing: Pick<Routing, "routedModel">;
  contextUsage: () => ContextUsage | undefined;
  cacheWarming: Pick<CacheWarming, "status">;
}

/** What a session is and does at this moment, for those who read it. */
export abstract class SessionView {
  constructor(private viewed: ViewedParts) {}

  /** Other parts take the place of those so far. */
  protected show(viewed: ViewedParts): void {
    this.viewed = viewed;
  }

  /** What the loop goes on from. The session file is the truth: assigning here does not change it. */
  get state(): AgentState {
    return this.viewed.agent.state;
  }

  get model(): Model | undefined {
    return this.viewed.models.model;
  }

  /** The model that answered last in place of a selected virtual one. */
  get routedModel(): Model | undefined {
    return this.viewed.routing.routedModel;
  }

  get thinkingLevel(): ThinkingLevel {
    return this.viewed.models.thinkingLevel;
  }

  /** The level that was asked for last; `thinkingLevel` is what the model made of it. */
  get preferredThinkingLevel(): ThinkingLevel {
    return this.viewed.models.preferredThinkingLevel;
  }

  get scopedModels(): readonly ScopeEntry[] {
    return this.viewed.models.scopedModels;
  }

  /** An activity is in progress: start-up checks, runs, retry delay, recovery. */
  get isStreaming(): boolean {
    return this.viewed.activity.isActive;
  }

  get isIdle(): boolean {
    return !this.viewed.activity.isActive;
  }

  get isRetrying(): boolean {
    return this.viewed.activity.retry.isWaiting;
  }

  /** A compaction or branch summary is in progress. */
  get isCompacting(): boolean {
    return this.viewed.compaction.isCompacting;
  }

  /** Retries since the last success. */
  get retryAttempt(): number {
    return this.viewed.activity.retry.attempt;
  }

  /** Direct shell commands wait for the end of the run to be stored. */
  get hasPendingBashMessages(): boolean {
    return this.viewed.activity.hasHeldMessages;
  }

  get isBashRunning(): boolean {
    return this.viewed.shell.isRunning;
  }

  /** Messages of the active branch as the model reads them; never the streaming one. */
  get messages(): AgentMessage[] {
    return this.viewed.sessionManager.buildSessionContext().messages;
  }

  /** How many `messages` there are. */
  get messageCount(): number {
    return this.viewed.sessionManager.getMessageCount();
  }

  get sessionFile(): string | undefined {
    return this.viewed.sessionManager.getSessionFile();
  }

  get sessionId(): string {
    return this.viewed.sessionManager.getSessionId();
  }

  get sessionName(): string | undefined {
    return this.viewed.sessionManager.getSessionName();
  }

  get steeringMode(): QueueMode {
    return this.viewed.agent.steeringMode;
  }

  get followUpMode(): QueueMode {
    return this.viewed.agent.followUpMode;
  }

  get pendingMessageCount(): number {
    return this.viewed.queue.length;
  }

  get autoRetryEnabled(): boolean {
    return this.viewed.preferences.getAutoRetry();
  }

  get autoCompactionEnabled(): boolean {
    return this.viewed.preferences.getAutoCompaction();
  }

  /** Whether the prompt that the provider has cached is being kept from expiring. */
  get cacheWarmingStatus(): CacheWarmingStatus {
    return this.viewed.cacheWarming.status ?? { state: "inactive" };
  }

  getLastAssistantText(): string | null {
    return lastAssistantText(this.messages);
  }

  getContextUsage(): ContextUsage | undefined {
    return this.viewed.contextUsage();
  }

  /** User messages of the whole file that have text, in file order. */
  getUserMessagesForForking(): ForkMessage[] {
    return forkMessages(this.viewed.sessionManager.getEntries());
  }

  getSessionStats(): SessionStats {
    const identity = { sessionFile: this.sessionFile, sessionId: this.sessionId };
    const entries = this.viewed.sessionManager.getEntries();
    const { status } = this.viewed.cacheWarming;
    return {
      ...sessionStats(entries, identity, this.viewed.contextUsage()),
      ...(status && { cacheWarming: status }),
    };
  }
}
