import type { RpcSessionState } from "@relay-harness/protocol";
import type { ChatState, SessionView } from "@relay-harness/protocol/webview";
import { slashCommandsOf } from "../commands/slashCommands.ts";
import { inBackground } from "../base/log.ts";
import { sessionLabel } from "../sessions/sessionItem.ts";
import { branchPoints } from "./branchPoints.ts";
import type { OpenSession } from "./openSession.ts";
import { showTrust } from "./trustCard.ts";

/** Of the stand-in model that answers while no provider is set up. */
const offlineProvider = "offline";

/** What a view shows of the agent once everything is known. */
export function readyAgent(session: OpenSession): Extract<ChatState["agent"], { kind: "ready" }> | undefined {
  const { agentInfo: info } = session;
  return (
    info && {
      kind: "ready",
      relay: info.relay,
      protocol: info.protocol,
      isOfflineDemo: session.state.models.current?.provider === offlineProvider,
      isTrusted: session.isTrusted,
    }
  );
}

/**
 * Reads what the host shows of a session beside its state and its transcript; each part that the agent does not
 * know is left out.
 */
export async function refreshDetails(session: OpenSession): Promise<void> {
  await Promise.all([
    refreshModels(session),
    refreshThinking(session),
    refreshStats(session),
    refreshCommands(session),
    refreshHarness(session),
    refreshBranches(session),
    showTrust(session),
  ]);
  // Nothing waits for it: without an index the agent reads every file of the folder.
  if (!session.state.session?.hasMessages) {
    inBackground(session.log, "Reading the newest session", refreshRecent(session));
  }
}

/** Name, file and title, such as after the first message or a new name. */
export async function refreshState(session: OpenSession): Promise<void> {
  session.store.set(stateMembers(session, await session.request({ type: "get_state" })));
}

function stateMembers(session: OpenSession, state: RpcSessionState): Partial<ChatState> {
  const { run, models, thinking } = session.state;
  return {
    session: sessionView(session, state),
    run: {
      isRunning: state.isStreaming,
      isCompacting: state.isCompacting,
      isRetrying: state.isRetrying ?? false,
      isBashRunning: state.isBashRunning ?? false,
      since: state.isStreaming ? (run.since ?? session.clock.now()) : null,
      retryAt: run.retryAt,
    },
    models: { ...models, current: state.model ?? null },
    thinking: { ...thinking, level: state.thinkingLevel },
  };
}

function sessionView(session: OpenSession, state: RpcSessionState): SessionView {
  const { sessionFile, sessionName, sessionId, cwd, messageCount } = state;
  return {
    id: sessionId,
    ...(sessionFile !== undefined && { path: sessionFile }),
    ...(sessionName !== undefined && { name: sessionName }),
    cwd: cwd ?? session.cwd,
    title: session.title ?? sessionName ?? "",
    hasMessages: messageCount > 0,
  };
}

export async function refreshModels(session: OpenSession): Promise<void> {
  if (!session.knows("get_available_models")) return;
  const { models: all, scoped = [] } = await session.request({ type: "get_available_models" });
  const hasCredential = all.some(({ provider }) => provider !== offlineProvider);
  session.store.set({ models: { ...session.state.models, all, scoped, hasCredential } });
}

export async function refreshThinking(session: OpenSession): Promise<void> {
  if (!session.knows("get_available_thinking_levels")) return;
  const { levels } = await session.request({ type: "get_available_thinking_levels" });
  session.store.set({ thinking: { ...session.state.thinking, levels } });
}

export async function refreshStats(session: OpenSession): Promise<void> {
  if (!session.knows("get_session_stats")) return;
  const { tokens, cost, byModel = [], contextUsage } = await session.request({ type: "get_session_stats" });
  session.store.set({ cost: { tokens, cost, byModel }, ...(contextUsage && { context: contextUsage }) });
}

export async function refreshCommands(session: OpenSession): Promise<void> {
  if (!session.knows("get_commands")) return;
  const { commands } = await session.request({ type: "get_commands" });
  session.store.set({ commands: slashCommandsOf(commands) });
}

async function refreshRecent(session: OpenSession): Promise<void> {
  if (!session.knows("list_sessions")) return;
  const { sessions } = await session.request({ type: "list_sessions", limit: 2 });
  const recent = sessions.find(
    ({ id, messageCount }) => id !== session.state.session?.id && messageCount > 0,
  );
  session.recent = recent;
  const shown = recent && {
    label: sessionLabel(recent),
    modified: recent.modified,
    messageCount: recent.messageCount,
  };
  session.store.set({ recent: shown ?? null });
}

async function refreshHarness(session: OpenSession): Promise<void> {
  if (!session.knows("get_harness")) return;
  session.store.set({ harness: await session.request({ type: "get_harness" }) });
}

export async function refreshBranches(session: OpenSession): Promise<void> {
  if (!session.knows("get_outline")) return;
  const { nodes, leafId } = await session.request({ type: "get_outline" });
  session.store.set({ branches: branchPoints(nodes, leafId) });
}
