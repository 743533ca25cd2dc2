import type { StreamFunction, StreamOptions } from "@relay-harness/ai";
import { AssistantMessageEventStream, fauxAssistantMessage } from "@relay-harness/ai";
import {
  emptyUsage,
  textOf,
  type AssistantMessage,
  type JsonObject,
  type Model,
  type SessionEntry,
  type ToolCall,
} from "@relay-harness/protocol";
import { SessionManager } from "../../../sessions/sessionManager.ts";

/** Builds a session whose messages have a wanted estimate: four characters a token. */
export class History {
  readonly manager = SessionManager.inMemory("/w");
  private calls = 0;

  get path(): SessionEntry[] {
    return this.manager.getBranch();
  }

  user(size: number | string): string {
    return this.manager.appendMessage({ role: "user", content: [text(size)], timestamp: 1 });
  }

  /** A call to `t` adds one token. Returns the entry id. */
  assistant(size: number | string, ...calls: ToolCall[]): string {
    return this.manager.appendMessage(answer(size, { content: [text(size), ...calls] }));
  }

  /** A call with an id of its own. */
  call(name = "t", args: JsonObject = {}): ToolCall {
    return { type: "toolCall", id: `c${++this.calls}`, name, arguments: args };
  }

  result(size: number | string, toolCallId = `c${this.calls}`): string {
    return this.manager.appendMessage({
      role: "toolResult",
      toolCallId,
      toolName: "t",
      content: [text(size)],
      isError: false,
      timestamp: 1,
    });
  }

  bash(size: number): string {
    return this.manager.appendMessage({
      role: "bashExecution",
      command: "",
      output: "x".repeat(4 * size),
      exitCode: 0,
      cancelled: false,
      truncated: false,
      timestamp: 1,
    });
  }

  system(size: number): string {
    return this.manager.appendMessage({ role: "system", content: "s".repeat(4 * size), timestamp: 1 });
  }
}

/** An assistant message of faux/m. */
export function answer(size: number | string, fields: Partial<AssistantMessage> = {}): AssistantMessage {
  return {
    role: "assistant",
    content: [text(size)],
    api: "faux",
    provider: "faux",
    model: "m",
    usage: emptyUsage(),
    stopReason: "stop",
    timestamp: 1,
    ...fields,
  };
}

function text(size: number | string): { type: "text"; text: string } {
  return { type: "text", text: typeof size === "string" ? size : "x".repeat(4 * size) };
}

export const testModel: Model = {
  id: "m",
  name: "m",
  api: "faux",
  provider: "faux",
  baseUrl: "",
  reasoning: true,
  input: ["text"],
  contextWindow: 128_000,
  maxTokens: 16_384,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
};

/** A request that a scripted stream got. */
export interface SummaryCall {
  systemPrompt: string;
  prompt: string;
  options: StreamOptions;
}

/** Answers requests in order: with a text, or with a message that failed. */
export function scriptedStream(answers: (string | Partial<AssistantMessage>)[]): {
  stream: StreamFunction;
  calls: SummaryCall[];
} {
  const script = [...answers];
  const calls: SummaryCall[] = [];
  const stream: StreamFunction = (_model, { systemPrompt = "", messages }, options = {}) => {
    const [message] = messages;
    calls.push({ systemPrompt, prompt: message?.role === "user" ? textOf(message.content) : "", options });
    const next = script.shift() ?? "no answer is left";
    const final: AssistantMessage = {
      ...fauxAssistantMessage(typeof next === "string" ? next : ""),
      ...(typeof next !== "string" && next),
    };
    const events = new AssistantMessageEventStream();
    const { stopReason } = final;
    if (stopReason === "error" || stopReason === "aborted") {
      events.push({ type: "error", reason: stopReason, error: final });
    } else {
      events.push({ type: "done", reason: stopReason === "length" ? "length" : "stop", message: final });
    }
    return events;
  };
  return { stream, calls };
}

export function failure(errorMessage: string): Partial<AssistantMessage> {
  return { stopReason: "error", errorMessage, content: [] };
}
