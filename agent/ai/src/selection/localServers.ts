import { isJsonObject } from "@relay-harness/protocol";
import type { ProviderConfig } from "../runtime/registration.ts";

const probeTimeoutMs = 200;
/** Listing may take longer: the server has already answered once. */
const listTimeoutMs = 2_000;

export interface LocalServer {
  /** Id of the implicit provider. */
  provider: string;
  name: string;
  /** OpenAI-compatible base URL. */
  baseUrl: string;
  /** Ids in the server's order; at least one. */
  models: string[];
}

export interface ProbeOptions {
  /** Default: the usual ports of these servers. */
  ports?: { ollama?: number; lmStudio?: number; llamaCpp?: number };
  fetch?: typeof globalThis.fetch;
  signal?: AbortSignal;
}

interface Candidate {
  provider: string;
  name: string;
  port: number;
  probePath: string;
}

/**
 * The first model server on this machine that answers within 200 ms and lists a model, in the order
 * Ollama, LM Studio, llama.cpp; all are asked at once (models.md §25.2).
 */
export async function findLocalServer(options: ProbeOptions = {}): Promise<LocalServer | undefined> {
  const { ollama = 11434, lmStudio = 1234, llamaCpp = 8080 } = options.ports ?? {};
  const candidates: Candidate[] = [
    { provider: "ollama", name: "Ollama", port: ollama, probePath: "/api/version" },
    { provider: "lm-studio", name: "LM Studio", port: lmStudio, probePath: "/v1/models" },
    { provider: "llama.cpp", name: "llama.cpp", port: llamaCpp, probePath: "/v1/models" },
  ];
  const servers = await Promise.all(candidates.map((candidate) => probe(candidate, options)));
  return servers.find((server) => server !== undefined);
}

async function probe(
  { provider, name, port, probePath }: Candidate,
  options: ProbeOptions,
): Promise<LocalServer | undefined> {
  const origin = `http://127.0.0.1:${port}`;
  const answer = await getJson(`${origin}${probePath}`, probeTimeoutMs, options);
  if (answer === undefined) return undefined;
  const listsModels = probePath === "/v1/models";
  const list = listsModels ? answer : await getJson(`${origin}/v1/models`, listTimeoutMs, options);
  let models = listedModels(list);
  if (models.length === 0 && provider === "ollama") {
    models = listedModels(await getJson(`${origin}/api/tags`, listTimeoutMs, options));
  }
  return models.length > 0 ? { provider, name, baseUrl: `${origin}/v1`, models } : undefined;
}

/** The JSON body of a successful answer; whatever else happens means that no such server is there. */
async function getJson(url: string, timeoutMs: number, options: ProbeOptions): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  try {
    const response = await (options.fetch ?? globalThis.fetch)(url, { signal });
    if (response.ok) return await response.json();
    await response.body?.cancel();
    return undefined;
  } catch {
    // Nothing listens there, or something that is no model server.
    return undefined;
  }
}

/** Ids of an OpenAI list (`data[].id`) or an Ollama one (`models[].name`). */
function listedModels(list: unknown): string[] {
  if (!isJsonObject(list)) return [];
  const items: unknown = list.data ?? list.models;
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown) => {
    const id = isJsonObject(item) ? (item.id ?? item.name) : undefined;
    return typeof id === "string" && id !== "" ? id : [];
  });
}

/** Registration of the implicit provider for a server that was found. */
export function localServerProvider({ name, baseUrl, models }: LocalServer): ProviderConfig {
  const compat = {
    supportsStore: false,
    supportsDeveloperRole: false,
    supportsReasoningEffort: false,
    maxTokensField: "max_tokens",
  };
  return {
    name,
    baseUrl,
    api: "openai-completions",
    // These servers ignore the key, but the API wants one.
    apiKey: "local",
    models: models.map((id) => ({ id, compat })),
  };
}
