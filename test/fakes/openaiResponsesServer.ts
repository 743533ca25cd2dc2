import { isJsonObject, type JsonObject } from "@relay-harness/protocol";
import { startSseServer, type ReceivedRequest, type Responder, type SseServer } from "./sseServer.ts";

const sampleReasoning = {
  type: "reasoning",
  id: "rs_1",
  summary: [{ type: "summary_text", text: "Think" }],
  encrypted_content: "enc-1",
};
const sampleMessage = {
  type: "message",
  id: "msg_1",
  role: "assistant",
  status: "completed",
  phase: "final_answer",
  content: [{ type: "output_text", text: "Hi", annotations: [] }],
};
const sampleCall = {
  type: "function_call",
  id: "fc_1",
  call_id: "call_1",
  name: "read",
  arguments: '{"path":"a"}',
  status: "completed",
};

/** The sample stream of models.md §26.4: reasoning, text and one call. */
export const responsesSample: readonly JsonObject[] = responsesEvents({
  output: [sampleReasoning, sampleMessage, sampleCall],
  usage: {
    input_tokens: 20,
    input_tokens_details: { cached_tokens: 8, cache_write_tokens: 0 },
    output_tokens: 9,
    output_tokens_details: { reasoning_tokens: 3 },
    total_tokens: 29,
  },
});

/** What a scripted answer says: output items as the completed response lists them. */
export interface ResponsesAnswer {
  output: readonly JsonObject[];
  usage?: JsonObject;
}

/** All events of an answer, in the order of the service. */
export function responsesEvents({ output, usage }: ResponsesAnswer): JsonObject[] {
  const response = { id: "resp_1", model: "m-served", service_tier: "default" };
  const started = { ...response, status: "in_progress", output: [] };
  const events: JsonObject[] = [
    { type: "response.created", response: started },
    { type: "response.in_progress", response: started },
    ...output.flatMap((item, output_index) => itemEvents(item, output_index)),
    {
      type: "response.completed",
      response: {
        ...response,
        status: "completed",
        usage: usage ?? { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
        output,
      },
    },
  ];
  return events.map((event, sequence_number) => ({ ...event, sequence_number }));
}

function itemEvents(item: JsonObject, output_index: number): JsonObject[] {
  const at = { item_id: item.id, output_index };
  const added = (empty: JsonObject): JsonObject => ({
    type: "response.output_item.added",
    output_index,
    item: empty,
  });
  const done = { type: "response.output_item.done", output_index, item };
  switch (item.type) {
    case "reasoning":
      return [added({ type: "reasoning", id: item.id, summary: [] }), ...summaryEvents(item, at), done];
    case "message":
      return [added({ ...item, status: "in_progress", content: [] }), ...textEvents(item, at), done];
    case "function_call":
      return [added({ ...item, arguments: "", status: "in_progress" }), ...argumentEvents(item, at), done];
    case "custom_tool_call":
      return [
        added({ ...item, input: "", status: "in_progress" }),
        ...halves(String(item.input)).map((delta) => ({
          type: "response.custom_tool_call_input.delta",
          ...at,
          delta,
        })),
        { type: "response.custom_tool_call_input.done", ...at, input: item.input },
        done,
      ];
    default:
      return [added(item), done];
  }
}

function summaryEvents(item: JsonObject, at: JsonObject): JsonObject[] {
  return parts(item.summary).flatMap((part, summary_index) => {
    const where = { ...at, summary_index };
    const { text } = part;
    return [
      { type: "response.reasoning_summary_part.added", ...where, part: { type: "summary_text", text: "" } },
      { type: "response.reasoning_summary_text.delta", ...where, delta: text },
      { type: "response.reasoning_summary_text.done", ...where, text },
      { type: "response.reasoning_summary_part.done", ...where, part },
    ];
  });
}

function textEvents(item: JsonObject, at: JsonObject): JsonObject[] {
  return parts(item.content).flatMap((part, content_index) => {
    const where = { ...at, content_index };
    const { text } = part;
    return [
      {
        type: "response.content_part.added",
        ...where,
        part: { type: "output_text", text: "", annotations: [] },
      },
      { type: "response.output_text.delta", ...where, delta: text, logprobs: [], obfuscation: "xxxx" },
      { type: "response.output_text.done", ...where, text, logprobs: [] },
      { type: "response.content_part.done", ...where, part },
    ];
  });
}

function argumentEvents(item: JsonObject, at: JsonObject): JsonObject[] {
  return [
    ...halves(String(item.arguments)).map((delta) => ({
      type: "response.function_call_arguments.delta",
      ...at,
      delta,
    })),
    { type: "response.function_call_arguments.done", ...at, arguments: item.arguments },
  ];
}

function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((half) => half !== "");
}

function parts(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Event stream text of events. */
export function responsesStream(events: readonly JsonObject[]): string {
  return events.map((event) => `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

export type ResponsesStep =
  ResponsesAnswer | ((request: ReceivedRequest, respond: Responder) => void | Promise<void>);

export interface ResponsesServer extends SseServer {
  /** Base URL for a model. */
  baseUrl: string;
  /** Adds answers; each request takes the next one. Without one left, the answer is a 500. */
  script(...steps: ResponsesStep[]): void;
}

/** A Responses server that refuses what the real service refuses. */
export async function startResponsesServer(...initial: ResponsesStep[]): Promise<ResponsesServer> {
  const steps = [...initial];
  const server = await startSseServer(async (request, respond) => {
    const problem = /\/responses(?:\?|$)/.test(request.path)
      ? responsesProblem(request.json)
      : `Unknown request URL: ${request.path}`;
    if (problem) {
      respond.reply(400, {
        error: { message: problem, type: "invalid_request_error", param: null, code: null },
      });
      return;
    }
    const step = steps.shift();
    if (!step) respond.reply(500, { error: { message: "No more scripted answers", type: "server_error" } });
    else if (typeof step === "function") await step(request, respond);
    else respond.stream(responsesStream(responsesEvents(step)));
  });
  return Object.assign(server, {
    baseUrl: `${server.url}/v1`,
    script: (...more: ResponsesStep[]) => void steps.push(...more),
  });
}

const itemIdPrefixes: Readonly<Record<string, string>> = {
  reasoning: "rs_",
  message: "msg_",
  function_call: "fc_",
  custom_tool_call: "ctc_",
};

/** What the service would refuse about a request body, if anything. */
export function responsesProblem(body: unknown): string | undefined {
  if (!isJsonObject(body)) return "We could not parse the JSON body of your request.";
  if (typeof body.model !== "string") return "Missing required parameter: 'model'.";
  if (!Array.isArray(body.input)) return "Missing required parameter: 'input'.";
  if ("prompt_cache_retention" in body && "prompt_cache_options" in body) {
    return "'prompt_cache_retention' and 'prompt_cache_options' cannot be combined.";
  }
  const tools = Array.isArray(body.tools) ? body.tools.filter(isJsonObject) : [];
  const loose = tools.findIndex((tool) => tool.type === "function" && typeof tool.strict !== "boolean");
  if (loose >= 0) return `Missing required parameter: 'tools[${loose}].strict'.`;
  const input = body.input.filter(isJsonObject);
  return callsProblem(input) ?? itemsProblem(input);
}

function callsProblem(input: readonly JsonObject[]): string | undefined {
  const open = new Map<unknown, string>();
  for (const item of input) {
    if (item.type === "function_call" || item.type === "custom_tool_call") open.set(item.call_id, item.type);
    else if (item.type === "function_call_output" || item.type === "custom_tool_call_output") {
      if (`${open.get(item.call_id)}_output` !== item.type) {
        return `No tool call found for function call output with call_id ${String(item.call_id)}.`;
      }
      open.delete(item.call_id);
    }
  }
  const [unanswered] = open.keys();
  return unanswered === undefined
    ? undefined
    : `No tool output found for function call ${String(unanswered)}.`;
}

function itemsProblem(input: readonly JsonObject[]): string | undefined {
  for (const [index, item] of input.entries()) {
    const prefix = itemIdPrefixes[String(item.type)];
    if (prefix && typeof item.id === "string" && !item.id.startsWith(prefix)) {
      return `Invalid 'input[${index}].id': '${item.id}'. Expected an ID that begins with '${prefix}'.`;
    }
    if (typeof item.call_id === "string" && item.call_id.length > 64) {
      return `Invalid 'input[${index}].call_id': string too long. Expected a maximum length of 64.`;
    }
    if (item.type === "reasoning" && !isOutput(input[index + 1])) {
      return `Item '${String(item.id)}' of type 'reasoning' was provided without its required following item.`;
    }
  }
  return undefined;
}

function isOutput(item: JsonObject | undefined): boolean {
  return item !== undefined && String(item.type) in itemIdPrefixes;
}
