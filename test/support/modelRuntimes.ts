import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyUsage, type AssistantMessage, type UserMessage } from "@relay-harness/protocol";
import { ModelRuntime, type ModelRuntimeOptions } from "../../agent/ai/src/modelRuntime.ts";
import type { ProviderConfig } from "../../agent/ai/src/runtime/registration.ts";
import type { AssistantMessageEvent, StreamOptions } from "../../agent/ai/src/types.ts";

interface Received {
  url: string;
  headers: IncomingHttpHeaders;
}

interface Files {
  auth?: unknown;
  models?: Record<string, unknown>;
}

const answers: Record<string, string> = {
  "/chat/completions":
    'data: {"choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
  "/messages":
    'event: message_start\ndata: {"type":"message_start","message":{"id":"m","model":"x","usage":{"input_tokens":1,"output_tokens":1}}}\n\n' +
    'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n' +
    'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"hi"}}\n\n' +
    'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n' +
    'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}}\n\n' +
    'event: message_stop\ndata: {"type":"message_stop"}\n\n',
};

export const question: UserMessage = {
  role: "user",
  content: [{ type: "text", text: "hello" }],
  timestamp: 1,
};

/** Model runtimes over files of their own, and a provider on loopback that answers "hi" and keeps what it received. */
export class ModelRuntimes {
  directory = "";
  origin = "";
  received: Received[] = [];

  async create(files: Files = {}, options: ModelRuntimeOptions = {}): Promise<ModelRuntime> {
    const { directory } = this;
    if (files.auth !== undefined) await writeFile(join(directory, "auth.json"), JSON.stringify(files.auth));
    if (files.models) {
      await writeFile(join(directory, "models.json"), JSON.stringify({ providers: files.models }));
    }
    return ModelRuntime.create({ agentDir: directory, env: {}, ...options });
  }

  async ask(runtime: ModelRuntime, reference: string, options?: StreamOptions): Promise<AssistantMessage> {
    const slash = reference.indexOf("/");
    const model = await runtime.findModel(reference.slice(0, slash), reference.slice(slash + 1));
    assert.ok(model, `${reference} is unknown`);
    return runtime.complete(model, { messages: [question] }, options);
  }

  /** Headers of the only request that was sent. */
  sentHeaders(): IncomingHttpHeaders {
    assert.equal(this.received.length, 1);
    return this.received[0]?.headers ?? {};
  }

  /** Entry of `models.json` for the provider on loopback. */
  acme(fields: Record<string, unknown> = {}): Record<string, unknown> {
    return {
      acme: {
        baseUrl: `${this.origin}/v1`,
        api: "openai-completions",
        apiKey: "k",
        models: [{ id: "m" }],
        ...fields,
      },
    };
  }
}

/** For the tests of the current `describe`. */
export function useModelRuntimes(): ModelRuntimes {
  const runtimes = new ModelRuntimes();
  let server: Server;
  before(async () => {
    server = createServer((request, response) => {
      const url = request.url ?? "";
      runtimes.received.push({ url, headers: request.headers });
      request.resume();
      const path = Object.keys(answers).find((end) => url.endsWith(end));
      response.writeHead(path ? 200 : 404, { "content-type": "text/event-stream" });
      response.end(path ? answers[path] : "");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    runtimes.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(async () => {
    runtimes.received = [];
    runtimes.directory = await mkdtemp(join(tmpdir(), "relay-runtime-"));
  });
  afterEach(() => rm(runtimes.directory, { recursive: true, force: true }));
  return runtimes;
}

type StreamSimple = NonNullable<ProviderConfig["streamSimple"]>;

/** A provider of an extension. */
export function extension(streamSimple: StreamSimple): ProviderConfig {
  return { api: "ext-api", apiKey: "k", models: [{ id: "x" }], streamSimple };
}

export function reply(text: string): AssistantMessage {
  return {
    role: "assistant",
    content: [{ type: "text", text }],
    api: "ext-api",
    provider: "ext",
    model: "x",
    usage: emptyUsage(),
    stopReason: "stop",
    timestamp: 1,
  };
}

export async function* finished(): AsyncGenerator<AssistantMessageEvent> {
  yield await Promise.resolve({ type: "done", reason: "stop", message: reply("from the extension") });
}
