import assert from "node:assert/strict";
import type { JsonObject, Model } from "@relay-harness/protocol";
import { responsesSample, responsesStream } from "../../../../../test/fakes/openaiResponsesServer.ts";
import { chatModel, collect, userText } from "../../../../../test/support/openaiStreams.ts";
import type { StreamOptions } from "../../types.ts";
import { stream } from "./azure.ts";

interface Sent {
  url: string;
  headers: Record<string, string>;
  body: JsonObject;
}

/** What goes out, and the error of the answer if there is one. */
async function send(
  env: Record<string, string>,
  more: Partial<Model> = {},
  options: StreamOptions = {},
): Promise<{ sent: Sent | undefined; errorMessage: string | undefined }> {
  let sent: Sent | undefined;
  const fetch: typeof globalThis.fetch = (url, init) => {
    sent = {
      url: String(url),
      headers: init?.headers as Record<string, string>,
      body: JSON.parse(String(init?.body)) as JsonObject,
    };
    const headers = { "content-type": "text/event-stream" };
    return Promise.resolve(new Response(responsesStream(responsesSample), { headers }));
  };
  const model = chatModel({
    api: "azure-openai-responses",
    provider: "azure-openai-responses",
    baseUrl: "",
    ...more,
  });
  const context = { messages: [userText("Hello")] };
  const { message } = await collect(stream(model, context, { ...options, env, fetch }));
  return { sent, errorMessage: message.errorMessage };
}

async function urlFor(env: Record<string, string>, baseUrl = ""): Promise<string | undefined> {
  return (await send(env, { baseUrl })).sent?.url;
}

describe("azure-openai-responses", () => {
  it("models.md §3.4: finds its endpoint in the environment, then in the model", async () => {
    const resource = { AZURE_OPENAI_RESOURCE_NAME: "mine" };
    const base = { AZURE_OPENAI_BASE_URL: "https://proxy.example/v1/" };
    const own = "https://mine.openai.azure.com/openai/v1/responses?api-version=v1";
    assert.equal(await urlFor(resource, "https://models.example/v1"), own);
    assert.equal(await urlFor({ ...resource, ...base }), "https://proxy.example/v1/responses?api-version=v1");
    assert.equal(
      await urlFor({}, "https://models.example/v1"),
      "https://models.example/v1/responses?api-version=v1",
    );
    assert.equal(
      await urlFor({ ...resource, AZURE_OPENAI_API_VERSION: "preview" }),
      "https://mine.openai.azure.com/openai/v1/responses?api-version=preview",
    );
  });

  it("completes bare Azure hosts", async () => {
    for (const host of ["a.openai.azure.com", "a.cognitiveservices.azure.com", "a.services.ai.azure.com"]) {
      for (const path of ["", "/", "/openai", "/openai/"]) {
        assert.equal(
          await urlFor({}, `https://${host}${path}`),
          `https://${host}/openai/v1/responses?api-version=v1`,
        );
      }
    }
    assert.equal(
      await urlFor({}, "https://a.openai.azure.com/custom"),
      "https://a.openai.azure.com/custom/responses?api-version=v1",
    );
    assert.equal(await urlFor({}, "https://azure.com"), "https://azure.com/responses?api-version=v1");
  });

  it("without an endpoint the request fails before it is sent", async () => {
    const { sent, errorMessage } = await send({});
    assert.equal(sent, undefined);
    assert.match(errorMessage ?? "", /^No Azure OpenAI endpoint\. Set AZURE_OPENAI_BASE_URL/);
    const invalid = await send({ AZURE_OPENAI_BASE_URL: "not a url" });
    assert.equal(invalid.errorMessage, "Invalid Azure OpenAI base URL: not a url");
  });

  it("sends the key in its own header, or as bearer when told", async () => {
    const env = { AZURE_OPENAI_RESOURCE_NAME: "mine" };
    const headers = async (options: StreamOptions): Promise<unknown[]> => {
      const { sent } = await send(env, {}, options);
      return [sent?.headers["api-key"], sent?.headers.authorization];
    };
    assert.deepEqual(await headers({ apiKey: "k" }), ["k", undefined]);
    assert.deepEqual(await headers({ apiKey: "k", bearer: true }), [undefined, "Bearer k"]);
  });

  it("names the deployment instead of the model", async () => {
    const env = { AZURE_OPENAI_RESOURCE_NAME: "mine", AZURE_OPENAI_DEPLOYMENT_NAME_MAP: "x=y, m = prod" };
    assert.equal((await send(env)).sent?.body.model, "prod");
    assert.equal((await send(env, { id: "other" })).sent?.body.model, "other");
  });
});
