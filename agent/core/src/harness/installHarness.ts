import type { AgentMessage, AssistantMessage } from "@relay-harness/protocol";
import { textOf } from "@relay-harness/protocol";
import type { Agent } from "../agent.ts";
import type { AgentHooks } from "../types.ts";
import { isDeveloperMessage } from "./developerMessage.ts";
import type { HarnessCore, HarnessStore } from "./harnessCore.ts";
import { evidenceEntryType, type HarnessEntry } from "./harnessEntry.ts";

type WrappedHooks = Pick<AgentHooks, "beforeToolCall" | "afterToolCall" | "transformContext" | "finishTurn">;

/**
 * Puts the harness on an agent's hooks: it runs after what is there, so that it sees the final arguments and
 * has the last word on a request. Returns what takes it off again, as often as one likes.
 */
export function installHarness(core: HarnessCore, agent: Agent, store?: HarnessStore): () => void {
  const { hooks } = agent;
  const { beforeToolCall, afterToolCall, transformContext, finishTurn } = hooks;
  const before: WrappedHooks = { beforeToolCall, afterToolCall, transformContext, finishTurn };
  const keys = new MessageKeys();
  let isOff = false;
  const keep = (entries: readonly HarnessEntry[]): Promise<void> => append(core, store, entries);
  load(core, store);
  const wrapped: Required<WrappedHooks> = {
    beforeToolCall: async (context) => {
      const verdict = await before.beforeToolCall?.(context);
      if (isOff || verdict?.block) return verdict;
      const { toolCall, args, signal } = context;
      const { block, entries } = await core.beforeToolCall({
        toolCallId: toolCall.id,
        tool: toolCall.name,
        args,
        signal,
      });
      await keep(entries);
      return block === undefined ? verdict : { block: true, reason: block };
    },
    afterToolCall: async (context) => {
      const patch = await before.afterToolCall?.(context);
      if (isOff) return patch;
      const content = patch?.content ?? context.result.content;
      const isError = patch?.isError ?? context.isError;
      core.afterToolCall({ toolCallId: context.toolCall.id, isError, output: textOf(content) });
      return patch;
    },
    transformContext: async (messages, signal) => {
      const transformed = (await before.transformContext?.(messages, signal)) ?? messages;
      if (isOff) return transformed;
      await core.beforeRequest();
      return core.transformRequest(transformed.map((message) => ({ key: keys.of(message), message })));
    },
    finishTurn: async (context) => {
      const finish = await before.finishTurn?.(context);
      const { message } = context;
      if (isOff) return finish;
      if (finish?.action === "continue" || callsTools(message) || agent.hasQueuedMessages()) return finish;
      const { request, status } = await core.endOfRun(message, { canRequest: finish?.action !== "end" });
      if (request === undefined) return finish;
      agent.steer(evidenceMessage(request, status, message.timestamp));
      return { action: "continue" };
    },
  };
  Object.assign(hooks, wrapped);
  let last: AssistantMessage | undefined;
  const unsubscribe = agent.subscribe(async (event) => {
    if (event.type === "agent_end") await keep(await core.settle());
    if (event.type !== "message_end") return;
    const { message } = event;
    if (message.role === "assistant") last = message;
    if (!isDeveloperMessage(message)) return;
    const entries = core.developerMessage({
      text: message.role === "user" ? textOf(message.content) : "",
      entryId: keys.of(message),
      afterWork: last !== undefined,
      isSteering: last !== undefined && callsTools(last),
    });
    last = undefined;
    await keep(entries);
  });
  return () => {
    isOff = true;
    unsubscribe();
    restoreHooks(hooks, wrapped, before);
  };
}

/** Hooks that somebody put on top since stay where they are; what is below them does nothing any more. */
function restoreHooks(hooks: WrappedHooks, wrapped: WrappedHooks, before: WrappedHooks): void {
  for (const name of Object.keys(wrapped) as (keyof WrappedHooks)[]) {
    if (hooks[name] === wrapped[name]) Object.assign(hooks, { [name]: before[name] });
  }
}

function load(core: HarnessCore, store: HarnessStore | undefined): void {
  if (!store) return;
  try {
    const timestamp = core.startedAt;
    core.restore(store.load().map(({ type, data }) => ({ customType: type, data, timestamp })));
  } catch (error) {
    core.report(error);
  }
}

async function append(
  core: HarnessCore,
  store: HarnessStore | undefined,
  entries: readonly HarnessEntry[],
): Promise<void> {
  try {
    for (const { customType, data } of entries) await store?.append(customType, data);
  } catch (error) {
    core.report(error);
  }
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
