import type { Model } from "@relay-harness/protocol";
import type { PreparedMessage } from "../../convert/handOff.ts";
import type { HeaderPatch, StreamOptions } from "../../types.ts";
import { detectEndpoint } from "./endpoint.ts";

const homepage = "https://www.npmjs.com/package/@relay-harness/coding-agent";

/** Authentication and what single providers want to know about a request. */
export function providerHeaders(
  model: Model,
  messages: readonly PreparedMessage[],
  options: StreamOptions,
): HeaderPatch {
  return {
    ...(options.apiKey ? { authorization: `Bearer ${options.apiKey}` } : {}),
    ...(options.attribution ? attributionHeaders(model) : {}),
    ...(model.provider === "github-copilot" ? copilotHeaders(messages) : {}),
  };
}

/** Tells the provider that Relay sends the request (models.md §2.5). */
function attributionHeaders(model: Model): HeaderPatch {
  switch (detectEndpoint(model)) {
    case "openrouter":
      return {
        "http-referer": homepage,
        "x-openrouter-title": "relay",
        "x-openrouter-categories": "cli-agent",
      };
    case "nvidia":
      return { "x-billing-invoke-origin": "Relay" };
    case "opencode":
      return { "x-opencode-client": "relay" };
    default:
      return {};
  }
}

/** What Copilot counts requests by (models.md §3.4). */
function copilotHeaders(messages: readonly PreparedMessage[]): HeaderPatch {
  const hasImage = messages.some(
    (message) =>
      (message.role === "user" || message.role === "toolResult") &&
      message.content.some((block) => block.type === "image"),
  );
  return {
    "x-initiator": messages.at(-1)?.role === "user" ? "user" : "agent",
    "openai-intent": "conversation-edits",
    ...(hasImage ? { "copilot-vision-request": "true" } : {}),
  };
}
