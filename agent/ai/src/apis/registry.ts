import { loadOnce } from "../loadOnce.ts";
import type { ApiImplementation } from "../types.ts";

/** API families this build can speak, loaded on first use. */
const loaders: Readonly<Record<string, () => Promise<ApiImplementation>>> = {
  "azure-openai-responses": loadOnce(() => import("./openaiResponses/azure.ts")),
  "anthropic-messages": loadOnce(() => import("./anthropic/index.ts")),
  "google-generative-ai": loadOnce(() => import("./google/index.ts")),
  "openai-completions": loadOnce(() => import("./openaiCompletions/index.ts")),
  "openai-responses": loadOnce(() => import("./openaiResponses/index.ts")),
  "relay-offline": loadOnce(() => import("../offline/index.ts")),
};

/** Of programs and extensions, above those of the build. */
const registered = new Map<string, { implementation: ApiImplementation; sourceId: string | undefined }>();

/** True when there is an implementation of an API. */
export function hasApi(api: string): boolean {
  return registered.has(api) || Object.hasOwn(loaders, api);
}

/** Loads the implementation of an API; `undefined` when there is none. */
export async function loadApi(api: string): Promise<ApiImplementation | undefined> {
  const own = registered.get(api);
  if (own) return own.implementation;
  return Object.hasOwn(loaders, api) ? loaders[api]?.() : undefined;
}

/** Adds the implementation of an API to the process, in the place of the one there is. */
export function registerApi(api: string, implementation: ApiImplementation, sourceId?: string): void {
  registered.set(api, { implementation, sourceId });
}

/** Takes away what was registered under a name; what the build has counts again. */
export function unregisterApis(sourceId: string): void {
  for (const [api, own] of registered) if (own.sourceId === sourceId) registered.delete(api);
}
