import type { JsonObject, JsonSchema } from "@relay-harness/protocol";

/** Request shapes of the Anthropic Messages API (models.md §26.2), as far as Relay sends them. */
export interface CacheControl {
  type: "ephemeral";
  ttl?: "1h";
}

export interface WireText {
  type: "text";
  text: string;
  cache_control?: CacheControl;
}

export interface WireImage {
  type: "image";
  source: { type: "base64"; media_type: string; data: string };
  cache_control?: CacheControl;
}

export interface WireToolResult {
  type: "tool_result";
  tool_use_id: string;
  content: (WireText | WireImage)[];
  is_error?: true;
  cache_control?: CacheControl;
}

export type WireUserBlock = WireText | WireImage | WireToolResult;

export type WireAssistantBlock =
  | WireText
  | { type: "thinking"; thinking: string; signature: string }
  | { type: "redacted_thinking"; data: string }
  | { type: "tool_use"; id: string; name: string; input: JsonObject };

export interface WireTool {
  name: string;
  description: string;
  input_schema: JsonSchema;
  eager_input_streaming?: true;
  strict?: true;
  cache_control?: CacheControl;
}

type ToolReference = { type: "tool_reference"; name: string };

export type WireSystemBlock =
  | WireText
  | { type: "tool_addition"; tool: { type: "tool_definition"; definition: WireTool } | ToolReference }
  | { type: "tool_removal"; tool: ToolReference };

export interface WireSystemMessage {
  role: "system";
  content?: WireSystemBlock[];
  output_config?: { effort: string };
}

export type WireMessage =
  | { role: "user"; content: WireUserBlock[] }
  | { role: "assistant"; content: WireAssistantBlock[] }
  | WireSystemMessage;

export interface WireThinking {
  type: string;
  budget_tokens?: number;
  display?: "summarized";
  block_binding?: { prefix_mismatch_behavior: "drop_block" };
}

export interface WireRequest {
  model: string;
  max_tokens: number;
  stream: true;
  system?: WireText[];
  messages: WireMessage[];
  tools?: WireTool[];
  tool_choice?: { type: "auto" | "none" };
  thinking?: WireThinking;
  output_config?: { effort: string };
  metadata?: { user_id: string };
  fallbacks?: { model: string }[];
  [sampling: string]: unknown;
}
