import type { RpcSessionState } from "@relay-harness/protocol";
import type { AgentSession } from "../../../session/agentSession.ts";
import { entryPage } from "../../../session/entryPage.ts";
import { EncodedData, type Handlers } from "./handler.ts";

/** The session itself: its state, entries, tree and replacement. */
export const sessionHandlers: Handlers<
  | "get_state"
  | "get_messages"
  | "get_session_stats"
  | "get_entries"
  | "get_tree"
  | "get_fork_messages"
  | "get_last_assistant_text"
  | "set_session_name"
  | "new_session"
  | "switch_session"
  | "fork"
  | "clone"
  | "reload"
> = {
  get_state: (_, { session }) => sessionState(session),
  get_messages: (_, { session }) =>
    new EncodedData(['{"messages":', ...session.sessionManager.messagesJson(), "}"]),
  get_session_stats: (_, { session }) => session.getSessionStats(),
  get_entries: ({ path, ...request }, { session: { sessionManager } }) => {
    const { entries, hasMore } = entryPage(sessionManager.getTreeEntries(path), request);
    const rest = JSON.stringify({ hasMore, leafId: sessionManager.getLeafId() });
    return new EncodedData(['{"entries":', ...sessionManager.entriesJson(entries), `,${rest.slice(1)}`]);
  },
  get_tree: (_, { session: { sessionManager } }) => {
    const rest = JSON.stringify({ leafId: sessionManager.getLeafId() });
    return new EncodedData(['{"tree":', ...sessionManager.treeJson(), `,${rest.slice(1)}`]);
  },
  get_fork_messages: (_, { session }) => ({ messages: session.getUserMessagesForForking() }),
  get_last_assistant_text: (_, { session }) => ({ text: session.getLastAssistantText() }),
  set_session_name: ({ name }, { session }) => session.setSessionName(name).then(() => undefined),
  new_session: (fields, { runtime, hold }) => runtime.newSession({ ...fields, onReplacing: hold }),
  switch_session: ({ sessionPath }, { runtime, hold }) =>
    runtime.switchSession(sessionPath, { onReplacing: hold }),
  fork: async ({ entryId, position }, { runtime, hold }) => {
    const { cancelled, selectedText, selectedImages } = await runtime.fork(entryId, {
      position,
      onReplacing: hold,
    });
    if (cancelled) return { cancelled };
    return { text: selectedText ?? "", ...(selectedImages && { images: selectedImages }), cancelled };
  },
  reload: async (_, { runtime, hold }) => {
    await runtime.reload({ onReplacing: hold });
    return { diagnostics: await runtime.session.loadDiagnostics() };
  },
  clone: (_, { runtime, hold }) => runtime.clone({ onReplacing: hold }),
};

function sessionState(session: AgentSession): RpcSessionState {
  const { routedModel } = session;
  return {
    model: session.model,
    thinkingLevel: session.thinkingLevel,
    isStreaming: session.isStreaming,
    isCompacting: session.isCompacting,
    steeringMode: session.steeringMode,
    followUpMode: session.followUpMode,
    sessionFile: session.sessionFile,
    sessionId: session.sessionId,
    sessionName: session.sessionName,
    autoCompactionEnabled: session.autoCompactionEnabled,
    messageCount: session.messageCount,
    pendingMessageCount: session.pendingMessageCount,
    cwd: session.sessionManager.getCwd(),
    leafId: session.sessionManager.getLeafId(),
    autoRetryEnabled: session.autoRetryEnabled,
    isRetrying: session.isRetrying,
    isBashRunning: session.isBashRunning,
    ...(routedModel && { routedModel: { provider: routedModel.provider, id: routedModel.id } }),
  };
}
