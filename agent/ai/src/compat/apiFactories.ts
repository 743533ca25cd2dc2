import { loadApi, registerApi, unregisterApis } from "../apis/registry.ts";
import { ModelsError } from "../credentials/modelsError.ts";
import { errorText } from "../credentials/modelsError.ts";
import { errorStream, LazyStream } from "../runtime/lazyStream.ts";
import { streamThroughExtension, type StreamSimple } from "../runtime/registration.ts";
import type { StreamFunction } from "../types.ts";

/** An API family as providers of extensions use it. */
export interface ProviderApi {
  stream: StreamFunction;
  streamSimple: StreamFunction;
}

/** What speaks an API, loaded with the first request. */
function apiOf(api: string): ProviderApi {
  const stream: StreamFunction = (model, context, options) => {
    const opening = loadApi(api).then((implementation) => {
      if (!implementation) throw new ModelsError("provider", `No API implementation for "${api}"`);
      return implementation.stream(model, context, options);
    });
    return new LazyStream(opening.catch((error: unknown) => errorStream(model, errorText(error))));
  };
  return { stream, streamSimple: stream };
}

export const anthropicMessagesApi = (): ProviderApi => apiOf("anthropic-messages");
export const azureOpenAIResponsesApi = (): ProviderApi => apiOf("azure-openai-responses");
export const googleGenerativeAIApi = (): ProviderApi => apiOf("google-generative-ai");
export const openAICompletionsApi = (): ProviderApi => apiOf("openai-completions");
export const openAIResponsesApi = (): ProviderApi => apiOf("openai-responses");

export const streamAnthropic: StreamFunction = anthropicMessagesApi().stream;
export const streamGoogle: StreamFunction = googleGenerativeAIApi().stream;
export const streamOpenAICompletions: StreamFunction = openAICompletionsApi().stream;
export const streamOpenAIResponses: StreamFunction = openAIResponsesApi().stream;

/** An API of one's own; events are enough, the final message is taken from them. */
export interface ApiProvider {
  api: string;
  stream?: StreamSimple;
  streamSimple?: StreamSimple;
}

/** Lets every model of this process that names the API be reached through it; `sourceId` is for taking it away. */
export function registerApiProvider(
  { api, stream, streamSimple = stream }: ApiProvider,
  sourceId?: string,
): void {
  if (!streamSimple) throw new ModelsError("provider", `The API "${api}" needs stream or streamSimple`);
  const send: StreamFunction = (model, context, options = {}) => {
    try {
      return streamThroughExtension(streamSimple, model, context, options);
    } catch (error) {
      return errorStream(model, errorText(error));
    }
  };
  registerApi(api, { stream: send }, sourceId);
}

export function unregisterApiProviders(sourceId: string): void {
  unregisterApis(sourceId);
}
