import { isJsonObject } from "@relay-harness/protocol";

const maxBodyCharacters = 4_000;

/** A provider's refusal to serve the request: a non-2xx response, or an error inside a stream (no `status`). */
export class ProviderError extends Error {
  readonly code = "provider_error";
  readonly status: number | undefined;
  /** As received. */
  readonly body: string;

  constructor(body: string, options: { status?: number; prefix?: string; cause?: unknown } = {}) {
    super(errorText(body, options), { cause: options.cause });
    this.name = "ProviderError";
    this.status = options.status;
    this.body = body;
  }

  static is(value: unknown): value is ProviderError {
    return value instanceof ProviderError;
  }
}

/** Text of a failed request or stream (models.md §18.1). Without `status`, only the body speaks. */
export function errorText(
  body: string,
  { status, prefix }: { status?: number; prefix?: string } = {},
): string {
  const trimmed = body.trim();
  if (status === undefined)
    return describeErrorBody(trimmed) || "The provider reported an error without details";
  if (trimmed === "") return `${status} status code (no body)`;
  const text = describeErrorBody(trimmed);
  return prefix ? `${prefix} (${status}): ${text}` : `${status}: ${text}`;
}

function describeErrorBody(body: string): string {
  return (describeError(parseJson(body)) ?? body).slice(0, maxBodyCharacters);
}

/**
 * `<message> (<code>)` of a parsed error body, with its most specific textual code; `undefined` when
 * the value holds no error message.
 */
export function describeError(value: unknown): string | undefined {
  const body: unknown = Array.isArray(value) ? value[0] : value;
  const error = isJsonObject(body) ? body.error : undefined;
  if (!isJsonObject(error) || typeof error.message !== "string" || error.message === "") return undefined;
  const details = isJsonObject(error.details) ? error.details : {};
  const code = [details.error_code, error.code, error.status, error.type].find(
    (candidate): candidate is string => typeof candidate === "string" && candidate !== "",
  );
  return code && !error.message.includes(code) ? `${error.message} (${code})` : error.message;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
