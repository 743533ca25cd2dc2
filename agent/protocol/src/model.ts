/** How much a model may think, from not at all to as much as it can. */
export const thinkingLevels = ["off", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

export type ThinkingLevel = (typeof thinkingLevels)[number];

/** Prices in US dollars per million tokens. */
export interface Rates {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

/** Rates that replace the base rates of a whole request above a prompt size. */
export interface RateTier extends Rates {
  /** Applies when input + cacheRead + cacheWrite exceeds this many tokens. */
  inputTokensAbove: number;
}

export interface ModelCost extends Rates {
  tiers?: RateTier[];
}

export interface ImageLimits {
  resize?: { maxWidth?: number; maxHeight?: number; maxBytes?: number; jpegQuality?: number };
  maxPerMessage?: number;
  maxPerRequest?: number;
}

/**
 * A chat model as the catalog, `models.json` and extensions define it. Plain JSON: it never holds
 * resolved credentials or header values.
 */
export interface Model {
  /** Absent means chat. */
  type?: "chat";
  id: string;
  name: string;
  /** API family, for example `anthropic-messages`. */
  api: string;
  provider: string;
  baseUrl: string;
  reasoning: boolean;
  /** Provider-native effort per level; `null` marks a level as unsupported. */
  thinkingLevelMap?: Partial<Record<ThinkingLevel, string | null>>;
  input: ("text" | "image")[];
  inputLimits?: { maxRequestBytes?: number; images?: ImageLimits };
  cost: ModelCost;
  /** Lifetime of the provider's prompt cache in seconds, per retention. */
  promptCache?: { short?: number; long?: number };
  /** Tokens; 0 means unknown. */
  contextWindow: number;
  /** Output tokens; 0 means unknown. */
  maxTokens: number;
  samplingParams?: Record<string, unknown>;
  samplingParamsByThinkingLevel?: Partial<Record<ThinkingLevel, Record<string, unknown>>>;
  /** Static catalog headers only. */
  headers?: Record<string, string>;
  /** Flags of the model's API family. */
  compat?: Record<string, unknown>;
  [more: string]: unknown;
}
