import type { AgentMessage } from "@relay-harness/protocol";

/** The conversation of one request, without prompt and tool messages. */
export interface ContextEvent {
  type: "context";
  /** A deep copy. */
  messages: AgentMessage[];
}

/** The complete transcript of one request. */
export interface ContextWithSystemEvent {
  type: "context_with_system";
  messages: AgentMessage[];
}

export interface ContextEventResult {
  messages?: AgentMessage[];
}

/** Headers of one request; handlers change them in place. */
export interface BeforeProviderHeadersEvent {
  type: "before_provider_headers";
  /** `null` removes one. */
  headers: Record<string, string | null>;
}

export interface BeforeProviderRequestEvent {
  type: "before_provider_request";
  /** The full request body. */
  payload: unknown;
}

export interface AfterProviderResponseEvent {
  type: "after_provider_response";
  status: number;
  headers: Record<string, string>;
}

export interface ProviderStreamEvent {
  type: "provider_stream_event";
  provider: string;
  api: string;
  model: string;
  /** Not to be changed. */
  data: unknown;
}

export interface CacheWarmingDecisionEvent {
  type: "cache_warming_decision";
  warmCost: number;
  missCost: number;
  continuationProbability: number;
  action: "warm" | "stop";
}

export interface CacheWarmingDecisionResult {
  action?: "warm" | "stop";
}
