// Pieces of a Responses stream, as the server sends them.
import type { JsonObject } from "@relay-harness/protocol";

export const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "e" };
export const callItem = {
  type: "function_call",
  id: "fc_1",
  call_id: "call_1",
  name: "read",
  arguments: '{"p":1}',
  status: "completed",
};
export const created = {
  type: "response.created",
  response: { id: "resp_1", status: "in_progress", output: [] },
};
export const completed = {
  type: "response.completed",
  response: { id: "resp_1", status: "completed", output: [] },
};
export const textAdded = {
  type: "response.output_item.added",
  output_index: 0,
  item: { type: "message", id: "msg_1", content: [] },
};
export const textDelta = (delta: string): JsonObject => ({
  type: "response.output_text.delta",
  item_id: "msg_1",
  output_index: 0,
  content_index: 0,
  delta,
});
