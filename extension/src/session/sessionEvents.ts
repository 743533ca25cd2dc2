import type { RpcClientEvent } from "@relay-harness/coding-agent/rpc-client";
import type { ExtensionUiRequest, RpcEvent } from "@relay-harness/protocol";
import { rpcEventTypes } from "@relay-harness/protocol";
import type { RunView } from "@relay-harness/protocol/webview";
import { localize } from "../base/localize.ts";
import { inBackground } from "../base/log.ts";
import { isDialog } from "./dialogs.ts";
import { applyUiNotice } from "./uiNotices.ts";
import type { OpenSession } from "./openSession.ts";
import {
  readyAgent,
  refreshBranches,
  refreshCommands,
  refreshModels,
  refreshState,
  refreshStats,
  refreshThinking,
} from "./refresh.ts";

type Effects = {
  [T in RpcEvent["type"]]?: (session: OpenSession, event: Extract<RpcEvent, { type: T }>) => void;
};

/** What the host does with an event, beside handing it to the views. */
const effects: Effects = {
  agent_start: (session) => setRun(session, { isRunning: true, isRetrying: false, retryAt: null }),
  agent_settled: (session, { aborted }) => {
    setRun(session, { isRunning: false, isRetrying: false, isCompacting: false, retryAt: null, since: null });
    refresh(session, refreshState, refreshStats, refreshBranches);
    session.onSettled(aborted);
  },
  message_end: (session, { message }) => {
    // The first message makes the file: whoever restores a view asks for its path.
    if (message.role === "user" && session.path === undefined) refresh(session, refreshState);
  },
  turn_end: (session) => refresh(session, refreshStats),
  queue_update: (session, lists) => session.followQueue(lists),
  session_info_changed: (session) => refresh(session, refreshState),
  thinking_level_changed: (session, { level }) =>
    session.store.set({ thinking: { ...session.state.thinking, level } }),
  model_changed: (session, { model, thinkingLevel }) => {
    session.store.set({
      models: { ...session.state.models, current: model },
      thinking: { ...session.state.thinking, level: thinkingLevel },
    });
    const agent = session.isReady ? readyAgent(session) : undefined;
    if (agent) session.store.set({ agent });
    refresh(session, refreshThinking);
  },
  compaction_start: (session) => setRun(session, { isCompacting: true }),
  compaction_end: (session) => {
    setRun(session, { isCompacting: false });
    refresh(session, refreshStats);
  },
  auto_retry_start: (session, { delayMs }) =>
    setRun(session, { isRunning: true, isRetrying: true, retryAt: session.clock.now() + delayMs }),
  auto_retry_end: (session) => setRun(session, { isRetrying: false, retryAt: null }),
  harness_update: (session, { state: harness }) => session.store.set({ harness }),
  context_update: (session, { tokens, contextWindow, percent }) =>
    session.store.set({ context: { tokens, contextWindow, percent } }),
  session_tree: (session) =>
    inBackground(session.log, "Reading the branch", session.reopen({ keepsRows: true })),
  session_replaced: (session) => inBackground(session.log, "Reading the session", session.replaced()),
  session_conflict: (session, { sessionFile }) =>
    session.addRow({
      id: "conflict",
      kind: "conflict",
      severity: "warning",
      text: localize("Another window or program has added to this session."),
      detail: sessionFile,
      actions: [{ id: "reload", label: localize("Reload") }],
    }),
  auth_changed: (session) => refresh(session, refreshModels),
  settings_changed: (session) => refresh(session, refreshModels, refreshState),
  resources_changed: (session) => refresh(session, refreshCommands),
};

const known = new Set<string>(rpcEventTypes);

/** Takes what the agent sends: questions and signs to the host, everything else to the transcript as well. */
export function onAgentEvent(session: OpenSession, event: RpcClientEvent): void {
  if (event.type === "extension_ui_request") return onUiRequest(session, event);
  // A newer agent may tell more than this build knows.
  if (!known.has(event.type)) return;
  // The table pairs every type with an effect of its own events.
  const effect = effects[event.type] as ((session: OpenSession, event: RpcEvent) => void) | undefined;
  effect?.(session, event);
  session.record({ kind: "event", event: slim(event) });
  session.signals.emit({ type: "event", event });
}

function onUiRequest(session: OpenSession, request: ExtensionUiRequest): void {
  if (isDialog(request)) session.dialogs.add(request);
  else if (!applyUiNotice(session, request)) {
    // Whatever a newer agent asks: it must not wait for an answer that cannot come.
    session.cancelUnknownDialog(request.id);
  }
  session.signals.emit({ type: "event", event: request });
}

/** Ends repeat messages that have been sent: no view needs them twice. */
function slim(event: RpcEvent): RpcEvent {
  if (event.type === "agent_end") return { ...event, messages: [] };
  return event.type === "turn_end" ? { ...event, toolResults: [] } : event;
}

function setRun(session: OpenSession, change: Partial<RunView>): void {
  const { run } = session.state;
  const next = { ...run, ...change };
  const isWorking = next.isRunning || next.isCompacting;
  session.store.set({ run: { ...next, since: isWorking ? (next.since ?? session.clock.now()) : null } });
}

function refresh(session: OpenSession, ...parts: ((session: OpenSession) => Promise<void>)[]): void {
  for (const part of parts) inBackground(session.log, "Reading the session's state", part(session));
}
