export { Agent } from "./agent.ts";
export { bashExecutionText, convertToLlm } from "./convertToLlm.ts";
export { runToolCall } from "./runToolCall.ts";
export type { ToolCallOptions, ToolOutcome } from "./runToolCall.ts";
export { toSessionEvent } from "./toSessionEvent.ts";
export type * from "./types.ts";
