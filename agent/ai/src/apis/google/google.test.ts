import assert from "node:assert/strict";
import type {
  AssistantMessage,
  JsonObject,
  LlmMessage,
  Model,
  ToolDeclaration,
  UserContent,
} from "@relay-harness/protocol";
import { startGoogleServer, type GoogleServer } from "../../../../../test/fakes/googleServer.ts";
import {
  assistantMessage,
  fakeModel,
  toolCall,
  toolResult,
  userMessage,
} from "../../../../../test/fakes/models.ts";
import type { ReceivedRequest } from "../../../../../test/fakes/sseServer.ts";
import {
  chunksOf,
  collectStream,
  sseText,
  withoutTimes,
  type CollectedStream,
} from "../../../../../test/fakes/streamEvents.ts";
import { runStream } from "../../streamRun.ts";
import { readSse } from "../../transport/sse.ts";
import type { Context, StreamOptions } from "../../types.ts";
import { stream } from "./index.ts";
import { googleSchema } from "./schema.ts";
import { readResponse } from "./stream.ts";
import type { WireRequest } from "./wire.ts";

const image: UserContent = { type: "image", data: "AAAA", mimeType: "image/png" };
const inlineImage = { inlineData: { mimeType: "image/png", data: "AAAA" } };
const readTool: ToolDeclaration = {
  name: "read",
  description: "Reads a file.",
  parameters: { type: "object", properties: { path: { type: "string" } } },
};
const gemini = (overrides: Partial<Model> = {}): Model =>
  fakeModel({ id: "gemini-3.8-flash", provider: "google", api: "google-generative-ai", ...overrides });
const claude = fakeModel({ id: "claude", provider: "anthropic", api: "anthropic-messages" });

/** The stream of models.md §26.7. */
const sample: JsonObject[] = [
  {
    candidates: [{ content: { role: "model", parts: [{ text: "Plan", thought: true }] }, index: 0 }],
    usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 },
    modelVersion: "gemini-x",
    responseId: "r1",
  },
  { candidates: [{ content: { role: "model", parts: [{ text: "Hel" }] }, index: 0 }] },
  {
    candidates: [
      {
        content: {
          role: "model",
          parts: [
            { functionCall: { id: "fc1", name: "read", args: { path: "a" } }, thoughtSignature: "AbC=" },
          ],
        },
        index: 0,
      },
    ],
  },
  {
    candidates: [{ content: { role: "model", parts: [{ text: "" }] }, finishReason: "STOP", index: 0 }],
    usageMetadata: {
      promptTokenCount: 9,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 7,
      cachedContentTokenCount: 0,
      totalTokenCount: 21,
    },
  },
];
const toSse = (chunks: JsonObject[]): string => sseText(chunks.map((data) => ({ data })));

const readChunks = (...chunks: (string | Uint8Array)[]): Promise<CollectedStream> => {
  const model = gemini();
  return collectStream(
    runStream(model, {}, (writer) => readResponse(readSse(chunksOf(...chunks)), model, {}, writer)),
  );
};
const readParts = (...parts: JsonObject[]): Promise<CollectedStream> =>
  readChunks(
    toSse([
      ...parts.map((part) => ({ candidates: [{ content: { role: "model", parts: [part] } }] })),
      { candidates: [{ finishReason: "STOP" }] },
    ]),
  );

const call = {
  type: "toolCall",
  id: "fc1",
  name: "read",
  arguments: { path: "a" },
  thoughtSignature: "AbC=",
};

function assertSample({ events, message }: CollectedStream, note?: string): void {
  assert.deepEqual(
    events,
    [
      { type: "start" },
      { type: "thinking_start", contentIndex: 0 },
      { type: "thinking_delta", contentIndex: 0, delta: "Plan" },
      { type: "thinking_end", contentIndex: 0, content: "Plan" },
      { type: "text_start", contentIndex: 1 },
      { type: "text_delta", contentIndex: 1, delta: "Hel" },
      { type: "text_end", contentIndex: 1, content: "Hel" },
      { type: "toolcall_start", contentIndex: 2 },
      { type: "toolcall_delta", contentIndex: 2, delta: '{"path":"a"}' },
      { type: "toolcall_end", contentIndex: 2, toolCall: call },
      { type: "done", reason: "toolUse" },
    ],
    note,
  );
  assert.deepEqual(
    withoutTimes(message),
    {
      role: "assistant",
      content: [{ type: "thinking", thinking: "Plan" }, { type: "text", text: "Hel" }, call],
      api: "google-generative-ai",
      provider: "google",
      model: "gemini-3.8-flash",
      responseId: "r1",
      responseModel: "gemini-x",
      thinkingLevel: "off",
      usage: {
        input: 9,
        output: 12,
        cacheRead: 0,
        cacheWrite: 0,
        reasoning: 7,
        totalTokens: 21,
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0, totalFromProvider: false },
      },
      stopReason: "toolUse",
      rawStopReason: "STOP",
    },
    note,
  );
}

describe("google-generative-ai stream", () => {
  it("models.md 45: yields every event and the message of the sample, for every cut", async () => {
    const bytes = Buffer.from(toSse(sample));
    for (let at = 0; at <= bytes.length; at++) {
      assertSample(await readChunks(bytes.subarray(0, at), bytes.subarray(at)), `cut at ${at}`);
    }
    assertSample(await readChunks(...Array.from(bytes, (byte) => Uint8Array.of(byte))));
    assertSample(await readChunks(toSse(sample).replaceAll("\n", "\r\n")));
    assertSample(await readChunks(toSse(sample).replaceAll("\n\n", "\n\n: ping\n\n")));
  });

  it("models.md 45: a blocked prompt is an error that names the reason", async () => {
    const { message } = await readChunks(toSse([{ promptFeedback: { blockReason: "SAFETY" } }]));
    assert.deepEqual(
      [message.stopReason, message.rawStopReason, message.errorMessage],
      ["error", "SAFETY", "Provider stopped with unhandled reason: SAFETY: the prompt was blocked"],
    );
  });

  it("models.md 78: a signature on its own belongs to the open block of its kind", async () => {
    const { message } = await readParts({ text: "Hi" }, { text: "", thoughtSignature: "X" });
    assert.deepEqual(message.content, [{ type: "text", text: "Hi", textSignature: "X" }]);
    const thought = await readParts({ text: "hm", thought: true }, { thought: true, thoughtSignature: "T" });
    assert.deepEqual(thought.message.content, [{ type: "thinking", thinking: "hm", thinkingSignature: "T" }]);
    const alone = await readParts({ text: "hm", thought: true }, { text: "", thoughtSignature: "X" });
    assert.deepEqual(alone.message.content, [
      { type: "thinking", thinking: "hm" },
      { type: "text", text: "", textSignature: "X" },
    ]);
  });

  it("models.md 78: CONTINUATION is length, every other reason an error with its message", async () => {
    const stopped = (finishReason: string, finishMessage?: string): Promise<CollectedStream> =>
      readChunks(toSse([{ candidates: [{ finishReason, finishMessage }] }]));
    for (const reason of ["CONTINUATION", "MAX_TOKENS"]) {
      assert.equal((await stopped(reason)).message.stopReason, "length");
    }
    const missing = await stopped("MISSING_THOUGHT_SIGNATURE", "No signature");
    assert.equal(
      missing.message.errorMessage,
      "Provider stopped with unhandled reason: MISSING_THOUGHT_SIGNATURE: No signature",
    );
    for (const reason of ["SAFETY", "MALFORMED_FUNCTION_CALL", "BRAND_NEW"]) {
      assert.ok((await stopped(reason)).message.errorMessage?.endsWith(`: ${reason}`));
    }
  });

  it("a call without id gets one of its own, missing arguments are none", async () => {
    const { message } = await readParts({ functionCall: { name: "a" } }, { functionCall: { name: "a" } });
    const ids = message.content.map((block) => (block.type === "toolCall" ? block.id : ""));
    assert.ok(ids.every((id) => /^call_[0-9a-f]{32}$/.test(id)) && ids[0] !== ids[1]);
    assert.deepEqual(message.content[0]?.type === "toolCall" && message.content[0].arguments, {});
  });

  it("a stream without finishReason is an error", async () => {
    const { events, message } = await readChunks(toSse(sample.slice(0, 3)));
    assert.equal(message.errorMessage, "Google stream ended before finishReason");
    assert.equal(events.at(-1)?.type, "error");
    assert.equal((await readChunks("")).events.length, 1);
  });

  it("an error within the stream keeps what was received", async () => {
    const error = { error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } };
    const { message } = await readChunks(toSse([...sample.slice(0, 2), error]));
    assert.equal(message.errorMessage, "The model is overloaded. (UNAVAILABLE)");
    assert.equal(message.content.length, 2);
  });

  it("unreadable data is an error that names the API", async () => {
    const { message } = await readChunks("data: {\n\n");
    assert.equal(message.errorMessage, "Google stream sent invalid JSON: {");
  });

  it("counts are cumulative and cached tokens are no input", async () => {
    const usages = [
      { promptTokenCount: 100, cachedContentTokenCount: 60, toolUsePromptTokenCount: 5 },
      { candidatesTokenCount: 7, thoughtsTokenCount: 3 },
    ];
    const { message } = await readChunks(
      toSse([
        ...usages.map((usageMetadata) => ({ candidates: [{}], usageMetadata })),
        { candidates: [{ finishReason: "STOP" }] },
      ]),
    );
    const { input, cacheRead, output, reasoning, totalTokens } = message.usage;
    assert.deepEqual([input, cacheRead, output, reasoning, totalTokens], [45, 60, 10, 3, 115]);
  });
});

describe("google-generative-ai request", () => {
  let server: GoogleServer;
  beforeEach(async () => {
    server = await startGoogleServer();
  });
  afterEach(async () => {
    assert.equal(server.failure, undefined);
    await server.close();
  });

  async function send(
    model: Model,
    context: Partial<Context> | LlmMessage[] = {},
    options: StreamOptions = {},
  ): Promise<{ body: WireRequest; request: ReceivedRequest; message: AssistantMessage }> {
    server.queue({ parts: [{ text: "ok" }] });
    const full = {
      messages: [userMessage("hi")],
      ...(Array.isArray(context) ? { messages: context } : context),
    };
    const target = { ...model, baseUrl: `${server.url}/v1beta/` };
    const { message } = await collectStream(stream(target, full, { apiKey: "k", ...options }));
    assert.equal(message.errorMessage, undefined);
    const request = server.requests.at(-1);
    assert.ok(request);
    return { body: request.json as WireRequest, request, message };
  }

  it("has the shape of models.md §26.7", async () => {
    const model = gemini({ reasoning: true, maxTokens: 65536 });
    const { body, request, message } = await send(
      model,
      {
        systemPrompt: "Be good.",
        tools: [readTool],
        messages: [
          userMessage([{ type: "text", text: "look" }, image]),
          assistantMessage(model, [
            { type: "thinking", thinking: "hm", thinkingSignature: "T" },
            { type: "text", text: "", textSignature: "E" },
            { ...toolCall("fc1"), thoughtSignature: "S" },
            toolCall("fc2"),
          ]),
          toolResult("fc2", "no", { isError: true }),
          toolResult("fc1", [{ type: "text", text: "yes" }, image]),
        ],
      },
      { reasoning: "high", temperature: 1, samplingParams: { top_p: 0.5 }, toolChoice: "none" },
    );
    assert.equal(request.path, "/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse");
    assert.equal(request.headers["x-goog-api-key"], "k");
    assert.deepEqual(body, {
      systemInstruction: { parts: [{ text: "Be good." }] },
      contents: [
        { role: "user", parts: [{ text: "look" }, inlineImage] },
        {
          role: "model",
          parts: [
            { text: "hm", thought: true, thoughtSignature: "T" },
            { text: "", thoughtSignature: "E" },
            { functionCall: { id: "fc1", name: "read", args: {} }, thoughtSignature: "S" },
            { functionCall: { id: "fc2", name: "read", args: {} } },
          ],
        },
        {
          role: "user",
          parts: [
            {
              functionResponse: {
                id: "fc1",
                name: "read",
                response: { output: "yes" },
                parts: [inlineImage],
              },
            },
            { functionResponse: { id: "fc2", name: "read", response: { error: "no" } } },
          ],
        },
      ],
      tools: [
        {
          functionDeclarations: [
            { name: "read", description: "Reads a file.", parametersJsonSchema: readTool.parameters },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: "NONE" } },
      generationConfig: {
        maxOutputTokens: 65536,
        temperature: 1,
        topP: 0.5,
        thinkingConfig: { includeThoughts: true, thinkingLevel: "HIGH" },
      },
    });
    assert.equal(message.providerThinkingLevel, "HIGH");
  });

  it("models.md 77: calls of another model carry the placeholder once per step, and ids", async () => {
    const history = [
      userMessage("a"),
      assistantMessage(claude, [toolCall("toolu_1"), toolCall("toolu_2")]),
      toolResult("toolu_1", "x"),
      toolResult("toolu_2", "y"),
    ];
    const { body } = await send(gemini(), history);
    assert.deepEqual(body.contents[1]?.parts, [
      {
        functionCall: { id: "toolu_1", name: "read", args: {} },
        thoughtSignature: "skip_thought_signature_validator",
      },
      { functionCall: { id: "toolu_2", name: "read", args: {} } },
    ]);
    const older = await send(gemini({ id: "gemini-2.5-flash" }), history);
    assert.deepEqual(older.body.contents.slice(1), [
      { role: "model", parts: Array(2).fill({ functionCall: { name: "read", args: {} } }) },
      {
        role: "user",
        parts: ["x", "y"].map((output) => ({ functionResponse: { name: "read", response: { output } } })),
      },
    ]);
  });

  it("sends images of results in a message of their own to older models", async () => {
    const model = gemini({ id: "gemini-2.5-pro" });
    const { body } = await send(model, [
      userMessage("a"),
      assistantMessage(model, [toolCall("c")]),
      toolResult("c", [image]),
    ]);
    assert.deepEqual(body.contents.slice(2), [
      {
        role: "user",
        parts: [{ functionResponse: { name: "read", response: { output: "(see attached image)" } } }],
      },
      { role: "user", parts: [{ text: "Attached image(s) from tool result:" }, inlineImage] },
    ]);
  });

  it("models.md 31: budgets of Gemini 2.5", async () => {
    const thinking = async (id: string, options: StreamOptions): Promise<unknown> =>
      (await send(gemini({ id, reasoning: true, maxTokens: 65536 }), {}, options)).body.generationConfig
        ?.thinkingConfig;
    assert.deepEqual(await thinking("gemini-2.5-flash", { reasoning: "off" }), { thinkingBudget: 0 });
    const on = (thinkingBudget: number): object => ({ includeThoughts: true, thinkingBudget });
    assert.deepEqual(await thinking("gemini-2.5-flash", { reasoning: "high" }), on(24576));
    assert.deepEqual(await thinking("gemini-2.5-pro", { reasoning: "high" }), on(32768));
    assert.deepEqual(await thinking("gemini-2.5-flash-lite", { reasoning: "minimal" }), on(512));
    assert.deepEqual(await thinking("gemini-2.5-pro", { reasoning: "minimal" }), on(128));
    const overridden: StreamOptions = { reasoning: "high", thinkingBudgets: { high: 99_999 } };
    assert.deepEqual(await thinking("gemini-2.5-flash", overridden), on(24576));
  });

  it("levels of Gemini 3 and Gemma 4: off is the lowest, without thoughts", async () => {
    const config = async (model: Model, reasoning: StreamOptions["reasoning"]): Promise<unknown> =>
      (await send(model, {}, { reasoning })).body.generationConfig?.thinkingConfig;
    const model = gemini({ reasoning: true, thinkingLevelMap: { minimal: null, xhigh: "xhigh" } });
    assert.deepEqual(await config(model, "off"), { thinkingLevel: "LOW" });
    assert.deepEqual(await config(model, "xhigh"), { includeThoughts: true, thinkingLevel: "XHIGH" });
    const gemma = gemini({ id: "gemma-4-31b", reasoning: true });
    assert.deepEqual(await config(gemma, "low"), { includeThoughts: true, thinkingLevel: "LOW" });
    assert.equal(await config(gemini(), "high"), undefined);
  });

  it("constrains calls to the schemas when a tool asks for it", async () => {
    const strict: ToolDeclaration = {
      ...readTool,
      constrainedSampling: { type: "json_schema", strict: "prefer" },
    };
    assert.deepEqual((await send(gemini(), { tools: [strict] })).body.toolConfig, {
      functionCallingConfig: { mode: "VALIDATED" },
    });
    assert.equal((await send(gemini(), { tools: [readTool] })).body.toolConfig, undefined);
  });

  it("names the status of an HTTP error", async () => {
    server.queue({
      status: 429,
      error: { code: 429, message: "Quota exceeded", status: "RESOURCE_EXHAUSTED" },
    });
    const { events, message } = await collectStream(
      stream({ ...gemini(), baseUrl: server.url }, { messages: [userMessage("hi")] }),
    );
    assert.deepEqual(events, [{ type: "error", reason: "error" }]);
    assert.equal(message.errorMessage, "429: Quota exceeded (RESOURCE_EXHAUSTED)");
  });

  it("the fake refuses an unsigned call", async () => {
    const model = { ...gemini(), baseUrl: server.url };
    const messages = [userMessage("a"), assistantMessage(claude, [toolCall("c")]), toolResult("c", "x")];
    const strip = (body: unknown): unknown =>
      JSON.parse(JSON.stringify(body).replace(/,"thoughtSignature":"[^"]*"/g, ""));
    const { message } = await collectStream(stream(model, { messages }, { onPayload: strip }));
    assert.match(message.errorMessage ?? "", /^400: Function call is missing a thought_signature/);
  });
});

describe("googleSchema", () => {
  it("turns textual and numeric constants into an enum of one, and nothing else", () => {
    const schema = {
      type: "object",
      properties: {
        const: { const: "a" },
        n: { anyOf: [{ const: 1 }, { const: null }] },
        e: { enum: [{ const: "x" }] },
      },
    };
    assert.deepEqual(googleSchema(schema), {
      type: "object",
      properties: {
        const: { enum: ["a"] },
        n: { anyOf: [{ enum: [1] }, { const: null }] },
        e: { enum: [{ const: "x" }] },
      },
    });
  });
});
