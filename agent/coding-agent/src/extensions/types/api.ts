import type {
  NativeProvider,
  ProviderConfig,
  Route,
  RouteRequest,
  VirtualModelDefinition,
} from "@relay-harness/ai";
import type {
  ImageContent,
  JsonObject,
  Model,
  RpcSlashCommand,
  SourceInfo,
  ThinkingLevel,
  UserContent,
} from "@relay-harness/protocol";
import type { EventBus } from "../eventBus.ts";
import type { CustomMessageInput } from "./agentEvents.ts";
import type { ExecOptions, ExecResult } from "../exec.ts";
import type {
  ExtensionCommandContext,
  ExtensionContext,
  SendMessageOptions,
  SendUserMessageOptions,
} from "./context.ts";
import type { ExtensionEventMap, ExtensionEventName } from "./eventMap.ts";
import type { McpServerConfig, McpServerRegistration } from "./mcp.ts";
import type {
  EntryRenderer,
  MarkdownTransformer,
  MarkdownTransformerOptions,
  MessageRenderer,
  ToolRendererResolver,
} from "./renderers.ts";
import type { ProjectTrustContext } from "./trust.ts";
import type { ExtensionToolDefinition, ToolInfo } from "./tools.ts";

type HandlerContext<K extends ExtensionEventName> = K extends "project_trust"
  ? ProjectTrustContext
  : ExtensionContext;

/** What a handler may return: nothing, or a result of the event. */
type HandlerReturn<K extends ExtensionEventName> = ExtensionEventMap[K][1] | void;

export type ExtensionHandler<K extends ExtensionEventName> = (
  event: ExtensionEventMap[K][0],
  ctx: HandlerContext<K>,
) => HandlerReturn<K> | Promise<HandlerReturn<K>>;

type Subscribe<K extends ExtensionEventName> = (event: K, handler: ExtensionHandler<K>) => () => void;

/** One overload per event, so that what a handler returns is checked against its event's result. */
export type OnEvent = UnionToIntersection<{ [K in ExtensionEventName]: Subscribe<K> }[ExtensionEventName]> &
  (<K extends ExtensionEventName>(event: K, handler: ExtensionHandler<K>) => () => void);

type UnionToIntersection<U> = (U extends unknown ? (member: U) => void : never) extends (all: infer I) => void
  ? I
  : never;

export interface CommandCompletion {
  value: string;
  label: string;
  description?: string;
}

/** What a command may return; anything else means that it has done its work. */
export type CommandResult =
  | {
      /** Goes on as a prompt with that text, sent as it is and in the name of the extension. */
      action: "transform";
      text: string;
      images?: ImageContent[];
      /** Called when the run of that prompt begins. */
      onStart?: () => void;
      /** Called when it has settled. Text: the run did not do what the command was for; the prompt is rejected with it. */
      onSettled?: () => string | undefined;
    }
  /** The prompt is rejected with that text: print and JSON mode end with code 1. */
  | { action: "failed"; error: string };

export interface CommandDefinition {
  description?: string;
  /** `args`: everything after the name and one blank, untouched. Besides doing something, it may return a `CommandResult`. */
  handler: (args: string, ctx: ExtensionCommandContext) => unknown;
  getArgumentCompletions?: (
    prefix: string,
  ) => CommandCompletion[] | null | Promise<CommandCompletion[] | null>;
}

export interface ShortcutDefinition {
  description?: string;
  handler: (ctx: ExtensionContext) => unknown;
}

export type FlagDefinition =
  | { type: "boolean"; description?: string; default?: boolean }
  | { type: "string"; description?: string; default?: string };

/** A model that chooses another one for each request. */
export interface ExtensionVirtualModel extends Omit<VirtualModelDefinition, "route"> {
  route(request: RouteRequest, ctx: ExtensionContext): Route | Promise<Route>;
}

/**
 * What a factory gets. While it loads, only registration, `exec`, `getFlag`, `getMcpServers` and `events`
 * can be used; after a reload or a replacement every method throws.
 */
export interface ExtensionAPI {
  /** Handlers run in load order, then in the order of registration. Returns the unsubscriber. */
  on: OnEvent;
  registerTool<Params = JsonObject, Details = unknown>(tool: ExtensionToolDefinition<Params, Details>): void;
  registerCommand(name: string, command: CommandDefinition): void;
  registerShortcut(key: string, shortcut: ShortcutDefinition): void;
  registerFlag(name: string, flag: FlagDefinition): void;
  /** Of an own flag: the value given at start, else the default. */
  getFlag(name: string): boolean | string | undefined;
  registerMessageRenderer<Details = unknown>(customType: string, renderer: MessageRenderer<Details>): void;
  registerEntryRenderer<Data = unknown>(customType: string, renderer: EntryRenderer<Data>): void;
  registerToolRenderer(resolver: ToolRendererResolver): void;
  registerMarkdownTransformer(transformer: MarkdownTransformer, options?: MarkdownTransformerOptions): void;
  /** Stores a message that the model reads as the user's. */
  sendMessage(message: CustomMessageInput, options?: SendMessageOptions): void;
  /** Sends text as the user would. */
  sendUserMessage(content: string | UserContent[], options?: SendUserMessageOptions): void;
  registerProvider(provider: NativeProvider): void;
  registerProvider(name: string, config: ProviderConfig): void;
  unregisterProvider(name: string): void;
  registerVirtualModel(model: ExtensionVirtualModel): void;
  unregisterVirtualModel(provider: string, id: string): void;
  registerMcpServer(name: string, config: McpServerConfig): void;
  unregisterMcpServer(name: string): void;
  /** Copies, in the order of registration. */
  getMcpServers(): McpServerRegistration[];
  /** Stores data that the model never reads. Throws when it is no JSON. */
  appendEntry(customType: string, data?: unknown): void;
  /** Blank clears it. */
  setSessionName(name: string): void;
  getSessionName(): string | undefined;
  /** No text clears the label. */
  setLabel(entryId: string, label: string | undefined): void;
  /** Runs a program without a shell. Never rejects. */
  exec(command: string, args: readonly string[], options?: ExecOptions): Promise<ExecResult>;
  getActiveTools(): string[];
  /** Counts from the next request on. Unknown and hidden names are ignored. */
  setActiveTools(names: readonly string[]): void;
  getAllTools(): ToolInfo[];
  /** A copy of the effective settings. */
  getSettings(): JsonObject;
  /** Of extensions, prompt templates and skills. */
  getCommands(): RpcSlashCommand[];
  /** For this session. False when the model has no credentials. */
  setModel(model: Model): Promise<boolean>;
  getThinkingLevel(): ThinkingLevel;
  /** For this session, clamped to the model. */
  setThinkingLevel(level: ThinkingLevel): void;
  /** Shared by all extensions. */
  readonly events: EventBus;
}

export type ExtensionFactory = (relay: ExtensionAPI) => void | Promise<void>;

/** A factory that is handed over instead of a file. */
export type InlineExtension =
  | ExtensionFactory
  | {
      name: string;
      factory: ExtensionFactory;
      /** Left out of the list at start. */
      hidden?: boolean;
      /** Gives way to an extension that registers a tool, command or flag of the same name. */
      replaceable?: boolean;
      /** Supplies the code of `builtin:<name>`. */
      builtin?: boolean;
      /** Of a built-in one: nothing turns it off, neither settings nor `--no-extensions`. */
      permanent?: boolean;
    };

export type { SourceInfo };
