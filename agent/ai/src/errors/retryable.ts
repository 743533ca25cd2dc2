import type { AssistantMessage } from "@relay-harness/protocol";
import { isOverflow } from "./overflow.ts";
import { statusTokens } from "./statusTokens.ts";

const transientStatuses: ReadonlySet<number> = new Set([
  408, 409, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529,
]);
const fatalStatuses: ReadonlySet<number> = new Set([400, 401, 402, 403, 404, 422]);

const transientTexts: readonly RegExp[] = [
  // The service is busy or broken.
  /overloaded|at capacity|peak load/i,
  /rate.?limit|too many requests|resource.?exhausted/i,
  /service (?:is )?(?:temporarily )?unavailable/i,
  /server[_ ]?error|internal[_ ]?(?:server[_ ])?error/i,
  /server_busy|servers are (?:currently )?busy/i,
  /upstream (?:provider|connect|error)|unable to forward upstream|reset before headers/i,
  // The connection failed.
  /network.?(?:connection )?(?:error|lost)/i,
  /connection (?:error|refused|reset|closed|lost)/i,
  /socket (?:hang up|connection was closed)|other side closed|fetch failed|terminated/i,
  /ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|getaddrinfo/i,
  /timed? ?out|timeout/i,
  /http2 request did not get a response|pending stream has been canceled/i,
  // The answer broke off.
  /stream (?:ended|disconnected|closed) (?:before|without)/i,
  /ended without sending any chunks|cut short after the reply had begun/i,
  /retry your request/i,
];

const fatalTexts: readonly RegExp[] = [
  /insufficient_quota|billing|credit balance|out of credits|payment required|spend.?limit/i,
  /\bcode["']?\s*[:=]?\s*["']?1308\b/i,
  /invalid.?api.?key|authentication|permission|OAuth refresh failed|No API key found/i,
  /content.?filter|refusal|guardrail_intervened|prohibited.?content/i,
  /requested .* retry delay/i,
];

/**
 * True when the same request may succeed a little later (models.md §18.3): an error that is neither
 * an overflow nor fatal, and that names a transient status or problem.
 */
export function isRetryable(message: AssistantMessage, contextWindow?: number): boolean {
  if (message.stopReason !== "error" || isOverflow(message, contextWindow)) return false;
  const text = message.errorMessage ?? "";
  const statuses = statusTokens(text);
  if (statuses.some((status) => fatalStatuses.has(status)) || isFatalText(text)) return false;
  return (
    statuses.some((status) => transientStatuses.has(status)) ||
    transientTexts.some((pattern) => pattern.test(text))
  );
}

function isFatalText(text: string): boolean {
  if (fatalTexts.some((pattern) => pattern.test(text))) return true;
  // A quota per minute refills while the retry waits; one per day or month does not.
  if (/quota (?:exceeded|reached)/i.test(text) && /day|daily|month/i.test(text)) return true;
  return /usage.?limit/i.test(text) && !/temporar/i.test(text);
}
