import type {
  AssistantContent,
  AssistantMessage,
  DeferredHandle,
  JsonObject,
  StopReason,
  TextContent,
  ThinkingContent,
  ToolCall,
} from "@relay-harness/protocol";
import { emptyUsage } from "@relay-harness/protocol";

export function fauxText(text: string): TextContent {
  return { type: "text", text };
}

export function fauxThinking(thinking: string): ThinkingContent {
  return { type: "thinking", thinking };
}

/** A tool call. `id` defaults to a random one. */
export function fauxToolCall(name: string, args: JsonObject, { id }: { id?: string } = {}): ToolCall {
  return { type: "toolCall", id: id ?? `call_${crypto.randomUUID()}`, name, arguments: args };
}

export interface FauxMessageOptions {
  /** Default: `error` with an `errorMessage`, `deferred` with a handle, `toolUse` with a call, else `stop`. */
  stopReason?: StopReason;
  errorMessage?: string;
  responseId?: string;
  deferred?: DeferredHandle;
}

/** A scripted answer. Model, usage and times are filled in when it is sent. */
export function fauxAssistantMessage(
  content: string | AssistantContent | AssistantContent[],
  options: FauxMessageOptions = {},
): AssistantMessage {
  const blocks =
    typeof content === "string" ? [fauxText(content)] : Array.isArray(content) ? content : [content];
  const { errorMessage, responseId, deferred } = options;
  return {
    role: "assistant",
    content: blocks,
    api: "",
    provider: "",
    model: "",
    usage: emptyUsage(),
    stopReason: options.stopReason ?? defaultStopReason(blocks, options),
    ...(errorMessage !== undefined && { errorMessage }),
    ...(responseId !== undefined && { responseId }),
    ...(deferred !== undefined && { deferred }),
    timestamp: 0,
  };
}

function defaultStopReason(
  content: readonly AssistantContent[],
  { errorMessage, deferred }: FauxMessageOptions,
): StopReason {
  if (errorMessage !== undefined) return "error";
  if (deferred) return "deferred";
  return content.some((block) => block.type === "toolCall") ? "toolUse" : "stop";
}
