// The loop without the harness. Whoever starts fast imports from here: a bundler ties what goes through the
// package's root together.
export { Agent } from "./agent.ts";
export { agentLoop, agentLoopContinue, runAgentLoop, runAgentLoopContinue } from "./agentLoop.ts";
export type { AgentEventSink, AgentEventStream, AgentLoopOptions } from "./agentLoop.ts";
export { validateArguments } from "./arguments/validateArguments.ts";
export type { CheckedArguments } from "./arguments/validateArguments.ts";
export { bashExecutionText, convertToLlm } from "./convertToLlm.ts";
export { setDefaultStreamFn } from "./defaultStreamFn.ts";
export { MessageQueue } from "./messageQueue.ts";
export { runToolCall } from "./runToolCall.ts";
export type { ToolCallOptions, ToolOutcome } from "./runToolCall.ts";
export { toSessionEvent } from "./toSessionEvent.ts";
export type * from "./types.ts";
