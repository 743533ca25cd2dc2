// What earlier versions had in one place: requests without a session, providers, APIs, models of the build.
export {
  anthropicMessagesApi,
  azureOpenAIResponsesApi,
  googleGenerativeAIApi,
  openAICompletionsApi,
  openAIResponsesApi,
  registerApiProvider,
  streamAnthropic,
  streamAnthropic as streamSimpleAnthropic,
  streamGoogle,
  streamGoogle as streamSimpleGoogle,
  streamOpenAICompletions,
  streamOpenAICompletions as streamSimpleOpenAICompletions,
  streamOpenAIResponses,
  streamOpenAIResponses as streamSimpleOpenAIResponses,
  unregisterApiProviders,
} from "./compat/apiFactories.ts";
export type { ApiProvider, ProviderApi } from "./compat/apiFactories.ts";
export { getModel, getModel as getBuiltinModel, getModels, getProviders } from "./compat/bundledModels.ts";
export { createProvider } from "./compat/createProvider.ts";
export type { CreateProviderOptions } from "./compat/createProvider.ts";
// Options mean the same for every API: the simple forms are the only ones.
export {
  complete,
  complete as completeSimple,
  stream,
  stream as streamSimple,
} from "./compat/directRequests.ts";
export { ToolCallArgumentsStream } from "./compat/toolCallArgumentsStream.ts";
export { supportedThinkingLevels as getSupportedThinkingLevels } from "./thinking.ts";
export type * from "./messageTypes.ts";
export * from "./oauth.ts";
