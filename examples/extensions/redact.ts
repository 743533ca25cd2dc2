// Keeps what looks like a key out of requests, results and answers.
import type { ExtensionAPI } from "@relay-harness/coding-agent";

const secret = /\bsk-[A-Za-z0-9]{8,}/g;

/** The same value without keys in any of its texts. */
function redacted<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replace(secret, "[key]")) as T;
}

export default function (relay: ExtensionAPI) {
  relay.on("tool_result", ({ content, structuredContent }) => ({
    content: redacted(content),
    ...(structuredContent !== undefined && { structuredContent: redacted(structuredContent) }),
  }));
  relay.on("context", ({ messages }) => ({ messages: redacted(messages) }));
  relay.on("context_with_system", ({ messages }) => ({ messages: redacted(messages) }));
  relay.on("message_end", ({ message }) =>
    message.role === "assistant" ? { message: redacted(message) } : undefined,
  );
  relay.on("before_provider_headers", ({ headers }) => {
    headers["x-redacted"] = "1";
  });
}
