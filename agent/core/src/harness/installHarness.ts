import type { AgentMessage, AssistantMessage } from "@relay-harness/protocol";
import { textOf } from "@relay-harness/protocol";
import type { Agent } from "../agent.ts";
import type { AgentHooks } from "../types.ts";
import { isDeveloperMessage } from "./developerMessage.ts";
import type { HarnessCore } from "./harnessCore.ts";
import { evidenceEntryType } from "./harnessEntry.ts";

/**
 * Puts the harness on an agent's hooks: it runs after what is there, so that it sees the final arguments and
 * has the last word on a request. Nothing is stored beyond the agent's life. Returns what takes it off again.
 */
export function installHarness(core: HarnessCore, agent: Agent): () => void {
  const { hooks } = agent;
  const before: AgentHooks = {
    beforeToolCall: hooks.beforeToolCall,
    afterToolCall: hooks.afterToolCall,
    transformContext: hooks.transformContext,
    finishTurn: hooks.finishTurn,
  };
  const keys = new MessageKeys();
  hooks.beforeToolCall = async (context) => {
    const verdict = await before.beforeToolCall?.(context);
    if (verdict?.block) return verdict;
    const { toolCall, args, signal } = context;
    const { block } = await core.beforeToolCall({
      toolCallId: toolCall.id,
      tool: toolCall.name,
      args,
      signal,
    });
    return block === undefined ? verdict : { block: true, reason: block };
  };
  hooks.afterToolCall = async (context) => {
    const patch = await before.afterToolCall?.(context);
    const content = patch?.content ?? context.result.content;
    const isError = patch?.isError ?? context.isError;
    core.afterToolCall({ toolCallId: context.toolCall.id, isError, output: textOf(content) });
    return patch;
  };
  hooks.transformContext = async (messages, signal) => {
    const transformed = (await before.transformContext?.(messages, signal)) ?? messages;
    return core.transformRequest(transformed.map((message) => ({ key: keys.of(message), message })));
  };
  hooks.finishTurn = async (context) => {
    const finish = await before.finishTurn?.(context);
    const { message } = context;
    if (finish?.action === "continue" || callsTools(message) || agent.hasQueuedMessages()) return finish;
    const { request, status } = await core.endOfRun(message, { canRequest: finish?.action !== "end" });
    if (request === undefined) return finish;
    agent.steer(evidenceMessage(request, status, message.timestamp));
    return { action: "continue" };
  };
  let last: AssistantMessage | undefined;
  const unsubscribe = agent.subscribe(async (event) => {
    if (event.type === "agent_end") await core.settle();
    if (event.type !== "message_end") return;
    const { message } = event;
    if (message.role === "assistant") last = message;
    if (!isDeveloperMessage(message)) return;
    core.developerMessage({
      text: message.role === "user" ? textOf(message.content) : "",
      entryId: keys.of(message),
      afterWork: last !== undefined,
      isSteering: last !== undefined && callsTools(last),
    });
    last = undefined;
  });
  return () => {
    Object.assign(hooks, before);
    unsubscribe();
  };
}

/** A message of the harness's own, in the user's role. */
function evidenceMessage(text: string, status: string | undefined, timestamp: number): AgentMessage {
  return {
    role: "custom",
    customType: evidenceEntryType,
    content: text,
    display: true,
    details: { status },
    timestamp,
  };
}

function callsTools(message: AssistantMessage): boolean {
  return message.content.some(({ type }) => type === "toolCall");
}

/** A key for each message object, the same whenever it comes. */
class MessageKeys {
  private readonly keys = new WeakMap<AgentMessage, string>();
  private last = 0;

  of(message: AgentMessage): string {
    const known = this.keys.get(message);
    if (known !== undefined) return known;
    const key = `m${++this.last}`;
    this.keys.set(message, key);
    return key;
  }
}
