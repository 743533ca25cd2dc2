import type { ChatState } from "./chatState.ts";

/** What a view shows before anything is known. */
export function initialChatState(): ChatState {
  return {
    session: null,
    agent: { kind: "none" },
    run: {
      isRunning: false,
      isCompacting: false,
      isRetrying: false,
      isBashRunning: false,
      since: null,
      retryAt: null,
    },
    queue: [],
    dialogs: [],
    cards: [],
    models: { current: null, routed: null, all: [], scoped: [], hasCredential: false },
    thinking: { level: "off", levels: [] },
    context: { tokens: null, contextWindow: null, percent: null },
    cost: { tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 }, cost: 0, byModel: [] },
    harness: null,
    turns: [],
    recent: null,
    branches: [],
    selection: null,
    attachments: [],
    folder: { path: null, label: "", choices: [] },
    commands: [],
    statuses: [],
    widgets: [],
    settings: {
      sendOnEnter: true,
      enterWhileRunning: "steer",
      showThinking: false,
      foldFinishedTurns: true,
      fontSize: 0,
    },
    disabled: {},
    intake: null,
  };
}
