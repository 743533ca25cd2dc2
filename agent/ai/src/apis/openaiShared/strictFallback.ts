import type { Model } from "@relay-harness/protocol";
import { ProviderError } from "../../httpErrors.ts";
import type { StreamOptions } from "../../types.ts";

const maxRememberedSessions = 200;
const tooLarge =
  /\b(?:strict|schemas?|grammar|tools?|functions?)\b[^.]*\b(?:too (?:large|complex|many|long)|exceed)|too many strict/i;

/** Sessions and models whose strict tool set was refused. */
const relaxedSessions = new Set<string>();

interface Attempt<R, T> {
  /** @param relaxed Declare tools that only prefer strict arguments as normal ones. */
  build: (relaxed: boolean) => R;
  send: (request: R) => Promise<T>;
}

/**
 * Sends a request; when the provider refuses its strict tool schemas as too large, once more with
 * those that are only preferred as normal ones, from then on for the session (models.md §15.4).
 */
export async function sendWithStrictFallback<R extends { prefersStrict: boolean }, T>(
  model: Model,
  options: StreamOptions,
  { build, send }: Attempt<R, T>,
): Promise<{ request: R; answer: T }> {
  const key = options.sessionId ? `${options.sessionId} ${model.provider}/${model.id}` : undefined;
  const request = build(key !== undefined && relaxedSessions.has(key));
  try {
    return { request, answer: await send(request) };
  } catch (error) {
    if (!request.prefersStrict || !isStrictRefusal(error)) throw error;
  }
  if (key !== undefined) remember(key);
  const relaxed = build(true);
  return { request: relaxed, answer: await send(relaxed) };
}

function isStrictRefusal(error: unknown): boolean {
  return ProviderError.is(error) && error.status === 400 && tooLarge.test(error.message);
}

function remember(key: string): void {
  const [oldest] = relaxedSessions;
  if (relaxedSessions.size >= maxRememberedSessions && oldest !== undefined) relaxedSessions.delete(oldest);
  relaxedSessions.add(key);
}
