import type { AgentMessage } from "@relay-harness/protocol";
import { Agent } from "../agent.ts";
import type { AgentOptions, AgentTool, AnyAgentTool } from "../types.ts";
import { describeEvent } from "./eventLog.ts";
import type { Script, ScriptedStream } from "./scriptedStream.ts";
import { scriptedModel, scriptedStream } from "./scriptedStream.ts";

export interface TestAgent {
  agent: Agent;
  /** `describeEvent` of every event so far. */
  log: string[];
  provider: ScriptedStream;
}

/** An agent with a scripted provider that writes no system messages of its own. */
export function createTestAgent(
  responses: readonly Script[],
  tools: AnyAgentTool[] = [],
  options: Partial<AgentOptions> = {},
): TestAgent {
  const provider = scriptedStream(responses);
  const agent = new Agent({
    streamFn: provider.streamFn,
    initialState: { model: scriptedModel, tools },
    systemMessages: "manual",
    ...options,
  });
  const log: string[] = [];
  agent.subscribe((event) => void log.push(describeEvent(event)));
  return { agent, log, provider };
}

/** A tool without parameters that answers `<name> done`. */
export function testTool(name: string, more: Partial<AgentTool> = {}): AnyAgentTool {
  return {
    name,
    label: name,
    description: name,
    parameters: { type: "object", properties: {} },
    execute: () => Promise.resolve({ content: [{ type: "text", text: `${name} done` }] }),
    ...more,
  };
}

export function userMessage(text: string): AgentMessage {
  return { role: "user", content: [{ type: "text", text }], timestamp: 1 };
}

/** A promise that is settled by hand. */
export function deferred<T = void>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: unknown) => void;
} {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
