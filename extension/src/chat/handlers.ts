import type { ParsedChatMessage } from "@relay-harness/protocol/webview";
import type { ChatContext, ChatHandlers, NoticeHandlers } from "./chatContext.ts";
import { composerHandlers } from "./handlers/composer.ts";
import { dialogHandlers } from "./handlers/dialogs.ts";
import { editorHandlers } from "./handlers/editor.ts";
import { entryHandlers } from "./handlers/entries.ts";
import { harnessHandlers } from "./handlers/harness.ts";
import { intakeHandlers } from "./handlers/intake.ts";
import { modelHandlers } from "./handlers/models.ts";
import { promptHandlers } from "./handlers/prompts.ts";
import { reviewHandlers } from "./handlers/review.ts";

export type { ChatContext } from "./chatContext.ts";

/** Every request of a view: one that is missing here does not compile. */
const requests: ChatHandlers = {
  ...entryHandlers,
  ...promptHandlers,
  ...composerHandlers,
  ...modelHandlers,
  ...dialogHandlers,
  ...editorHandlers,
  ...reviewHandlers,
  ...intakeHandlers,
  ...harnessHandlers,
};

const notices: NoticeHandlers = {
  focus: ({ hasFocus }, context) => context.setFocus(hasFocus),
  mirror: ({ sessionId, state }, context) => context.setMirror(sessionId, state),
  problem: ({ message, detail }, { session }) =>
    session.log.error(`The chat could not show something: ${message} ${JSON.stringify(detail)}`),
};

type Request = Extract<ParsedChatMessage, { kind: "request" }>;
type Notice = Extract<ParsedChatMessage, { kind: "notice" }>;

export async function handleChatRequest(
  message: Exclude<Request, { name: "ready" }>,
  context: ChatContext,
): Promise<unknown> {
  // The table pairs every name with a handler of its own params.
  const handler = requests[message.name] as (params: unknown, context: ChatContext) => unknown;
  return handler(message.params, context);
}

export function handleChatNotice(message: Exclude<Notice, { name: "ack" }>, context: ChatContext): void {
  const handler = notices[message.name] as (params: unknown, context: ChatContext) => void;
  handler(message.params, context);
}
