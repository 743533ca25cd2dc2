import { convertToLlm } from "@relay-harness/agent-core/loop";
import type { ModelRuntime, RouteRequest } from "@relay-harness/ai";
import {
  isJsonObject,
  type AgentMessage,
  type AssistantMessage,
  type Model,
  type ThinkingLevel,
} from "@relay-harness/protocol";
import type { SessionManager } from "../sessions/sessionManager.ts";
import type { SessionEvents } from "./events.ts";

/** `customType` of the entries that hold what a virtual model remembers (models.md §21). */
export const virtualModelStateEntry = "relay.virtual-model-state";

export interface ModelRouterDeps {
  modelRuntime: ModelRuntime;
  sessionManager: Pick<SessionManager, "getBranch" | "appendCustomEntry" | "getEntry">;
  events: Pick<SessionEvents, "emit">;
  /** Messages of the next request. */
  context: () => AgentMessage[];
}

export interface RouteQuestion {
  /** The virtual model that is selected. */
  model: Model;
  thinkingLevel: ThinkingLevel;
  /** The request repeats one that failed. */
  failed: AssistantMessage | undefined;
  isRetry: boolean;
  signal: AbortSignal;
}

export interface RoutedModel {
  model: Model;
  thinkingLevel: ThinkingLevel;
}

/** Asks a virtual model for the model of each request of the loop, and stores what it wants to remember. */
export class ModelRouter {
  constructor(private readonly deps: ModelRouterDeps) {}

  /** Rejects with the reason, which names the virtual model. A new state is stored when this resolves. */
  async route({ model, thinkingLevel, failed, isRetry, signal }: RouteQuestion): Promise<RoutedModel> {
    const context = this.deps.context();
    const messages = convertToLlm(context);
    const previous = this.previous(messages);
    const state = this.storedState(model);
    const { modelRuntime } = this.deps;
    const route = await modelRuntime.resolveModel(model, messages, {
      thinkingLevel,
      reason: isRetry ? "retry" : reasonOf(context),
      ...(previous && { previous }),
      ...(isRetry && failed && this.failure(failed)),
      ...(state !== undefined && { state }),
      signal,
    });
    if (route.state !== undefined && route.state !== state) await this.store(model, route.state);
    return { model: route.model, thinkingLevel: route.thinkingLevel };
  }

  /** Latest successful response. */
  private previous(messages: readonly AgentMessage[]): RouteRequest["previous"] {
    const latest = messages.findLast(
      (message): message is AssistantMessage =>
        message.role === "assistant" && message.stopReason !== "error" && message.stopReason !== "aborted",
    );
    return latest && this.physical(latest);
  }

  /** Absent when the routing itself failed: then nothing physical has answered. */
  private failure(message: AssistantMessage): Pick<RouteRequest, "failed"> | undefined {
    const found = this.physical(message);
    return found && { failed: { ...found, message: message.errorMessage ?? "" } };
  }

  private physical({ provider, model, thinkingLevel }: AssistantMessage): RouteRequest["previous"] {
    const found = this.deps.modelRuntime.getPhysicalModel(provider, model);
    return found && { model: found, ...(thinkingLevel !== undefined && { thinkingLevel }) };
  }

  /** Latest state of the model on the active branch. */
  private storedState({ provider, id }: Model): unknown {
    const entry = this.deps.sessionManager
      .getBranch()
      .findLast(
        (candidate) =>
          candidate.type === "custom" &&
          candidate.customType === virtualModelStateEntry &&
          isJsonObject(candidate.data) &&
          candidate.data.provider === provider &&
          candidate.data.modelId === id,
      );
    if (entry?.type !== "custom" || !isJsonObject(entry.data)) return undefined;
    // A copy: what the route does to it must not change the session.
    return structuredClone(entry.data.state);
  }

  private async store({ provider, id: modelId }: Model, state: unknown): Promise<void> {
    const { sessionManager, events } = this.deps;
    let copy: unknown;
    try {
      copy = JSON.parse(JSON.stringify(state));
    } catch (cause) {
      throw new Error(`${provider}/${modelId}: its state is not JSON`, { cause });
    }
    const id = sessionManager.appendCustomEntry(virtualModelStateEntry, { provider, modelId, state: copy });
    const entry = sessionManager.getEntry(id);
    if (entry) await events.emit({ type: "entry_appended", entry });
  }
}

/** `user`: what a user wrote came after the latest answer; messages of extensions are not the user's. */
function reasonOf(context: readonly AgentMessage[]): "user" | "continuation" {
  const lastAnswer = context.findLastIndex(({ role }) => role === "assistant");
  return context.slice(lastAnswer + 1).some(({ role }) => role === "user") ? "user" : "continuation";
}
