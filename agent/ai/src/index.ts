export { AssistantMessageEventStream } from "./eventStream.ts";
export type * from "./types.ts";
export { IncrementalJson, parseFinalArguments } from "./json/incrementalJson.ts";
export type { FinalArguments } from "./json/incrementalJson.ts";
