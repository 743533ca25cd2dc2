import type { JsonSchema } from "../json.ts";
import { findSchemaProblem } from "../schemaProblem.ts";
import { chatNoticeSchemas, chatRequestSchemas } from "../webviewSchemas.generated.ts";
import type { ChatNoticeMap, ChatNoticeName, ChatRequestName, ChatRequestParams } from "./requests.ts";

/** `error` says which field is wrong. */
export type ParsedChatMessage =
  | {
      [N in ChatRequestName]: { ok: true; kind: "request"; name: N; params: ChatRequestParams<N> };
    }[ChatRequestName]
  | { [N in ChatNoticeName]: { ok: true; kind: "notice"; name: N; params: ChatNoticeMap[N] } }[ChatNoticeName]
  | { ok: false; error: string };

/** Checks what a view has sent, before the host does anything with it. */
export function parseChatMessage(name: string, params: unknown): ParsedChatMessage {
  const isRequest = Object.hasOwn(chatRequestSchemas, name);
  if (!isRequest && !Object.hasOwn(chatNoticeSchemas, name)) {
    return { ok: false, error: `Unknown message: ${name}` };
  }
  const schemas: Record<string, JsonSchema> = isRequest ? chatRequestSchemas : chatNoticeSchemas;
  const problem = findSchemaProblem(schemas[name] ?? {}, params ?? {});
  if (problem) return { ok: false, error: `Invalid ${name} message: ${problem.path} ${problem.complaint}` };
  // Holds because the schemas are generated from sources whose static types equal the map's.
  return {
    ok: true,
    kind: isRequest ? "request" : "notice",
    name,
    params: params ?? {},
  } as ParsedChatMessage;
}
