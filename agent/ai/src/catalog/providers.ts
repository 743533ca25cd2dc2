/** A variable that can hold a provider's key. */
export interface KeyVariable {
  name: string;
  /** The value travels as `Authorization: Bearer`. */
  bearer?: true;
}

/** What is known about a built-in provider without loading its models (models.md §2.2). */
export interface ProviderInfo {
  id: string;
  name: string;
  /** Environment variables in order of precedence. */
  keyVariables: readonly KeyVariable[];
  /** Variables that must be set beside the key; stored credentials may supply them in `env`. */
  requiredVariables?: readonly string[];
  /** Base URL per API, for providers without bundled models. */
  endpoints?: Readonly<Record<string, string>>;
  /** Model that is selected when nothing else says which (models.md §8.3). */
  defaultModel?: string;
  /** Default when `defaultModel` is missing from the current list. */
  secondDefaultModel?: string;
  /** Accepts stored credentials of type `oauth`. */
  oauth?: true;
  /** Has no API-key method. */
  oauthOnly?: true;
  /** The key travels as `Authorization: Bearer`, whatever the API's own header is. */
  bearer?: true;
  /** Provider whose bundled models this one offers under its own base URL. */
  modelsOf?: string;
}

const key = (...names: string[]): KeyVariable[] => names.map((name) => ({ name }));

const builtInProviders: readonly ProviderInfo[] = [
  {
    id: "anthropic",
    name: "Anthropic",
    keyVariables: [
      { name: "ANTHROPIC_AUTH_TOKEN", bearer: true },
      { name: "ANTHROPIC_OAUTH_TOKEN", bearer: true },
      { name: "ANTHROPIC_API_KEY" },
    ],
    defaultModel: "claude-opus-5-5",
    oauth: true,
  },
  {
    id: "openai",
    name: "OpenAI",
    keyVariables: key("OPENAI_API_KEY"),
    defaultModel: "gpt-6.2-sol",
    oauth: true,
  },
  {
    id: "openai-codex",
    name: "OpenAI Codex",
    keyVariables: [],
    defaultModel: "gpt-6.2-sol",
    oauth: true,
    oauthOnly: true,
  },
  {
    id: "azure-openai-responses",
    name: "Azure OpenAI",
    keyVariables: key("AZURE_OPENAI_API_KEY"),
  },
  {
    id: "google",
    name: "Google Gemini",
    keyVariables: key("GEMINI_API_KEY"),
    defaultModel: "gemini-4-argon",
  },
  {
    id: "google-vertex",
    name: "Google Vertex AI",
    keyVariables: key("GOOGLE_CLOUD_API_KEY"),
    defaultModel: "gemini-4-argon",
    secondDefaultModel: "gemini-3.8-flash",
  },
  {
    id: "amazon-bedrock",
    name: "Amazon Bedrock",
    keyVariables: [{ name: "AWS_BEARER_TOKEN_BEDROCK", bearer: true }],
    defaultModel: "anthropic.claude-sonnet-5-5",
  },
  {
    id: "mistral",
    name: "Mistral",
    keyVariables: key("MISTRAL_API_KEY"),
    defaultModel: "devstral-medium-latest",
  },
  {
    id: "github-copilot",
    name: "GitHub Copilot",
    keyVariables: [{ name: "COPILOT_GITHUB_TOKEN", bearer: true }],
    defaultModel: "claude-sonnet-5.5",
    oauth: true,
    bearer: true,
  },
  {
    id: "openrouter",
    name: "OpenRouter",
    keyVariables: key("OPENROUTER_API_KEY"),
    defaultModel: "anthropic/claude-sonnet-5.5",
    oauth: true,
    bearer: true,
  },
  {
    id: "groq",
    name: "Groq",
    keyVariables: key("GROQ_API_KEY"),
    defaultModel: "openai/gpt-oss-120b",
  },
  { id: "xai", name: "xAI", keyVariables: key("XAI_API_KEY"), defaultModel: "grok-4.7", oauth: true },
  {
    id: "deepseek",
    name: "DeepSeek",
    keyVariables: key("DEEPSEEK_API_KEY"),
    defaultModel: "deepseek-v4-pro",
  },
  { id: "cerebras", name: "Cerebras", keyVariables: key("CEREBRAS_API_KEY") },
  { id: "together", name: "Together AI", keyVariables: key("TOGETHER_API_KEY") },
  { id: "fireworks", name: "Fireworks AI", keyVariables: key("FIREWORKS_API_KEY") },
  {
    id: "baseten",
    name: "Baseten",
    keyVariables: key("BASETEN_API_KEY"),
    endpoints: { "openai-completions": "https://inference.baseten.co/v1" },
  },
  { id: "huggingface", name: "Hugging Face", keyVariables: key("HF_TOKEN") },
  { id: "nvidia", name: "NVIDIA", keyVariables: key("NVIDIA_API_KEY") },
  { id: "vercel-ai-gateway", name: "Vercel AI Gateway", keyVariables: key("AI_GATEWAY_API_KEY") },
  { id: "zai", name: "Z.ai", keyVariables: key("ZAI_API_KEY") },
  {
    id: "zai-coding-cn",
    name: "Z.ai Coding (China)",
    keyVariables: key("ZAI_CODING_CN_API_KEY"),
    endpoints: { "openai-completions": "https://open.bigmodel.cn/api/coding/paas/v4" },
    modelsOf: "zai",
  },
  { id: "minimax", name: "MiniMax", keyVariables: key("MINIMAX_API_KEY") },
  {
    id: "minimax-cn",
    name: "MiniMax (China)",
    keyVariables: key("MINIMAX_CN_API_KEY"),
    endpoints: { "anthropic-messages": "https://api.minimaxi.com/anthropic" },
    modelsOf: "minimax",
  },
  { id: "moonshotai", name: "Moonshot AI", keyVariables: key("MOONSHOT_API_KEY") },
  {
    id: "moonshotai-cn",
    name: "Moonshot AI (China)",
    keyVariables: key("MOONSHOT_API_KEY"),
    endpoints: { "openai-completions": "https://api.moonshot.cn/v1" },
    modelsOf: "moonshotai",
  },
  {
    id: "kimi-coding",
    name: "Kimi Coding",
    keyVariables: key("KIMI_API_KEY"),
    endpoints: { "anthropic-messages": "https://api.kimi.com/coding" },
    oauth: true,
  },
  {
    id: "opencode",
    name: "OpenCode Zen",
    keyVariables: key("OPENCODE_API_KEY"),
    endpoints: openCodeEndpoints("https://opencode.ai/zen"),
  },
  {
    id: "opencode-go",
    name: "OpenCode Go",
    keyVariables: key("OPENCODE_API_KEY"),
    endpoints: openCodeEndpoints("https://opencode.ai/zen/go"),
  },
  {
    id: "cloudflare-workers-ai",
    name: "Cloudflare Workers AI",
    keyVariables: key("CLOUDFLARE_API_KEY"),
    requiredVariables: ["CLOUDFLARE_ACCOUNT_ID"],
    endpoints: {
      "openai-completions": "https://api.cloudflare.com/client/v4/accounts/{CLOUDFLARE_ACCOUNT_ID}/ai/v1",
    },
  },
  {
    id: "cloudflare-ai-gateway",
    name: "Cloudflare AI Gateway",
    keyVariables: key("CLOUDFLARE_API_KEY"),
    requiredVariables: ["CLOUDFLARE_ACCOUNT_ID", "CLOUDFLARE_GATEWAY_ID"],
    endpoints: {
      "openai-completions": cloudflareGateway("compat"),
      "openai-responses": cloudflareGateway("openai"),
      "anthropic-messages": cloudflareGateway("anthropic"),
    },
  },
  { id: "ant-ling", name: "Ant Ling", keyVariables: key("ANT_LING_API_KEY") },
  { id: "meta", name: "Meta", keyVariables: key("META_API_KEY"), oauth: true },
  { id: "qwen-token-plan", name: "Qwen Token Plan", keyVariables: key("QWEN_TOKEN_PLAN_API_KEY") },
  {
    id: "qwen-token-plan-individual",
    name: "Qwen Token Plan (Individual)",
    keyVariables: key("QWEN_TOKEN_PLAN_API_KEY"),
  },
  {
    id: "qwen-token-plan-cn",
    name: "Qwen Token Plan (China)",
    keyVariables: key("QWEN_TOKEN_PLAN_CN_API_KEY"),
  },
  {
    id: "qwen-token-plan-individual-cn",
    name: "Qwen Token Plan (Individual, China)",
    keyVariables: key("QWEN_TOKEN_PLAN_CN_API_KEY"),
  },
  { id: "xiaomi", name: "Xiaomi", keyVariables: key("XIAOMI_API_KEY") },
  {
    id: "xiaomi-token-plan-cn",
    name: "Xiaomi Token Plan (China)",
    keyVariables: key("XIAOMI_TOKEN_PLAN_CN_API_KEY"),
  },
  {
    id: "xiaomi-token-plan-ams",
    name: "Xiaomi Token Plan (Amsterdam)",
    keyVariables: key("XIAOMI_TOKEN_PLAN_AMS_API_KEY"),
  },
  {
    id: "xiaomi-token-plan-sgp",
    name: "Xiaomi Token Plan (Singapore)",
    keyVariables: key("XIAOMI_TOKEN_PLAN_SGP_API_KEY"),
  },
  { id: "typesafe", name: "Typesafe", keyVariables: key("TYPESAFE_API_KEY") },
  {
    id: "llama.cpp",
    name: "llama.cpp",
    keyVariables: key("LLAMA_API_KEY"),
    requiredVariables: ["LLAMA_BASE_URL"],
  },
  { id: "offline", name: "Offline", keyVariables: [] },
];

const byId: ReadonlyMap<string, ProviderInfo> = new Map(builtInProviders.map((info) => [info.id, info]));

function openCodeEndpoints(base: string): Record<string, string> {
  return {
    "openai-completions": `${base}/v1`,
    "openai-responses": `${base}/v1`,
    "anthropic-messages": base,
  };
}

function cloudflareGateway(route: string): string {
  return `https://gateway.ai.cloudflare.com/v1/{CLOUDFLARE_ACCOUNT_ID}/{CLOUDFLARE_GATEWAY_ID}/${route}`;
}

/** All built-in providers in catalog order, which decides ties of the initial model. */
export function listBuiltInProviders(): readonly ProviderInfo[] {
  return builtInProviders;
}

/** The built-in provider of a canonical id. */
export function builtInProvider(id: string): ProviderInfo | undefined {
  return byId.get(id);
}

/** Turns the alias `azure` into the provider's id; other ids are returned unchanged. */
export function canonicalProviderId(id: string): string {
  return id === "azure" ? "azure-openai-responses" : id;
}
