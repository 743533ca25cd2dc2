import type { HeaderPatch, StreamOptions } from "@relay-harness/ai";
import { isJsonObject, type JsonObject } from "@relay-harness/protocol";

/** Options of a request that can be sent again as it was. */
export interface RecordedOptions {
  recorded: StreamOptions;
  /** For the repetition, once the request was sent. */
  replay: () => StreamOptions;
}

const limitFields = ["max_tokens", "max_completion_tokens", "max_output_tokens"];
/** Objects of a payload that hold a limit. */
const nestedLimits = { generationConfig: "maxOutputTokens", inferenceConfig: "maxTokens" } as const;

/**
 * Remembers what hooks make of a request, so that they need not be asked again: they may answer otherwise,
 * and a repetition is not a request that they should hear of.
 */
export function recordOptions(options: StreamOptions): RecordedOptions {
  const { onPayload, transformHeaders } = options;
  const recorded: StreamOptions = { ...options };
  let payload: unknown;
  let headers: HeaderPatch | undefined;
  if (onPayload) {
    recorded.onPayload = async (original, model) => {
      const replaced: unknown = await onPayload(original, model);
      payload = replaced === undefined ? original : replaced;
      return payload;
    };
  }
  if (transformHeaders) {
    recorded.transformHeaders = async (given) => {
      const patch = await transformHeaders({ ...given });
      headers = patch && changesOf(given, patch);
      return patch;
    };
  }
  const replay = (): StreamOptions => ({
    ...options,
    maxTokens: 1,
    maxRetries: 0,
    signal: undefined,
    onPayload: payload === undefined ? undefined : (fresh) => withLimitsOf(payload, fresh),
    transformHeaders: headers && (() => headers),
    onResponse: undefined,
    onProviderStreamEvent: undefined,
  });
  return { recorded, replay };
}

/** Only these: the others, such as a renewed credential, are those of the repetition. */
function changesOf(given: Readonly<Record<string, string>>, patch: HeaderPatch): HeaderPatch {
  return Object.fromEntries(Object.entries(patch).filter(([name, value]) => given[name] !== value));
}

/** The payload as it was sent, with the output limit of another one. */
function withLimitsOf(sent: unknown, fresh: unknown): unknown {
  if (!isJsonObject(sent) || !isJsonObject(fresh)) return sent;
  const limits = Object.fromEntries(
    limitFields.filter((name) => name in fresh).map((name) => [name, fresh[name]]),
  );
  const nested = Object.entries(nestedLimits).flatMap(([name, field]) => {
    const inner = fresh[name];
    if (!isJsonObject(inner) || !(field in inner)) return [];
    const own: JsonObject = isJsonObject(sent[name]) ? sent[name] : {};
    return [[name, { ...own, [field]: inner[field] }] as const];
  });
  return { ...sent, ...limits, ...Object.fromEntries(nested) };
}
