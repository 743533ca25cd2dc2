import type { ProviderConfig, NativeProvider } from "@relay-harness/ai";
import { isJsonObject } from "@relay-harness/protocol";
import { invocationNames } from "./commands.ts";
import { errorText } from "./errors.ts";
import { execProgram } from "./exec.ts";
import type { AnyHandler, Extension } from "./extension.ts";
import type { EventBus } from "./eventBus.ts";
import type { ExtensionRuntime } from "./runtime.ts";
import type { ExtensionAPI, FlagDefinition } from "./types/api.ts";
import type { ExtensionEventName } from "./types/eventMap.ts";
import type { EntryRenderer, MessageRenderer } from "./types/renderers.ts";
import type { AnyExtensionTool } from "./types/tools.ts";
import { jsonProblem } from "./valueChecks.ts";

/** Extensions of the runtime in load order, as far as they are loaded. */
export type ListExtensions = () => readonly Extension[];

/** The object that a factory gets. */
export function createExtensionApi(
  extension: Extension,
  runtime: ExtensionRuntime,
  listExtensions: ListExtensions,
): ExtensionAPI {
  /** Registration is allowed until the session is gone. */
  const live = <Args extends unknown[], R>(method: (...args: Args) => R) => {
    return (...args: Args): R => {
      runtime.assertLive();
      return method(...args);
    };
  };
  return {
    ...registrations(extension, runtime, live),
    ...sessionMethods(extension, runtime, listExtensions),
    events: ownBus(extension, runtime),
    exec: live((command, args, options) =>
      execProgram(command, args, { cwd: runtime.isBound ? runtime.host.cwd : runtime.cwd, ...options }),
    ),
  };
}

type Live = <Args extends unknown[], R>(method: (...args: Args) => R) => (...args: Args) => R;

type Registrations = Pick<
  ExtensionAPI,
  Extract<
    keyof ExtensionAPI,
    "on" | `register${string}` | `unregister${string}` | "getMcpServers" | "getFlag"
  >
>;

function registrations(extension: Extension, runtime: ExtensionRuntime, live: Live): Registrations {
  const { path } = extension;
  const on = live((event: ExtensionEventName, handler: AnyHandler) => subscribe(extension, event, handler));
  const registerProvider = live((provider: NativeProvider | string, config?: ProviderConfig) =>
    runtime.providers.register(path, provider, config),
  );
  return {
    on: on as ExtensionAPI["on"],
    registerTool: live((tool) => {
      checkTool(tool);
      extension.tools.set(tool.name, tool as AnyExtensionTool);
      if (runtime.isBound) runtime.host.toolRegistered(tool.name);
    }),
    registerCommand: live((name, command) => {
      if (typeof name !== "string" || name === "") {
        throw new TypeError("registerCommand: the name must be a non-empty string");
      }
      if (!isJsonObject(command) || typeof command.handler !== "function") {
        throw new TypeError(`registerCommand: the handler of "${name}" must be a function`);
      }
      extension.commands.set(name, command);
      if (runtime.isBound) runtime.host.commandRegistered();
    }),
    registerShortcut: live((key, shortcut) => void extension.shortcuts.set(key, shortcut)),
    registerFlag: live((name, flag) => {
      checkFlag(name, flag);
      extension.flags.set(name, flag);
    }),
    getFlag: live((name) => {
      const flag = extension.flags.get(name);
      if (!flag) return undefined;
      const given = runtime.isBound ? runtime.flagValues.get(name) : undefined;
      return typeof given === flag.type ? given : flag.default;
    }),
    registerMessageRenderer: live(
      // The details of a type are what its extension says that they are.
      (type, renderer) => void extension.messageRenderers.set(type, renderer as MessageRenderer),
    ),
    registerEntryRenderer: live(
      (type, renderer) => void extension.entryRenderers.set(type, renderer as EntryRenderer),
    ),
    registerToolRenderer: live((resolver) => void extension.toolRenderers.push(resolver)),
    registerMarkdownTransformer: live((transform, options = {}) => {
      extension.markdownTransformer = { transform, options };
    }),
    registerProvider,
    unregisterProvider: live((name) => runtime.providers.unregister(path, name)),
    registerVirtualModel: live((model) => runtime.providers.registerVirtual(path, model)),
    unregisterVirtualModel: live((provider, id) => runtime.providers.unregisterVirtual(path, provider, id)),
    registerMcpServer: live((name, config) => runtime.mcpServers.register(path, name, config)),
    unregisterMcpServer: live((name) => runtime.mcpServers.unregister(path, name)),
    getMcpServers: () => runtime.mcpServers.list(),
  };
}

function sessionMethods(
  extension: Extension,
  runtime: ExtensionRuntime,
  listExtensions: ListExtensions,
): Omit<ExtensionAPI, keyof Registrations | "events" | "exec"> {
  /** Nobody waits for it: a failure is reported. */
  const fireAndForget = (event: string, work: Promise<void>): void => {
    work.catch((error: unknown) => runtime.report("<runtime>", event, error));
  };
  return {
    sendMessage: (message, options = {}) =>
      fireAndForget("send_message", runtime.host.sendMessage(message, options)),
    sendUserMessage: (content, options = {}) =>
      fireAndForget("send_user_message", runtime.host.sendUserMessage(content, options)),
    appendEntry: (customType, data) => {
      const { host } = runtime;
      host.appendEntry(customType, jsonCopy(customType, data));
    },
    setSessionName: (name) => runtime.host.setSessionName(name),
    getSessionName: () => runtime.host.sessionManager.getSessionName(),
    setLabel: (entryId, label) => runtime.host.setLabel(entryId, label),
    getActiveTools: () => runtime.host.getActiveTools(),
    setActiveTools: (names) => runtime.host.setActiveTools(names),
    getAllTools: () => runtime.host.getAllTools(),
    getSettings: () => runtime.host.getSettings(),
    getCommands: () => {
      const { host } = runtime;
      return [...commandList(listExtensions()), ...host.getOtherCommands()];
    },
    setModel: (model) => runtime.host.setModel(model),
    getThinkingLevel: () => runtime.host.thinkingLevel,
    setThinkingLevel: (level) => runtime.host.setThinkingLevel(level),
  };
}

/** Commands of extensions as clients list them. */
export function commandList(extensions: readonly Extension[]): ReturnType<ExtensionAPI["getCommands"]> {
  return [...invocationNames(extensions)].map(([name, { command, extension }]) => ({
    name,
    ...(command.description !== undefined && { description: command.description }),
    source: "extension",
    sourceInfo: extension.sourceInfo,
  }));
}

function subscribe(extension: Extension, event: ExtensionEventName, handler: AnyHandler): () => void {
  if (typeof handler !== "function") throw new TypeError(`on: the handler of "${event}" must be a function`);
  const { handlers } = extension;
  // The same function may be registered twice: each registration is one of its own.
  const own: AnyHandler = (payload, ctx) => handler(payload, ctx);
  handlers.set(event, [...(handlers.get(event) ?? []), own]);
  return () => {
    const left = (handlers.get(event) ?? []).filter((other) => other !== own);
    if (left.length > 0) handlers.set(event, left);
    else handlers.delete(event);
  };
}

/** The shared bus; errors of its listeners are the extension's. */
function ownBus(extension: Extension, runtime: ExtensionRuntime): EventBus {
  const { bus } = runtime;
  return {
    on(channel, listener) {
      runtime.assertLive();
      const fail = (error: unknown): void => runtime.report(extension.path, `events:${channel}`, error);
      const unsubscribe = bus.on(channel, (data) => {
        try {
          const outcome: unknown = listener(data);
          if (outcome instanceof Promise) outcome.catch(fail);
        } catch (error) {
          fail(error);
        }
      });
      extension.busSubscriptions.add(unsubscribe);
      return () => {
        extension.busSubscriptions.delete(unsubscribe);
        unsubscribe();
      };
    },
    emit(channel, data) {
      runtime.assertLive();
      bus.emit(channel, data);
    },
  };
}

/** Extensions are written in JavaScript too: what the types promise is checked. */
function checkTool(tool: unknown): void {
  if (!isJsonObject(tool) || typeof tool.name !== "string" || tool.name === "") {
    throw new TypeError("registerTool: the name must be a non-empty string");
  }
  const { name, parameters, execute } = tool;
  if (!isJsonObject(parameters)) {
    throw new TypeError(`registerTool: the parameters of "${name}" must be a JSON Schema object`);
  }
  const problem = jsonProblem(parameters);
  if (problem !== undefined) {
    throw new TypeError(`registerTool: the parameters of "${name}" must be a JSON Schema object: ${problem}`);
  }
  if (typeof execute !== "function") {
    throw new TypeError(`registerTool: execute of "${name}" must be a function`);
  }
}

function checkFlag(name: string, flag: FlagDefinition): void {
  if (typeof name !== "string" || name === "") {
    throw new TypeError("registerFlag: the name must be a non-empty string");
  }
  const { type, default: value } = isJsonObject(flag) ? flag : {};
  if (type !== "boolean" && type !== "string") {
    throw new TypeError(`registerFlag: the type of "${name}" must be "boolean" or "string"`);
  }
  if (value !== undefined && typeof value !== type) {
    throw new TypeError(`registerFlag: the default of "${name}" must be a ${type}`);
  }
}

/** Data as the session file will hold it. */
function jsonCopy(customType: string, data: unknown): unknown {
  if (typeof customType !== "string") throw new TypeError("appendEntry: the customType must be a text");
  if (data === undefined) return undefined;
  let text: string | undefined;
  try {
    text = JSON.stringify(data);
  } catch (cause) {
    throw new TypeError(`appendEntry: the data of "${customType}" is no JSON: ${errorText(cause)}`, {
      cause,
    });
  }
  if (text === undefined) throw new TypeError(`appendEntry: the data of "${customType}" is no JSON`);
  return JSON.parse(text);
}
