import type { CacheRetention, HeaderPatch, StreamOptions } from "../../types.ts";
import type { SessionAffinityFormat } from "./compat.ts";

const maxCacheKeyLength = 64;

/** Retention in force (models.md §11.1): `RELAY_CACHE_RETENTION` only fills in for an absent option. */
export function cacheRetention(options: StreamOptions): CacheRetention {
  if (options.cacheRetention) return options.cacheRetention;
  const configured = options.env?.RELAY_CACHE_RETENTION ?? process.env.RELAY_CACHE_RETENTION;
  return configured === "long" ? "long" : "short";
}

/** The session id as far as the API takes it. */
export function promptCacheKey(sessionId: string): string {
  return sessionId.slice(0, maxCacheKeyLength);
}

const chatAffinity: Readonly<Record<SessionAffinityFormat, readonly string[]>> = {
  openai: ["session_id", "x-client-request-id", "x-session-affinity"],
  "openai-nosession": ["x-client-request-id", "x-session-affinity"],
  openrouter: ["x-session-id"],
};
const responsesAffinity: Readonly<Record<SessionAffinityFormat, readonly string[]>> = {
  openai: ["session-id", "x-client-request-id"],
  "openai-nosession": ["x-client-request-id"],
  openrouter: ["x-session-id"],
};

/** Headers that lead the requests of a session to the same machine; none while caching is off. */
export function affinityHeaders(
  api: "completions" | "responses",
  format: SessionAffinityFormat,
  options: StreamOptions,
): HeaderPatch {
  const { sessionId } = options;
  if (!sessionId || cacheRetention(options) === "none") return {};
  const names = (api === "completions" ? chatAffinity : responsesAffinity)[format];
  return Object.fromEntries(names.map((name) => [name, sessionId]));
}
