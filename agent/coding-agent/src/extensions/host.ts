import type { ModelRuntime, ScopeEntry } from "@relay-harness/ai";
import type {
  ContextUsage,
  JsonObject,
  Model,
  RpcSlashCommand,
  ThinkingLevel,
  UserContent,
} from "@relay-harness/protocol";
import type { CustomMessageInput } from "./types/agentEvents.ts";
import type {
  CompactOptions,
  ExtensionMode,
  ReadonlySessionManager,
  SendMessageOptions,
  SendUserMessageOptions,
  SessionOperations,
} from "./types/context.ts";
import type { SystemPromptOptions } from "./types/systemPrompt.ts";
import type { ToolInfo } from "./types/tools.ts";
import type { ExtensionUIContext } from "./types/ui.ts";

/** Everything that extensions reach of a session. A session that has extensions implements it. */
export interface ExtensionHost {
  readonly mode: ExtensionMode;
  readonly hasUI: boolean;
  readonly ui: ExtensionUIContext;
  readonly cwd: string;
  readonly sessionManager: ReadonlySessionManager;
  readonly modelRuntime: ModelRuntime;
  readonly model: Model | undefined;
  readonly thinkingLevel: ThinkingLevel;
  readonly scopedModels: readonly ScopeEntry[];
  /** Of the active turn. */
  readonly turnSignal: AbortSignal | undefined;
  /** Of the activity in progress: dialogs that its handlers open end with it. */
  readonly activitySignal: AbortSignal | undefined;
  readonly operations: SessionOperations;
  isIdle(): boolean;
  hasPendingMessages(): boolean;
  isProjectTrusted(): boolean;
  abort(): void;
  shutdown(): void;
  getContextUsage(): ContextUsage | undefined;
  compact(options: CompactOptions): void;
  getSystemPrompt(): string;
  getSystemPromptOptions(): SystemPromptOptions;
  appendEntry(customType: string, data: unknown): void;
  setSessionName(name: string): void;
  setLabel(entryId: string, label: string | undefined): void;
  getActiveTools(): string[];
  setActiveTools(names: readonly string[]): void;
  getAllTools(): ToolInfo[];
  getSettings(): JsonObject;
  /** Prompt templates and skills. */
  getOtherCommands(): RpcSlashCommand[];
  setModel(model: Model): Promise<boolean>;
  setThinkingLevel(level: ThinkingLevel): void;
  sendMessage(message: CustomMessageInput, options: SendMessageOptions): Promise<void>;
  sendUserMessage(content: string | UserContent[], options: SendUserMessageOptions): Promise<void>;
  /** A tool was registered, or registered anew. */
  toolRegistered(name: string): void;
  /** As `toolRegistered`. */
  commandRegistered(): void;
}
