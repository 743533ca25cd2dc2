import type { LlmMessage, Model as AnyModel, ToolDeclaration } from "@relay-harness/protocol";
import type { HeaderPatch, StreamOptions } from "./types.ts";

export type {
  AssistantMessage,
  ImageContent,
  ModelCost,
  StopReason,
  SystemMessage,
  TextContent,
  ThinkingContent,
  ThinkingLevel,
  ThinkingLevel as ModelThinkingLevel,
  ToolCall,
  ToolResultMessage,
  Usage,
  UserMessage,
} from "@relay-harness/protocol";

/** Name of the wire format of a model. */
export type Api = string;
/** A chat model, of one API or of any. */
export type Model<ModelApi extends Api = Api> = AnyModel & { api: ModelApi };
/** What a request can contain. */
export type Message = LlmMessage;
export type Tool = ToolDeclaration;
export type ProviderHeaders = HeaderPatch;
export type SimpleStreamOptions = StreamOptions;
