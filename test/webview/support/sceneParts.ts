// What the scenes share: a state of the chat and its parts.
import type { ChatRecord, ChatState } from "@relay-harness/protocol/webview";
import type { Model } from "@relay-harness/protocol";
import type { View } from "./openView.ts";
import type { Story } from "./story.ts";
import { harnessState, quietSlice } from "./harnessStates.ts";

/** A state of the chat as the design shows it: what the host holds, what was said, what the user did. */
export interface Scene {
  readonly name: string;
  readonly state: Partial<ChatState>;
  readonly story?: () => Story;
  /** Records after the stored ones: what runs. */
  readonly live?: () => ChatRecord[];
  readonly act?: (view: View) => Promise<void>;
}

export function model(provider: string, id: string, fields: Partial<Model> = {}): Model {
  return {
    id,
    name: id,
    api: "anthropic-messages",
    provider,
    baseUrl: "https://api.example.com",
    reasoning: true,
    input: ["text"],
    cost: { input: 3, output: 15, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 200_000,
    maxTokens: 8192,
    ...fields,
  };
}

const sonnet = model("anthropic", "claude-sonnet-4-5");

export const models: ChatState["models"] = {
  current: sonnet,
  routed: null,
  all: [
    sonnet,
    model("openai", "gpt-5", {
      contextWindow: 400_000,
      cost: { input: 1.25, output: 10, cacheRead: 0, cacheWrite: 0 },
    }),
    model("relay", "Auto (Laya)", {
      contextWindow: 0,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    }),
    model("ollama", "qwen3-coder", {
      baseUrl: "http://localhost:11434/v1",
      contextWindow: 256_000,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    }),
  ],
  scoped: [
    { provider: "anthropic", id: "claude-sonnet-4-5" },
    { provider: "openai", id: "gpt-5" },
  ],
  hasCredential: true,
};

const thinking: ChatState["thinking"] = { level: "medium", levels: ["off", "low", "medium", "high"] };

export const folder: ChatState["folder"] = { path: "/work/harbor", label: "harbor", choices: [] };

const session: ChatState["session"] = { id: "s1", cwd: "/work/harbor", title: "Fix", hasMessages: true };

export const agent: ChatState["agent"] = {
  kind: "ready",
  relay: "0.1.0",
  protocol: "1.1",
  isOfflineDemo: false,
  isTrusted: true,
};

export const idle: ChatState["run"] = {
  isRunning: false,
  isCompacting: false,
  isRetrying: false,
  isBashRunning: false,
  since: null,
  retryAt: null,
};

export const running: ChatState["run"] = { ...idle, isRunning: true };

export const context = (percent: number): ChatState["context"] => ({
  tokens: percent * 2000,
  contextWindow: 200_000,
  percent,
});

export const cost = (dollars: number): ChatState["cost"] => ({
  tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  cost: dollars,
  byModel: [],
});

export const selection = (isIncluded: boolean): ChatState["selection"] => ({
  path: "src/queue.ts",
  label: "queue.ts:40-52",
  startLine: 40,
  endLine: 52,
  isIncluded,
});

export const usual: Partial<ChatState> = { models, thinking, folder, session, agent, run: idle };

export const quiet = (rules: number): ChatState["harness"] => {
  const state = harnessState({ slice: quietSlice });
  return { ...state, constraints: state.constraints.slice(0, rules) };
};

export const queueDiff = [
  " 40 export class Queue {",
  "-41   constructor(private readonly store: Store) {}",
  "+41   constructor(",
  "+42     private readonly store: Store,",
  "+43     private readonly clock: Clock = systemClock,",
  "+44   ) {}",
  "    ...",
].join("\n");
