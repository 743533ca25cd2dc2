import type { ScopeEntry } from "@relay-harness/ai";
import type { ToolContext } from "../tools/context.ts";
import type { ContextUsage, JsonObject, Model, ThinkingLevel, UserContent } from "@relay-harness/protocol";
import type { ExtensionHost } from "./host.ts";
import { ModelRegistry } from "./modelRegistry.ts";
import type { ExtensionRuntime } from "./runtime.ts";
import type { CustomMessageInput } from "./types/agentEvents.ts";
import type {
  CompactOptions,
  ExtensionCommandContext,
  ExtensionContext,
  ExtensionMode,
  ReadonlySessionManager,
  ReplacedSessionContext,
  SendMessageOptions,
  SendUserMessageOptions,
  SessionOperations,
} from "./types/context.ts";
import type { SystemPromptOptions } from "./types/systemPrompt.ts";
import type {
  CallableTool,
  ExecuteToolOptions,
  NestedToolOutcome,
  ToolExecutionContext,
} from "./types/tools.ts";
import type { ExtensionUIContext } from "./types/ui.ts";
import type { PromptSpans } from "./promptSpans.ts";
import { guardedUi } from "./guardedUi.ts";

export interface ContextDeps {
  runtime: ExtensionRuntime;
  spans: PromptSpans;
  /** Ends the dialogs that are opened through this context. */
  dialogSignal?: AbortSignal;
}

/** The session as extensions see it: reads through to the session, and throws once that is gone. */
export class HandlerContext implements ExtensionContext {
  constructor(protected readonly deps: ContextDeps) {}

  protected get host(): ExtensionHost {
    return this.deps.runtime.host;
  }

  get ui(): ExtensionUIContext {
    const { spans, dialogSignal } = this.deps;
    return guardedUi(this.host.ui, { spans, signal: dialogSignal });
  }

  get mode(): ExtensionMode {
    return this.host.mode;
  }

  get hasUI(): boolean {
    return this.host.hasUI;
  }

  get cwd(): string {
    return this.host.cwd;
  }

  get sessionManager(): ReadonlySessionManager {
    return this.host.sessionManager;
  }

  get modelRegistry(): ModelRegistry {
    return new ModelRegistry(this.host.modelRuntime);
  }

  get model(): Model | undefined {
    return this.host.model;
  }

  get thinkingLevel(): ThinkingLevel {
    return this.host.thinkingLevel;
  }

  get scopedModels(): readonly ScopeEntry[] {
    return this.host.scopedModels;
  }

  get signal(): AbortSignal | undefined {
    return this.host.turnSignal;
  }

  isIdle(): boolean {
    return this.host.isIdle();
  }

  hasPendingMessages(): boolean {
    return this.host.hasPendingMessages();
  }

  isProjectTrusted(): boolean {
    return this.host.isProjectTrusted();
  }

  abort(): void {
    this.host.abort();
  }

  shutdown(): void {
    this.host.shutdown();
  }

  getContextUsage(): ContextUsage | undefined {
    return this.host.getContextUsage();
  }

  compact(options: CompactOptions = {}): void {
    this.host.compact(options);
  }

  getSystemPrompt(): string {
    return this.host.getSystemPrompt();
  }
}

/** What commands get on top; the session that follows a replaced one, too. */
export class CommandContext
  extends HandlerContext
  implements ExtensionCommandContext, ReplacedSessionContext
{
  getSystemPromptOptions(): SystemPromptOptions {
    return this.host.getSystemPromptOptions();
  }

  waitForIdle(): Promise<void> {
    return this.host.operations.waitForIdle();
  }

  newSession(options?: Parameters<SessionOperations["newSession"]>[0]): Promise<{ cancelled: boolean }> {
    return this.host.operations.newSession(options);
  }

  switchSession(
    path: string,
    options?: Parameters<SessionOperations["switchSession"]>[1],
  ): Promise<{ cancelled: boolean }> {
    return this.host.operations.switchSession(path, options);
  }

  fork(entryId: string, options?: Parameters<SessionOperations["fork"]>[1]): Promise<{ cancelled: boolean }> {
    return this.host.operations.fork(entryId, options);
  }

  navigateTree(
    targetId: string | null,
    options?: Parameters<SessionOperations["navigateTree"]>[1],
  ): Promise<{ cancelled: boolean }> {
    return this.host.operations.navigateTree(targetId, options);
  }

  reload(): Promise<void> {
    return this.host.operations.reload();
  }

  async sendMessage(message: CustomMessageInput, options: SendMessageOptions = {}): Promise<void> {
    await this.host.sendMessage(message, options);
  }

  async sendUserMessage(
    content: string | UserContent[],
    options: SendUserMessageOptions = {},
  ): Promise<void> {
    await this.host.sendUserMessage(content, options);
  }
}

/** What one call of a tool can do beside reading the session. */
export interface ToolCallAccess {
  tools: () => readonly CallableTool[];
  executeTool: ToolExecutionContext["executeTool"];
  /** How tools treat images. */
  images: () => ToolContext["images"];
}

/** Last argument of `execute`; also what the built-in tools want to know. */
export class ToolCallContext
  extends HandlerContext
  implements ToolExecutionContext, Pick<ToolContext, "images">
{
  constructor(
    deps: ContextDeps,
    private readonly call: ToolCallAccess,
  ) {
    super(deps);
  }

  get tools(): readonly CallableTool[] {
    this.deps.runtime.assertLive();
    return this.call.tools();
  }

  get images(): ToolContext["images"] {
    return this.call.images();
  }

  async executeTool(
    name: string,
    args: JsonObject,
    options?: ExecuteToolOptions,
  ): Promise<NestedToolOutcome> {
    this.deps.runtime.assertLive();
    return this.call.executeTool(name, args, options);
  }
}
