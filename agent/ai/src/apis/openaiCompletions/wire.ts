/** Members of a Chat Completions request that Relay writes (models.md §26.3). */
export interface TextPart {
  type: "text";
  text: string;
  cache_control?: CacheControl;
}

export interface ImagePart {
  type: "image_url";
  image_url: { url: string };
}

export type ContentPart = TextPart | ImagePart;

export interface CacheControl {
  type: "ephemeral";
  ttl?: "1h";
}

export type WireToolCall =
  | { id: string; type: "function"; function: { name: string; arguments: string } }
  | { id: string; type: "custom"; custom: { name: string; input: string } };

export interface SystemWireMessage {
  role: "system" | "developer";
  content: string | ContentPart[];
  tools?: WireTool[];
}

export interface UserWireMessage {
  role: "user";
  content: string | ContentPart[];
}

export interface AssistantWireMessage {
  role: "assistant";
  content: string | ContentPart[] | null;
  reasoning_content?: string;
  reasoning?: string;
  reasoning_text?: string;
  /** Verbatim, in order. */
  reasoning_details?: unknown[];
  tool_calls?: WireToolCall[];
}

export interface ToolWireMessage {
  role: "tool";
  tool_call_id: string;
  name?: string;
  content: string | ContentPart[];
}

export type WireMessage = SystemWireMessage | UserWireMessage | AssistantWireMessage | ToolWireMessage;

export type WireTool = { cache_control?: CacheControl } & (
  | {
      type: "function";
      function: { name: string; description: string; parameters: Record<string, unknown>; strict?: true };
    }
  | {
      type: "custom";
      custom: {
        name: string;
        description: string;
        format: { type: "grammar"; grammar: { syntax: "lark" | "regex"; definition: string } };
      };
    }
);
