import type { LlmMessage, Model } from "@relay-harness/protocol";
import type { RequestAuth } from "../credentials/types.ts";
import type { HeaderPatch, StreamOptions } from "../types.ts";

const anthropicOAuthBeta = "oauth-2025-04-20";

/** Resolved header layers of a request beside those of model and authentication, lowest first. */
export interface HeaderLayers {
  provider?: HeaderPatch;
  configuredModel?: HeaderPatch;
  request?: HeaderPatch;
}

/**
 * One patch for what lies above the identity headers and the API's own authentication header (models.md
 * §2.5), with lower-case names. The latter precedes provider headers, so a provider header of its name is left out.
 */
export function requestHeaders(model: Model, auth: RequestAuth, layers: HeaderLayers): HeaderPatch {
  const headers: HeaderPatch = {};
  const apply = (layer: HeaderPatch | undefined): void => {
    for (const [name, value] of Object.entries(layer ?? {})) headers[name.toLowerCase()] = value;
  };
  apply(layers.provider);
  if (auth.apiKey !== undefined) delete headers[authHeader(model.api, auth.bearer === true)];
  apply(auth.headers);
  apply(model.headers);
  apply(layers.configuredModel);
  apply(layers.request);
  return headers;
}

function authHeader(api: string, isBearer: boolean): string {
  if (isBearer) return "authorization";
  switch (api) {
    case "anthropic-messages":
      return "x-api-key";
    case "google-generative-ai":
    case "google-vertex":
      return "x-goog-api-key";
    case "azure-openai-responses":
      return "api-key";
    default:
      return "authorization";
  }
}

/** Headers that Copilot wants to know the conversation by (models.md §3.4). */
export function copilotHeaders(messages: readonly LlmMessage[]): HeaderPatch {
  const last = messages.findLast((message) => message.role !== "system");
  const hasImage = messages.some(
    (message) => Array.isArray(message.content) && message.content.some((block) => block.type === "image"),
  );
  return {
    "X-Initiator": last?.role === "user" ? "user" : "agent",
    "Openai-Intent": "conversation-edits",
    ...(hasImage ? { "Copilot-Vision-Request": "true" } : {}),
  };
}

/** True for a request that Anthropic has to be told carries a sign-in token (models.md §3.4). */
export function isAnthropicOAuth(api: string, { apiKey, bearer }: RequestAuth): boolean {
  return api === "anthropic-messages" && bearer === true && (apiKey?.startsWith("sk-ant-oat") ?? false);
}

/** Adds the beta of sign-in tokens to those that the request asks for, ahead of another transform. */
export function withOAuthBeta(
  transform: StreamOptions["transformHeaders"],
): NonNullable<StreamOptions["transformHeaders"]> {
  return async (headers) => {
    const betas = headers["anthropic-beta"]?.split(",") ?? [];
    const own = { "anthropic-beta": [...new Set([...betas, anthropicOAuthBeta])].join(",") };
    return { ...own, ...(await transform?.({ ...headers, ...own })) };
  };
}
