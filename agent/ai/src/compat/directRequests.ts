import type { AssistantMessage, Model } from "@relay-harness/protocol";
import { ModelRuntime } from "../modelRuntime.ts";
import { errorText } from "../credentials/modelsError.ts";
import { errorStream, LazyStream } from "../runtime/lazyStream.ts";
import type { AssistantMessageStream, Context, StreamOptions } from "../types.ts";

let shared: Promise<ModelRuntime> | undefined;

/**
 * Sends a request with the key in `options`, else that of the environment: stored credentials and what
 * extensions registered are in `ctx.modelRegistry`. Failures are `error` events.
 */
export function stream(model: Model, context: Context, options: StreamOptions = {}): AssistantMessageStream {
  shared ??= ModelRuntime.create({ modelsPath: null });
  const opening = shared.then((runtime) => runtime.stream(model, context, options));
  return new LazyStream(opening.catch((error: unknown) => errorStream(model, errorText(error))));
}

/** The final message of a request; never rejects. */
export function complete(model: Model, context: Context, options?: StreamOptions): Promise<AssistantMessage> {
  return stream(model, context, options).result();
}
