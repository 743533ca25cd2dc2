import {
  thinkingLevels as allLevels,
  type LlmMessage,
  type Model,
  type ThinkingLevel,
} from "@relay-harness/protocol";
import { canonicalProviderId } from "../catalog/providers.ts";
import { errorText, ModelsError } from "../credentials/modelsError.ts";
import { clampThinkingLevel } from "../thinking.ts";

/** API of models that stand for others; nothing is ever sent to it. */
export const virtualApi = "relay-virtual";

/** What a route decides on (models.md §21). */
export interface RouteRequest<State = unknown> {
  model: Model;
  /** Selected level. */
  thinkingLevel: ThinkingLevel;
  /** `user`: first request after a message of the user; `direct`: outside the loop. */
  reason: "user" | "continuation" | "retry" | "direct";
  /** Latest successful response of `messages`. */
  previous?: { model: Model; thinkingLevel?: ThinkingLevel };
  /** Only for `retry`. */
  failed?: { model: Model; thinkingLevel?: ThinkingLevel; message: string };
  state?: State;
  messages: readonly LlmMessage[];
  signal?: AbortSignal;
}

export interface Route<State = unknown> {
  model: Model;
  thinkingLevel: ThinkingLevel;
  /** A value other than the request's is to be stored before the request is sent. */
  state?: State;
}

export interface VirtualModelDefinition<State = unknown> {
  provider: string;
  id: string;
  name: string;
  /** Default `["off"]`. */
  thinkingLevels?: readonly ThinkingLevel[];
  contextWindow?: number;
  maxTokens?: number;
  /** Default text and images. */
  input?: Model["input"];
  route(request: RouteRequest<State>): Route<State> | Promise<Route<State>>;
}

interface Registered {
  model: Model;
  route: VirtualModelDefinition["route"];
}

/** Models that choose another model for each request. */
export class VirtualModels {
  private readonly registered = new Map<string, Registered>();

  /** Replaces a model of the same provider and id. */
  register(definition: VirtualModelDefinition): void {
    const model = catalogEntry(definition);
    this.registered.set(keyOf(model.provider, model.id), {
      model,
      route: (request) => definition.route(request),
    });
  }

  unregister(provider: string, id: string): void {
    this.registered.delete(keyOf(canonicalProviderId(provider), id));
  }

  providerIds(): string[] {
    return [...this.registered.values()].map(({ model }) => model.provider);
  }

  models(provider: string): Model[] {
    return [...this.registered.values()].flatMap(({ model }) => (model.provider === provider ? model : []));
  }

  has({ provider, id }: Pick<Model, "provider" | "id">): boolean {
    return this.registered.has(keyOf(provider, id));
  }

  /**
   * Asks a virtual model for the physical one; its level is clamped.
   * @throws ModelsError `provider` naming the virtual model when there is no usable answer.
   */
  async route(request: RouteRequest, hasCredentials: (provider: string) => boolean): Promise<Route> {
    const { provider, id } = request.model;
    const name = keyOf(provider, id);
    const virtual = this.registered.get(name);
    const fail = (reason: string, cause?: unknown): never => {
      throw new ModelsError("provider", `${name}: ${reason}`, { cause });
    };
    if (!virtual) return fail("the virtual model is not registered");
    let route: Route;
    try {
      route = await virtual.route(request);
    } catch (error) {
      return fail(errorText(error), error);
    }
    const { model } = route;
    const target = keyOf(model.provider, model.id);
    if (model.api === virtualApi || this.has(model))
      return fail(`routed to another virtual model, ${target}`);
    if (!hasCredentials(model.provider)) return fail(`routed to ${target}, which has no credentials`);
    return { ...route, thinkingLevel: clampThinkingLevel(model, route.thinkingLevel) };
  }
}

function keyOf(provider: string, id: string): string {
  return `${provider}/${id}`;
}

function catalogEntry(definition: VirtualModelDefinition): Model {
  const levels = definition.thinkingLevels ?? ["off"];
  const reasoning = levels.some((level) => level !== "off");
  const map = Object.fromEntries(allLevels.map((level) => [level, levels.includes(level) ? level : null]));
  return {
    id: definition.id,
    name: definition.name,
    api: virtualApi,
    provider: canonicalProviderId(definition.provider),
    baseUrl: "",
    reasoning,
    ...(reasoning ? { thinkingLevelMap: map } : {}),
    input: definition.input ?? ["text", "image"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: definition.contextWindow ?? 0,
    maxTokens: definition.maxTokens ?? 0,
  };
}
