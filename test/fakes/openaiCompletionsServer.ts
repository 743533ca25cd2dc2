import { isJsonObject, type JsonObject } from "@relay-harness/protocol";
import { startSseServer, type ReceivedRequest, type Responder, type SseServer } from "./sseServer.ts";

/** The sample stream of models.md §26.3: thinking, text and one tool call. */
export const completionsSample: readonly JsonObject[] = [
  choice({ role: "assistant", content: "" }),
  choice({ reasoning_content: "Think" }),
  choice({ content: "Hi" }),
  choice({
    tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "read", arguments: "" } }],
  }),
  choice({ tool_calls: [{ index: 0, function: { arguments: '{"path"' } }] }),
  choice({ tool_calls: [{ index: 0, function: { arguments: ':"a"}' } }] }),
  choice({}, "tool_calls"),
  usageChunk({
    prompt_tokens: 20,
    completion_tokens: 9,
    total_tokens: 29,
    prompt_tokens_details: { cached_tokens: 8 },
    completion_tokens_details: { reasoning_tokens: 3 },
  }),
];

/** One chunk with a delta of the first choice; `usage` is null as servers send it with `include_usage`. */
export function choice(delta: JsonObject, finishReason: string | null = null): JsonObject {
  return chunk({ choices: [{ index: 0, delta, finish_reason: finishReason }], usage: null });
}

/** The last chunk: no choice, only usage. */
export function usageChunk(usage: JsonObject): JsonObject {
  return chunk({ choices: [], usage });
}

function chunk(members: JsonObject): JsonObject {
  return { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "m-served", ...members };
}

/** Event stream text of chunks, with `[DONE]` unless told otherwise. */
export function completionsStream(chunks: readonly JsonObject[], done = true): string {
  const events = chunks.map((value) => `data: ${JSON.stringify(value)}\n\n`);
  return events.join("") + (done ? "data: [DONE]\n\n" : "");
}

/** What a scripted answer says. */
export interface CompletionsAnswer {
  reasoning?: string;
  text?: string;
  toolCalls?: { id: string; name: string; arguments: JsonObject }[];
  /** Default `tool_calls` with calls, else `stop`. */
  finishReason?: string;
  usage?: JsonObject;
}

/** Chunks of an answer, one per part. */
export function completionsChunks(answer: CompletionsAnswer): JsonObject[] {
  const calls = answer.toolCalls ?? [];
  const callChunks = calls.map(({ id, name, arguments: args }, index) =>
    choice({
      tool_calls: [{ index, id, type: "function", function: { name, arguments: JSON.stringify(args) } }],
    }),
  );
  return [
    choice({ role: "assistant", content: "" }),
    ...(answer.reasoning ? [choice({ reasoning_content: answer.reasoning })] : []),
    ...(answer.text ? [choice({ content: answer.text })] : []),
    ...callChunks,
    choice({}, answer.finishReason ?? (calls.length > 0 ? "tool_calls" : "stop")),
    usageChunk(answer.usage ?? { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }),
  ];
}

export type CompletionsStep =
  CompletionsAnswer | ((request: ReceivedRequest, respond: Responder) => void | Promise<void>);

export interface CompletionsServer extends SseServer {
  /** Base URL for a model. */
  baseUrl: string;
  /** Adds answers; each request takes the next one. Without one left, the answer is a 500. */
  script(...steps: CompletionsStep[]): void;
}

/** A Chat Completions server that refuses what the real service refuses. */
export async function startCompletionsServer(...initial: CompletionsStep[]): Promise<CompletionsServer> {
  const steps = [...initial];
  const server = await startSseServer(async (request, respond) => {
    if (!request.path.endsWith("/chat/completions")) {
      respond.reply(404, {
        error: { message: `Unknown request URL: ${request.path}`, type: "invalid_request_error" },
      });
      return;
    }
    const problem = completionsProblem(request.json);
    if (problem) {
      respond.reply(400, {
        error: { message: problem, type: "invalid_request_error", param: null, code: null },
      });
      return;
    }
    const step = steps.shift();
    if (!step) respond.reply(500, { error: { message: "No more scripted answers", type: "server_error" } });
    else if (typeof step === "function") await step(request, respond);
    else respond.stream(completionsStream(completionsChunks(step)));
  });
  return Object.assign(server, {
    baseUrl: `${server.url}/v1`,
    script: (...more: CompletionsStep[]) => void steps.push(...more),
  });
}

/** What the service would refuse about a request body, if anything. */
export function completionsProblem(body: unknown): string | undefined {
  if (!isJsonObject(body)) return "We could not parse the JSON body of your request.";
  if (typeof body.model !== "string") return "you must provide a model parameter";
  if (!Array.isArray(body.messages) || body.messages.length === 0) return "[] is too short - 'messages'";
  if ("max_tokens" in body && "max_completion_tokens" in body) {
    return "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.";
  }
  return messagesProblem(body.messages.filter(isJsonObject));
}

function messagesProblem(messages: readonly JsonObject[]): string | undefined {
  let waiting: string[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === "tool") {
      const id = message.tool_call_id;
      if (typeof id !== "string" || !waiting.includes(id)) {
        return `Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'. (messages[${index}])`;
      }
      waiting = waiting.filter((other) => other !== id);
      continue;
    }
    if (waiting.length > 0) {
      return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. Missing: ${waiting.join(", ")}`;
    }
    const problem = messageProblem(message, index);
    if (problem) return problem;
    waiting = callIds(message);
  }
  return waiting.length > 0 ? `Missing responses to tool calls: ${waiting.join(", ")}` : undefined;
}

function messageProblem(message: JsonObject, index: number): string | undefined {
  const at = `messages[${index}]`;
  if (!["system", "developer", "user", "assistant"].includes(String(message.role)))
    return `Invalid role. (${at})`;
  const hasCalls = Array.isArray(message.tool_calls);
  if (hasCalls && callIds(message).length === 0) return `Invalid '${at}.tool_calls': empty array.`;
  const tooLong = callIds(message).find((id) => id.length > 40);
  if (tooLong) return `Invalid '${at}.tool_calls[0].id': string too long. Expected a maximum length of 40.`;
  const { content } = message;
  const isText = typeof content === "string" || (Array.isArray(content) && content.length > 0);
  if (!isText && !(content === null && hasCalls))
    return `Invalid value for 'content': expected a string. (${at})`;
  return undefined;
}

function callIds(message: JsonObject): string[] {
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isJsonObject) : [];
  return calls.map((call) => String(call.id));
}
