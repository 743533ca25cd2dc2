import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { findLocalServer, localServerProvider } from "./localServers.ts";

const servers: Server[] = [];

/** Serves JSON by path on a free port; other paths are 404. */
async function serve(answers: Record<string, unknown>): Promise<number> {
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ""];
    response.writeHead(answer === undefined ? 404 : 200);
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer ?? {}));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** A port on which nothing listens. */
async function freePort(): Promise<number> {
  const port = await serve({});
  const server = servers.pop();
  await new Promise((resolve) => server?.close(resolve));
  return port;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const list = (...ids: string[]): unknown => ({ object: "list", data: ids.map((id) => ({ id })) });

describe("findLocalServer", () => {
  it("models.md 80: finds Ollama and lists its models", async () => {
    const ollama = await serve({ "/api/version": { version: "0.9" }, "/v1/models": list("qwen3:8b", "x") });
    const closed = await freePort();
    assert.deepEqual(await findLocalServer({ ports: { ollama, lmStudio: closed, llamaCpp: closed } }), {
      provider: "ollama",
      name: "Ollama",
      baseUrl: `http://127.0.0.1:${ollama}/v1`,
      models: ["qwen3:8b", "x"],
    });
  });

  it("lists the models of an Ollama that only knows its own API", async () => {
    const ollama = await serve({ "/api/version": {}, "/api/tags": { models: [{ name: "a" }] } });
    const closed = await freePort();
    const found = await findLocalServer({ ports: { ollama, lmStudio: closed, llamaCpp: closed } });
    assert.deepEqual(found?.models, ["a"]);
  });

  it("prefers servers in the order Ollama, LM Studio, llama.cpp and skips empty ones", async () => {
    const ollama = await serve({ "/api/version": {}, "/v1/models": list() });
    const lmStudio = await serve({ "/v1/models": list("l") });
    const llamaCpp = await serve({ "/v1/models": list("c") });
    const found = await findLocalServer({ ports: { ollama, lmStudio, llamaCpp } });
    assert.deepEqual([found?.provider, found?.models], ["lm-studio", ["l"]]);
  });

  it("finds nothing where nothing listens or something else answers", async () => {
    const closed = await freePort();
    const page = await serve({ "/v1/models": "<html>" });
    assert.equal(
      await findLocalServer({ ports: { ollama: closed, lmStudio: page, llamaCpp: closed } }),
      undefined,
    );
  });

  it("gives up on servers that do not answer", async () => {
    const never: typeof fetch = (_url, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new Error("timeout")));
      });
    assert.equal(await findLocalServer({ fetch: never }), undefined);
  });

  it("registers as an OpenAI-compatible provider that needs no key of the user", () => {
    const server = { provider: "ollama", name: "Ollama", baseUrl: "http://h/v1", models: ["a"] };
    const { api, baseUrl, apiKey, models } = localServerProvider(server);
    assert.deepEqual(
      [api, baseUrl, apiKey, models?.[0]?.id],
      ["openai-completions", "http://h/v1", "local", "a"],
    );
  });
});
