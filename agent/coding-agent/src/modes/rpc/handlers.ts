import {
  extensionUiMethods,
  rpcCommandTypes,
  rpcEventTypes,
  textOf,
  type ImageContent,
  type RpcCommandFields,
  type RpcCommandType,
  type RpcResponseData,
  type RpcSessionState,
} from "@relay-harness/protocol";
import { version } from "../../base/version.ts";
import type { AgentSession } from "../../session/agentSession.ts";
import { RefusalError } from "../../session/errors.ts";
import type { SessionRuntime } from "../../session/sessionRuntime.ts";
import type { Turn } from "./scheduler.ts";

/** Version of the protocol; the minor grows with every addition (rpc-additions.md §1). */
const protocolVersion = "1.0";

/** What a handler may touch beside its command's fields. */
export interface HandlerContext extends Turn {
  id: unknown;
  runtime: SessionRuntime;
  session: AgentSession;
  reportError: (error: unknown) => void;
}

/** Answers early, in the tick of the call, so that events that follow cannot overtake the response. */
export type Respond<T extends RpcCommandType> = (data: RpcResponseData<T>) => void;

/** Returned by a handler that has already called `respond`. */
export const responded = Symbol("responded");

export type Handler<T extends RpcCommandType> = (
  fields: RpcCommandFields<T>,
  context: HandlerContext,
  respond: Respond<T>,
) => RpcResponseData<T> | typeof responded | Promise<RpcResponseData<T> | typeof responded>;

const unavailable = (): never => {
  throw new RefusalError("not_available", "Not available in this build.");
};

/** One handler per command; the map of the protocol makes a missing one a compile error. */
export const handlers: { [T in RpcCommandType]: Handler<T> } = {
  prompt: sendPrompt,
  steer: async ({ message, images }, { session }) => ({ disposition: await session.steer(message, images) }),
  follow_up: async ({ message, images }, { session }) => ({
    disposition: await session.followUp(message, images),
  }),
  abort: (_, { session }) => session.abort().then(() => undefined),
  abort_retry: (_, { session }) => void session.abortRetry(),
  abort_bash: (_, { session }) => void session.abortBash(),
  clear_queue: (_, { session }) => session.clearQueue(),
  new_session: (fields, { runtime, hold }) => {
    hold();
    return runtime.newSession(fields);
  },
  get_state: (_, { session }) => sessionState(session),
  get_messages: (_, { session }) => ({ messages: session.messages }),
  get_available_models: async (_, { runtime }) => ({ models: await runtime.availableModels() }),
  set_model: ({ provider, modelId }, { session }) => session.setModel(provider, modelId),
  cycle_model: async (_, { session }) => (await session.cycleModel()) ?? null,
  set_thinking_level: ({ level }, { session }) => session.setThinkingLevel(level).then(() => undefined),
  cycle_thinking_level: async (_, { session }) => {
    const level = await session.cycleThinkingLevel();
    return level ? { level } : null;
  },
  get_available_thinking_levels: (_, { session }) => ({ levels: session.getAvailableThinkingLevels() }),
  set_steering_mode: ({ mode }, { session }) => session.setSteeringMode(mode).then(() => undefined),
  set_follow_up_mode: ({ mode }, { session }) => session.setFollowUpMode(mode).then(() => undefined),
  set_auto_retry: ({ enabled }, { session }) => session.setAutoRetryEnabled(enabled).then(() => undefined),
  set_auto_compaction: unavailable,
  compact: unavailable,
  bash: ({ command, excludeFromContext }, { session, id }) =>
    session.executeBash(command, undefined, { excludeFromContext, id }),
  get_session_stats: (_, { session }) => session.getSessionStats(),
  export_html: unavailable,
  switch_session: unavailable,
  fork: unavailable,
  clone: unavailable,
  get_fork_messages: (_, { session }) => ({ messages: forkMessages(session) }),
  get_entries: ({ since }, { session }) => {
    const entries = session.getEntriesSince(since);
    if (!entries) throw new RefusalError("invalid_input", `Entry not found: ${since}`);
    return { entries, leafId: session.sessionManager.getLeafId() };
  },
  get_tree: (_, { session }) => ({
    tree: session.sessionManager.getTree(),
    leafId: session.sessionManager.getLeafId(),
  }),
  get_last_assistant_text: (_, { session }) => ({ text: session.getLastAssistantText() }),
  set_session_name: ({ name }, { session }) => session.setSessionName(name).then(() => undefined),
  get_commands: () => ({ commands: [] }),
  get_protocol: () => ({
    protocol: protocolVersion,
    relay: version,
    node: process.versions.node,
    commands: rpcCommandTypes.filter((type) => handlers[type] !== unavailable),
    events: [...rpcEventTypes],
    uiMethods: [...extensionUiMethods],
    features: [],
  }),
};

/** Answers as soon as the prompt is accepted; what the run does then is told by events. */
function sendPrompt(
  fields: RpcCommandFields<"prompt">,
  { session, release, reportError }: HandlerContext,
  respond: Respond<"prompt">,
): Promise<typeof responded> {
  return new Promise((resolve, reject) => {
    let isAccepted = false;
    const run = session.prompt(fields.message, {
      images: fields.images as ImageContent[] | undefined,
      streamingBehavior: fields.streamingBehavior,
      onClaimed: release,
      preflightResult: (disposition) => {
        isAccepted = true;
        respond({ disposition });
        resolve(responded);
      },
    });
    run.catch((error: unknown) => (isAccepted ? reportError(error) : reject(error)));
  });
}

function sessionState(session: AgentSession): RpcSessionState {
  return {
    model: session.model,
    thinkingLevel: session.thinkingLevel,
    isStreaming: session.isStreaming,
    isCompacting: false,
    steeringMode: session.steeringMode,
    followUpMode: session.followUpMode,
    sessionFile: session.sessionFile,
    sessionId: session.sessionId,
    sessionName: session.sessionName,
    autoCompactionEnabled: session.autoCompactionEnabled,
    messageCount: session.messages.length,
    pendingMessageCount: session.pendingMessageCount,
    cwd: session.sessionManager.getCwd(),
    leafId: session.sessionManager.getLeafId(),
    autoRetryEnabled: session.autoRetryEnabled,
    isRetrying: session.isRetrying,
    isBashRunning: session.isBashRunning,
  };
}

/** User messages of the whole file that have text, in file order (rpc.md §4.7). */
function forkMessages(session: AgentSession): { entryId: string; text: string }[] {
  const found: { entryId: string; text: string }[] = [];
  for (const entry of session.sessionManager.getEntries()) {
    if (entry.type !== "message" || entry.message.role !== "user") continue;
    const text = textOf(entry.message.content);
    if (text !== "") found.push({ entryId: entry.id, text });
  }
  return found;
}
