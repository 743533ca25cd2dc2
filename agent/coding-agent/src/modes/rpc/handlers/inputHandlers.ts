import type { ImageContent, RpcCommandFields } from "@relay-harness/protocol";
import { responded, type HandlerContext, type Handlers, type Respond } from "./handler.ts";

/** Prompts, queues and what stops them. */
export const inputHandlers: Handlers<
  | "prompt"
  | "steer"
  | "follow_up"
  | "abort"
  | "abort_retry"
  | "clear_queue"
  | "set_steering_mode"
  | "set_follow_up_mode"
  | "set_auto_retry"
> = {
  prompt: sendPrompt,
  steer: async ({ message, images }, { session }) => ({
    disposition: await session.steer(message, images, { source: "rpc" }),
  }),
  follow_up: async ({ message, images }, { session }) => ({
    disposition: await session.followUp(message, images, { source: "rpc" }),
  }),
  abort: (_, { session }) => session.abort().then(() => undefined),
  abort_retry: (_, { session }) => void session.abortRetry(),
  clear_queue: (_, { session }) => session.clearQueue(),
  set_steering_mode: ({ mode }, { session }) => session.setSteeringMode(mode).then(() => undefined),
  set_follow_up_mode: ({ mode }, { session }) => session.setFollowUpMode(mode).then(() => undefined),
  set_auto_retry: ({ enabled }, { session }) => session.setAutoRetryEnabled(enabled).then(() => undefined),
};

/** Answers as soon as the prompt is accepted; what the run does then is told by events. */
function sendPrompt(
  fields: RpcCommandFields<"prompt">,
  { session, release, reportError }: HandlerContext,
  respond: Respond<"prompt">,
): Promise<typeof responded> {
  return new Promise((resolve, reject) => {
    let isAccepted = false;
    const run = session.prompt(fields.message, {
      images: fields.images as ImageContent[] | undefined,
      streamingBehavior: fields.streamingBehavior,
      source: "rpc",
      onClaimed: release,
      preflightResult: (disposition) => {
        isAccepted = true;
        respond({ disposition });
        resolve(responded);
      },
    });
    run.catch((error: unknown) => (isAccepted ? reportError(error) : reject(error)));
  });
}
