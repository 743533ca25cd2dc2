import type { ApiImplementation } from "../types.ts";

/** API families this build can speak, loaded on first use. */
const loaders: Readonly<Record<string, () => Promise<ApiImplementation>>> = {
  "azure-openai-responses": () => import("./openaiResponses/azure.ts"),
  "anthropic-messages": () => import("./anthropic/index.ts"),
  "google-generative-ai": () => import("./google/index.ts"),
  "openai-completions": () => import("./openaiCompletions/index.ts"),
  "openai-responses": () => import("./openaiResponses/index.ts"),
  "relay-offline": () => import("../offline/index.ts"),
};

/** True when the build has an implementation of an API. */
export function hasApi(api: string): boolean {
  return Object.hasOwn(loaders, api);
}

/** Loads the implementation of an API; `undefined` when the build has none. */
export async function loadApi(api: string): Promise<ApiImplementation | undefined> {
  return hasApi(api) ? loaders[api]?.() : undefined;
}
