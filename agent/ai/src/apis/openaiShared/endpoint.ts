import type { Model } from "@relay-harness/protocol";

/** Endpoints that differ from plain OpenAI compatibility (models.md §6.1, table "Detection"). */
export type Endpoint =
  | "openai"
  | "openrouter"
  | "deepseek"
  | "xai"
  | "cerebras"
  | "nvidia"
  | "opencode"
  | "moonshot"
  | "chutes"
  | "together"
  | "zai"
  | "baseten"
  | "cloudflare"
  | "mistral"
  | "other";

interface Rule {
  endpoint: Endpoint;
  /** Parts of the base URL, in lower case. */
  hosts: readonly string[];
  /** Provider ids; an id that continues with `-` (`zai-coding-cn`) counts too. */
  providers: readonly string[];
}

const rules: readonly Rule[] = [
  { endpoint: "openai", hosts: ["api.openai.com"], providers: [] },
  { endpoint: "openrouter", hosts: ["openrouter.ai"], providers: ["openrouter"] },
  { endpoint: "deepseek", hosts: ["api.deepseek.com"], providers: ["deepseek"] },
  { endpoint: "xai", hosts: ["api.x.ai"], providers: ["xai"] },
  { endpoint: "cerebras", hosts: ["api.cerebras.ai"], providers: ["cerebras"] },
  { endpoint: "nvidia", hosts: ["integrate.api.nvidia.com"], providers: ["nvidia"] },
  { endpoint: "opencode", hosts: ["opencode.ai"], providers: ["opencode"] },
  { endpoint: "moonshot", hosts: ["api.moonshot."], providers: ["moonshotai"] },
  { endpoint: "chutes", hosts: ["llm.chutes.ai"], providers: ["chutes"] },
  { endpoint: "together", hosts: ["api.together."], providers: ["together"] },
  { endpoint: "zai", hosts: ["api.z.ai", "open.bigmodel.cn"], providers: ["zai"] },
  { endpoint: "baseten", hosts: ["inference.baseten.co"], providers: ["baseten"] },
  {
    endpoint: "cloudflare",
    hosts: ["api.cloudflare.com", "gateway.ai.cloudflare.com"],
    providers: ["cloudflare"],
  },
  { endpoint: "mistral", hosts: ["api.mistral.ai"], providers: ["mistral"] },
];

/**
 * Which endpoint a model is served by. The base URL decides; the provider id only where the URL is
 * unknown, for example behind a proxy. What only OpenAI itself accepts goes by the URL alone.
 */
export function detectEndpoint(model: Pick<Model, "baseUrl" | "provider">): Endpoint {
  const url = model.baseUrl.toLowerCase();
  const byUrl = rules.find((rule) => rule.hosts.some((host) => url.includes(host)));
  if (byUrl) return byUrl.endpoint;
  const provider = model.provider.toLowerCase();
  const byProvider = rules.find((rule) =>
    rule.providers.some((id) => provider === id || provider.startsWith(`${id}-`)),
  );
  return byProvider?.endpoint ?? "other";
}
