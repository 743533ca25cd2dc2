import { startSseServer, type ReceivedRequest, type Responder, type SseServer } from "./sseServer.ts";

/** A tool call that the scripted model makes; arguments are sent as they are. */
export interface ScriptedCall {
  name: string;
  arguments: object | string;
  id?: string;
}

/** What the model answers to one request. */
export interface ScriptedStep {
  /** Streamed in these pieces. */
  text?: string | string[];
  /** Milliseconds between the pieces of `text`, as a model needs them; absent: as fast as they can go. */
  paceMs?: number;
  thinking?: string;
  calls?: ScriptedCall[];
  finishReason?: string;
  usage?: { prompt_tokens: number; completion_tokens: number };
  /** Answers with this HTTP status instead. */
  status?: number;
  errorBody?: unknown;
  /** Waits for this before anything is sent. */
  before?: Promise<unknown>;
  /** Waits for this after the text, before the end. */
  hold?: Promise<unknown>;
  /** Takes over the whole response. */
  raw?: (respond: Responder, request: ReceivedRequest) => void | Promise<void>;
}

export type ScriptedAnswer = ScriptedStep | ((request: ReceivedRequest, index: number) => ScriptedStep);

/** A model that answers by script, over the Chat Completions API on loopback. */
export interface ScriptedModel {
  server: SseServer;
  /** Base URL for `models.json`. */
  baseUrl: string;
  /** Bodies of the requests, in order. */
  readonly requests: ChatRequest[];
  /** Adds answers; the last one repeats when `repeatLast` was set. */
  add(...answers: ScriptedAnswer[]): void;
  /** Forgets the answers that are left and begins with these. */
  reset(answers: readonly ScriptedAnswer[], options?: { repeatLast?: boolean }): void;
  close(): Promise<void>;
}

/** The part of a request body that tests look at. */
export interface ChatRequest {
  model: string;
  messages: { role: string; content?: unknown; tool_calls?: unknown[]; tool_call_id?: string }[];
  tools?: { function: { name: string } }[];
  reasoning_effort?: string;
}

/** Answers requests in order; a request beyond the script gets the last answer again if `repeatLast`. */
export async function startScriptedModel(
  answers: ScriptedAnswer[] = [],
  { repeatLast = false }: { repeatLast?: boolean } = {},
): Promise<ScriptedModel> {
  const script = [...answers];
  let repeats = repeatLast;
  let served = 0;
  const server = await startSseServer(async (request, respond) => {
    const index = served++;
    const answer = script[index] ?? (repeats ? script.at(-1) : undefined);
    if (!answer) {
      respond.reply(400, {
        error: { message: `No scripted answer for request ${index}`, type: "invalid_request_error" },
      });
      return;
    }
    await play(typeof answer === "function" ? answer(request, index) : answer, request, respond);
  });
  return {
    server,
    baseUrl: `${server.url}/v1`,
    get requests() {
      return server.requests.map((request) => request.json as ChatRequest);
    },
    add: (...more) => void script.push(...more),
    reset: (answers, options) => {
      served = 0;
      repeats = options?.repeatLast ?? false;
      script.splice(0, script.length, ...answers);
    },
    close: () => server.close(),
  };
}

async function play(step: ScriptedStep, request: ReceivedRequest, respond: Responder): Promise<void> {
  await step.before;
  if (step.raw) return step.raw(respond, request);
  if (step.status) {
    const body = step.errorBody ?? { error: { message: `scripted ${step.status}`, type: "server_error" } };
    respond.reply(step.status, body);
    return;
  }
  respond.head();
  const send = (chunk: object): Promise<void> =>
    respond.send(
      `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "m", ...chunk })}\n\n`,
    );
  const delta = (content: object): Promise<void> =>
    send({ choices: [{ index: 0, delta: content, finish_reason: null }] });
  if (step.thinking) await delta({ reasoning_content: step.thinking });
  for (const piece of [step.text ?? []].flat()) {
    await delta({ content: piece });
    if (step.paceMs !== undefined) await new Promise((resolve) => setTimeout(resolve, step.paceMs));
  }
  const calls = step.calls ?? [];
  for (const [index, call] of calls.entries()) {
    const text = typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
    const half = Math.ceil(text.length / 2);
    await delta({
      tool_calls: [
        {
          index,
          id: call.id ?? `call_${served(request)}_${index}`,
          type: "function",
          function: { name: call.name, arguments: text.slice(0, half) },
        },
      ],
    });
    await delta({ tool_calls: [{ index, function: { arguments: text.slice(half) } }] });
  }
  await step.hold;
  if (respond.isClosed) return;
  await send({
    choices: [
      { index: 0, delta: {}, finish_reason: step.finishReason ?? (calls.length > 0 ? "tool_calls" : "stop") },
    ],
  });
  const usage = step.usage ?? { prompt_tokens: 20, completion_tokens: 5 };
  await send({
    choices: [],
    usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
  });
  await respond.send("data: [DONE]\n\n");
  respond.end();
}

/** Distinguishes call ids of different requests. */
function served(request: ReceivedRequest): number {
  const body = request.json as ChatRequest | undefined;
  return body?.messages.length ?? 0;
}
