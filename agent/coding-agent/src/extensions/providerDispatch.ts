import { isJsonObject, type AgentMessage } from "@relay-harness/protocol";
import type { DispatchOptions, Dispatcher } from "./dispatcher.ts";
import { areMessages, jsonProblem, removeBadHeaders } from "./valueChecks.ts";
import type { CacheWarmingDecisionEvent } from "./types/providerEvents.ts";

/**
 * Conversation messages of a request, which handlers get a copy of: they return others or change it.
 * `undefined`: they left it as it was.
 */
export async function dispatchContext(
  dispatcher: Dispatcher,
  messages: readonly AgentMessage[],
  options: DispatchOptions,
): Promise<AgentMessage[] | undefined> {
  const original = JSON.stringify(messages);
  let current = structuredClone([...messages]);
  await dispatcher.run(
    "context",
    () => ({ type: "context", messages: current }),
    (outcome) => {
      const returned = (outcome.ok ? messagesOf(outcome.value) : undefined) ?? current;
      // A handler may also have changed the list that it got.
      if (areMessages(returned)) current = returned;
      else {
        dispatcher.report(outcome.extension, "context", new TypeError(invalidMessages));
        if (!areMessages(current)) current = structuredClone([...messages]);
      }
      return "go-on";
    },
    options,
  );
  return JSON.stringify(current) === original ? undefined : current;
}

/** The complete transcript of a request; a returned one has to begin with a system message. */
export async function dispatchContextWithSystem(
  dispatcher: Dispatcher,
  messages: readonly AgentMessage[],
  options: DispatchOptions,
): Promise<AgentMessage[]> {
  let current = structuredClone([...messages]);
  const hasHead = current[0]?.role === "system";
  await dispatcher.run(
    "context_with_system",
    () => ({ type: "context_with_system", messages: [...current] }),
    (outcome) => {
      const returned = outcome.ok ? messagesOf(outcome.value) : undefined;
      if (!returned) return "go-on";
      if (!areMessages(returned)) {
        dispatcher.report(outcome.extension, "context_with_system", new TypeError(invalidMessages));
      } else if (hasHead && returned[0]?.role !== "system") {
        const problem = "The returned messages must begin with a system message";
        dispatcher.report(outcome.extension, "context_with_system", new TypeError(problem));
      } else {
        current = returned;
      }
      return "go-on";
    },
    options,
  );
  return current;
}

const invalidMessages = "The messages are left out: one of them lacks what its role needs";

function messagesOf(result: unknown): AgentMessage[] | undefined {
  if (!isJsonObject(result) || !Array.isArray(result.messages)) return undefined;
  return result.messages as AgentMessage[];
}

/** Handlers change the headers in place; what a failing one changed stays. */
export async function dispatchProviderHeaders(
  dispatcher: Dispatcher,
  headers: Record<string, string | null>,
  options: DispatchOptions,
): Promise<void> {
  const event = { type: "before_provider_headers" as const, headers };
  await dispatcher.run(
    "before_provider_headers",
    () => event,
    ({ extension }) => {
      for (const problem of removeBadHeaders(headers)) {
        dispatcher.report(extension, "before_provider_headers", new TypeError(problem));
      }
      return "go-on";
    },
    options,
  );
}

/** Whatever a handler returns replaces the request body. */
export async function dispatchProviderRequest(
  dispatcher: Dispatcher,
  payload: unknown,
  options: DispatchOptions,
): Promise<unknown> {
  let current = payload;
  await dispatcher.run(
    "before_provider_request",
    () => ({ type: "before_provider_request", payload: current }),
    (outcome) => {
      if (!outcome.ok || outcome.value === undefined) return "go-on";
      const problem = jsonProblem(outcome.value);
      if (problem === undefined) current = outcome.value;
      else {
        const text = `The returned request is left out: ${problem}`;
        dispatcher.report(outcome.extension, "before_provider_request", new TypeError(text));
      }
      return "go-on";
    },
    options,
  );
  return current;
}

/** The last handler that returns an action decides. */
export async function dispatchCacheWarming(
  dispatcher: Dispatcher,
  event: CacheWarmingDecisionEvent,
): Promise<"warm" | "stop"> {
  let { action } = event;
  await dispatcher.run(
    "cache_warming_decision",
    () => ({ ...event, action }),
    (outcome) => {
      const result: unknown = outcome.ok ? outcome.value : undefined;
      if (isJsonObject(result) && (result.action === "warm" || result.action === "stop")) {
        action = result.action;
      }
      return "go-on";
    },
  );
  return action;
}
