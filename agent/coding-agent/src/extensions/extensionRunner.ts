import type { AgentMessage, CompletionItem, RpcSlashCommand } from "@relay-harness/protocol";
import { dispatchBoundary, type BoundaryBase, type BoundaryProposal } from "./boundaryDispatch.ts";
import { invocationNames, parseCommandText, type ExtensionCommand } from "./commands.ts";
import { Dispatcher, type DispatchOptions } from "./dispatcher.ts";
import type { ExtensionError } from "./errors.ts";
import { commandList } from "./extensionApi.ts";
import type { Extension } from "./extension.ts";
import type { ExtensionHost } from "./host.ts";
import type { CommandContext, ToolCallAccess, ToolCallContext } from "./handlerContext.ts";
import {
  commandOutcome,
  dispatchBeforeAgentStart,
  dispatchInput,
  dispatchMessageEnd,
  type InputOutcome,
} from "./inputDispatch.ts";
import { dispatchProjectTrust } from "./projectTrust.ts";
import {
  dispatchCacheWarming,
  dispatchContext,
  dispatchContextWithSystem,
  dispatchProviderHeaders,
  dispatchProviderRequest,
} from "./providerDispatch.ts";
import type { ExtensionRuntime } from "./runtime.ts";
import { dispatchGate, dispatchResourcesDiscover, type DiscoveredResources } from "./sessionDispatch.ts";
import { dispatchToolCall, dispatchToolResult, dispatchUserBash } from "./toolDispatch.ts";
import type { BoundaryContext, SessionBoundaryDraft } from "./types/boundary.ts";
import type { ExtensionContext } from "./types/context.ts";
import type { ExtensionEventMap, ExtensionEventName, NotifyEvent } from "./types/eventMap.ts";
import type { ResourcesDiscoverEvent } from "./types/sessionEvents.ts";
import type { AnyExtensionTool } from "./types/tools.ts";

type Rest<F> = F extends (dispatcher: Dispatcher, ...rest: infer R) => infer Result
  ? (...rest: R) => Result
  : never;

/** A tool with the extension whose registration counts. */
export interface RegisteredTool {
  definition: AnyExtensionTool;
  extension: Extension;
}

/**
 * The extensions of one session: tells them what happens and gives back what they decide. Without a
 * handler every method is done at once.
 */
export class ExtensionRunner {
  readonly extensions: readonly Extension[];
  readonly runtime: ExtensionRuntime;
  private readonly dispatcher: Dispatcher;

  constructor({ extensions, runtime }: { extensions: readonly Extension[]; runtime: ExtensionRuntime }) {
    this.extensions = extensions;
    this.runtime = runtime;
    this.dispatcher = new Dispatcher(extensions, runtime);
  }

  /** Lets the extensions reach their session. Before it, only registration works. */
  bind(host: ExtensionHost): void {
    this.runtime.bind(host);
    this.runtime.mcpServers.onChange = () => {
      const servers = this.runtime.mcpServers.list();
      void this.dispatcher.notify({ type: "mcp_servers_change", servers });
    };
  }

  onError(listener: (error: ExtensionError) => void): void {
    this.runtime.onError(listener);
  }

  /** Makes every object of the extensions throw. */
  invalidate(): void {
    this.runtime.invalidate(this.extensions);
  }

  hasHandlers(name: ExtensionEventName): boolean {
    return this.dispatcher.has(name);
  }

  /** Tells handlers. Returns nothing when there are none. */
  emit(event: NotifyEvent, options?: DispatchOptions): void | Promise<void> {
    return this.dispatcher.notify(event, options);
  }

  input: Rest<typeof dispatchInput> = (event) => dispatchInput(this.dispatcher, event);

  beforeAgentStart: Rest<typeof dispatchBeforeAgentStart> = (request) =>
    dispatchBeforeAgentStart(this.dispatcher, request);

  messageEnd(message: AgentMessage, options: DispatchOptions): Promise<AgentMessage> {
    return dispatchMessageEnd(this.dispatcher, message, options);
  }

  context: Rest<typeof dispatchContext> = (...args) => dispatchContext(this.dispatcher, ...args);

  contextWithSystem: Rest<typeof dispatchContextWithSystem> = (...args) =>
    dispatchContextWithSystem(this.dispatcher, ...args);

  providerHeaders: Rest<typeof dispatchProviderHeaders> = (...args) =>
    dispatchProviderHeaders(this.dispatcher, ...args);

  providerRequest: Rest<typeof dispatchProviderRequest> = (...args) =>
    dispatchProviderRequest(this.dispatcher, ...args);

  cacheWarming: Rest<typeof dispatchCacheWarming> = (event) => dispatchCacheWarming(this.dispatcher, event);

  toolCall: Rest<typeof dispatchToolCall> = (...args) => dispatchToolCall(this.dispatcher, ...args);

  toolResult: Rest<typeof dispatchToolResult> = (...args) => dispatchToolResult(this.dispatcher, ...args);

  userBash: Rest<typeof dispatchUserBash> = (event) => dispatchUserBash(this.dispatcher, event);

  /** `turn_end` and `agent_before_settle`, which decide; never use `emit` for them. */
  emitBoundary(
    base: BoundaryBase,
    buildContext: (entries: readonly SessionBoundaryDraft[]) => BoundaryContext,
    options: DispatchOptions = {},
  ): Promise<BoundaryProposal> {
    return dispatchBoundary(this.dispatcher, base, buildContext, options);
  }

  /** Asks about the project, before there is a session. */
  projectTrust: Rest<typeof dispatchProjectTrust> = (context) =>
    dispatchProjectTrust(this.dispatcher, context);

  beforeSwitch(
    event: ExtensionEventMap["session_before_switch"][0],
  ): Promise<ExtensionEventMap["session_before_switch"][1] | undefined> {
    return dispatchGate(this.dispatcher, event);
  }

  beforeFork(
    event: ExtensionEventMap["session_before_fork"][0],
  ): Promise<ExtensionEventMap["session_before_fork"][1] | undefined> {
    return dispatchGate(this.dispatcher, event);
  }

  beforeCompact(
    event: ExtensionEventMap["session_before_compact"][0],
  ): Promise<ExtensionEventMap["session_before_compact"][1] | undefined> {
    return dispatchGate(this.dispatcher, event, { signal: event.signal });
  }

  beforeTree(
    event: ExtensionEventMap["session_before_tree"][0],
  ): Promise<ExtensionEventMap["session_before_tree"][1] | undefined> {
    return dispatchGate(this.dispatcher, event, { signal: event.signal });
  }

  discoverResources(event: ResourcesDiscoverEvent): Promise<DiscoveredResources> {
    return dispatchResourcesDiscover(this.dispatcher, event);
  }

  /** For code that runs outside of handlers. */
  createContext(options?: DispatchOptions): ExtensionContext {
    return this.dispatcher.context(options);
  }

  /** For one call of a tool. */
  createToolContext(call: ToolCallAccess, options: DispatchOptions): ToolCallContext {
    return this.dispatcher.toolContext(call, options);
  }

  createCommandContext(): CommandContext {
    return this.dispatcher.commandContext();
  }

  /** Tools by name: the first extension in load order that registered one has it. */
  getTools(): Map<string, RegisteredTool> {
    const tools = new Map<string, RegisteredTool>();
    for (const extension of this.extensions) {
      for (const [name, definition] of extension.tools) {
        if (!tools.has(name)) tools.set(name, { definition, extension });
      }
    }
    return tools;
  }

  getCommands(): RpcSlashCommand[] {
    return commandList(this.extensions);
  }

  /** The command that a text calls, with its arguments. */
  findCommand(text: string): (ExtensionCommand & { name: string; args: string }) | undefined {
    if (!text.startsWith("/")) return undefined;
    const parsed = parseCommandText(text);
    const found = parsed && invocationNames(this.extensions).get(parsed.name);
    return found && { ...found, ...parsed };
  }

  /** Runs the command that a text calls; `undefined` when it calls none. What the handler throws is reported. */
  async runCommand(text: string): Promise<InputOutcome | undefined> {
    const found = this.findCommand(text);
    if (!found) return undefined;
    const report = (error: unknown): void => this.runtime.report(`command:${found.name}`, "command", error);
    try {
      return commandOutcome(await found.command.handler(found.args, this.createCommandContext()), report);
    } catch (error) {
      report(error);
      return { handled: true };
    }
  }

  /** What a command offers for its arguments, nothing if it fails; `undefined`: there is no such command. */
  completeArguments(name: string, prefix: string): Promise<CompletionItem[]> | undefined {
    const found = invocationNames(this.extensions).get(name);
    return (
      found &&
      import("./completions.ts")
        .then(({ commandCompletions }) => commandCompletions(found.command, prefix))
        .catch((error: unknown) => {
          this.runtime.report(`command:${name}`, "completions", error);
          return [];
        })
    );
  }

  /** Reports servers that nothing will connect. */
  reportUnconnectedServers(): void {
    if (this.hasHandlers("mcp_servers_change")) return;
    for (const { name, extensionPath } of this.runtime.mcpServers.list()) {
      const error = new Error(`Nothing connects MCP server "${name}": MCP support is not loaded`);
      this.runtime.report(extensionPath, "register_mcp_server", error);
    }
  }
}
