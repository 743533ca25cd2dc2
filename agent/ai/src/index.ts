export { AssistantMessageEventStream } from "./eventStream.ts";
export type * from "./types.ts";
export { IncrementalJson, parseFinalArguments } from "./json/incrementalJson.ts";
export type { FinalArguments } from "./json/incrementalJson.ts";
export { isOverflow, isRecoverableLength } from "./errors/overflow.ts";
export { isRetryable } from "./errors/retryable.ts";
export { fauxAssistantMessage, fauxText, fauxThinking, fauxToolCall } from "./faux/fauxMessage.ts";
export type { FauxMessageOptions } from "./faux/fauxMessage.ts";
export { fauxProvider } from "./faux/fauxProvider.ts";
export type {
  FauxHandle,
  FauxModelConfig,
  FauxProvider,
  FauxProviderOptions,
  FauxState,
  FauxStep,
} from "./faux/fauxProvider.ts";
