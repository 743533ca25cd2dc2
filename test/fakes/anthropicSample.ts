import { sseText } from "./streamEvents.ts";

/** The stream of models.md §26.2, event by event. */
export const anthropicSampleEvents: readonly Record<string, unknown>[] = [
  {
    type: "message_start",
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude-x",
      content: [],
      container: null,
      diagnostics: null,
      stop_reason: null,
      stop_sequence: null,
      stop_details: null,
      usage: {
        input_tokens: 25,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
        output_tokens: 1,
        output_tokens_details: null,
        server_tool_use: null,
        service_tier: "standard",
        speed: "standard",
        inference_geo: null,
      },
    },
  },
  { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Let me" } },
  { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "EqQB…" } },
  { type: "content_block_stop", index: 0 },
  { type: "content_block_start", index: 1, content_block: { type: "text", text: "", citations: null } },
  { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Hello" } },
  { type: "content_block_stop", index: 1 },
  {
    type: "content_block_start",
    index: 2,
    content_block: { type: "tool_use", id: "toolu_1", name: "read", input: {}, caller: { type: "direct" } },
  },
  { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: "" } },
  { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: '{"path": "a' } },
  { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: '.txt"}' } },
  { type: "content_block_stop", index: 2 },
  {
    type: "message_delta",
    delta: { stop_reason: "tool_use", stop_sequence: null, stop_details: null, container: null },
    usage: {
      input_tokens: null,
      cache_creation_input_tokens: null,
      cache_read_input_tokens: null,
      output_tokens: 89,
      output_tokens_details: { thinking_tokens: 20 },
      server_tool_use: null,
    },
  },
  { type: "message_stop" },
];

/** Named events, as the service sends them. */
export function anthropicSse(events: readonly Record<string, unknown>[] = anthropicSampleEvents): string {
  return sseText(events.map((data) => ({ event: String(data.type), data })));
}
