import type { ModelRuntime, ScopeEntry } from "@relay-harness/ai";
import type {
  ContextUsage,
  JsonObject,
  Model,
  RpcSlashCommand,
  ThinkingLevel,
  UserContent,
} from "@relay-harness/protocol";
import type { ExtensionHost } from "../../extensions/host.ts";
import { noUi } from "../../extensions/noUi.ts";
import type { CustomMessageInput } from "../../extensions/types/agentEvents.ts";
import type {
  CompactOptions,
  ExtensionMode,
  ReadonlySessionManager,
  SendMessageOptions,
  SendUserMessageOptions,
  SessionOperations,
} from "../../extensions/types/context.ts";
import type { SystemPromptOptions } from "../../extensions/types/systemPrompt.ts";
import type { ToolInfo } from "../../extensions/types/tools.ts";
import type { ExtensionUIContext } from "../../extensions/types/ui.ts";
import type { AgentSession } from "../agentSession.ts";
import { RefusalError } from "../errors.ts";
import type { ExtensionBindings } from "./extensionBindings.ts";
import type { SessionTools } from "../sessionTools.ts";

export interface SessionHostDeps {
  session: AgentSession;
  tools: SessionTools;
  bindings: ExtensionBindings;
  activitySignal: () => AbortSignal | undefined;
  getSystemPromptOptions: () => SystemPromptOptions;
  getOtherCommands: () => RpcSlashCommand[];
  /** A command was registered, or registered anew. */
  commandsChanged: () => void;
  /** Tells whoever runs Relay that something failed that nobody waits for. */
  report: (event: string, error: unknown) => void;
}

/** A session as its extensions reach it. */
export class SessionHost implements ExtensionHost {
  readonly mode: ExtensionMode;
  readonly hasUI: boolean;
  readonly ui: ExtensionUIContext;
  readonly operations: SessionOperations;
  private readonly session: AgentSession;
  /** Messages on their way to a run: nothing of it can be seen yet. */
  private readonly sending = new Set<Promise<void>>();

  constructor(private readonly deps: SessionHostDeps) {
    const { session, bindings } = deps;
    this.session = session;
    this.mode = bindings.mode ?? "print";
    this.hasUI = this.mode === "tui" || this.mode === "rpc";
    this.ui = bindings.uiContext ?? noUi;
    this.operations = {
      ...sessionOperations(session, bindings.commandContextActions),
      waitForIdle: () => this.waitForIdle(),
    };
  }

  get cwd(): string {
    return this.session.sessionManager.getCwd();
  }

  get sessionManager(): ReadonlySessionManager {
    return this.session.sessionManager;
  }

  get modelRuntime(): ModelRuntime {
    return this.session.modelRuntime;
  }

  get model(): Model | undefined {
    return this.session.model;
  }

  get thinkingLevel(): ThinkingLevel {
    return this.session.thinkingLevel;
  }

  get scopedModels(): readonly ScopeEntry[] {
    return this.session.scopedModels;
  }

  get turnSignal(): AbortSignal | undefined {
    return this.session.agent.signal;
  }

  get activitySignal(): AbortSignal | undefined {
    return this.deps.activitySignal();
  }

  isIdle(): boolean {
    return this.session.isIdle;
  }

  hasPendingMessages(): boolean {
    return this.session.agent.hasQueuedMessages();
  }

  isProjectTrusted(): boolean {
    return this.session.settingsManager.isProjectTrusted();
  }

  abort(): void {
    const { abortHandler } = this.deps.bindings;
    if (abortHandler) abortHandler();
    else this.inBackground("abort", this.session.abort());
  }

  shutdown(): void {
    this.deps.bindings.shutdownHandler?.();
  }

  getContextUsage(): ContextUsage | undefined {
    return this.session.getContextUsage();
  }

  compact({ customInstructions, onComplete, onError }: CompactOptions): void {
    const work = this.session.compact(customInstructions).then(
      (result) => onComplete?.(result),
      (error: unknown) => {
        // Whoever does not ask hears of it as everybody else does: by the events of the compaction.
        onError?.(error instanceof Error ? error : new Error(String(error)));
      },
    );
    this.inBackground("compact", work);
  }

  getSystemPrompt(): string {
    return this.session.systemPrompt;
  }

  getSystemPromptOptions(): SystemPromptOptions {
    return this.deps.getSystemPromptOptions();
  }

  appendEntry(customType: string, data: unknown): void {
    this.inBackground("append_entry", this.session.appendCustomEntry(customType, data));
  }

  setSessionName(name: string): void {
    this.inBackground("set_session_name", this.session.renameSession(name));
  }

  setLabel(entryId: string, label: string | undefined): void {
    this.session.sessionManager.appendLabelChange(entryId, label);
  }

  getActiveTools(): string[] {
    return this.deps.tools.getActiveNames();
  }

  setActiveTools(names: readonly string[]): void {
    this.deps.tools.setActive(names);
  }

  getAllTools(): ToolInfo[] {
    return this.deps.tools.infos();
  }

  getSettings(): JsonObject {
    return this.session.settingsManager.getSettings();
  }

  getOtherCommands(): RpcSlashCommand[] {
    return this.deps.getOtherCommands();
  }

  async setModel(model: Model): Promise<boolean> {
    try {
      await this.session.setModel(model);
      return true;
    } catch (error) {
      if (RefusalError.is(error, "no_api_key")) return false;
      throw error;
    }
  }

  setThinkingLevel(level: ThinkingLevel): void {
    this.inBackground("set_thinking_level", this.session.setThinkingLevel(level));
  }

  sendMessage(message: CustomMessageInput, options: SendMessageOptions): Promise<void> {
    return this.track(this.session.sendCustomMessage(message, options));
  }

  sendUserMessage(content: string | UserContent[], options: SendUserMessageOptions): Promise<void> {
    const sent = this.session.sendUserMessage(content, { ...options, source: "extension" });
    // One that may call a command is not waited for: the command may be what waits.
    return options.expandPromptTemplates ? sent : this.track(sent);
  }

  private track(sent: Promise<void>): Promise<void> {
    this.sending.add(sent);
    const forget = (): boolean => this.sending.delete(sent);
    sent.then(forget, forget);
    return sent;
  }

  private async waitForIdle(): Promise<void> {
    while (this.sending.size > 0) await Promise.allSettled(this.sending);
    await this.session.waitForIdle();
  }

  toolRegistered(name: string): void {
    this.deps.tools.registered(name);
  }

  commandRegistered(): void {
    this.deps.commandsChanged();
  }

  private inBackground(event: string, work: Promise<unknown>): void {
    work.catch((error: unknown) => this.deps.report(event, error));
  }
}

function sessionOperations(
  session: AgentSession,
  actions: ExtensionBindings["commandContextActions"] = {},
): SessionOperations {
  const missing = (name: string) => (): Promise<never> =>
    Promise.reject(new Error(`${name} is not available: the program around this session does not offer it`));
  return {
    waitForIdle: () => session.waitForIdle(),
    navigateTree: async (targetId, options) => {
      const { cancelled } = await session.navigateTree(targetId, options);
      return { cancelled };
    },
    newSession: actions.newSession ?? missing("newSession"),
    switchSession: actions.switchSession ?? missing("switchSession"),
    fork: actions.fork ?? missing("fork"),
    reload: actions.reload ?? missing("reload"),
  };
}
