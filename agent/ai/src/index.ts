export { AssistantMessageEventStream } from "./eventStream.ts";
export type * from "./types.ts";
