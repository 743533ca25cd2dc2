import type { AssistantMessage } from "@relay-harness/protocol";
import { statusTokens } from "./statusTokens.ts";

const overflowTexts: readonly RegExp[] = [
  // Anthropic
  /prompt is too long/i,
  /request_too_large/i,
  // Bedrock
  /input is too long for requested model/i,
  // OpenAI and compatible
  /exceeds the context window/i,
  /exceeds (?:the )?model'?s maximum context length(?: of [\d,]+ tokens| ?\([\d,]+\))/i,
  /context_length_exceeded/i,
  // Gemini
  /input token count.*exceeds the maximum/i,
  // xAI
  /maximum prompt length is \d+/i,
  // Groq
  /reduce the length of the messages/i,
  // OpenRouter and others
  /maximum context length is [\d,]+ tokens/i,
  /input length [\d,]+ exceeds the maximum allowed input length/i,
  // Together
  /input \([\d,]+ tokens\) is longer than the model'?s context length/i,
  // Mistral
  /too large for model with [\d,]+ maximum context length/i,
  // llama.cpp, LM Studio and other local servers
  /exceeds the available context size/i,
  /greater than the context length/i,
  /prompt has [\d,]+ tokens, but the configured context size is/i,
  /prompt too long; exceeded (?:max )?context length/i,
  // Kimi, Qwen, z.ai
  /exceeded model token limit/i,
  /range of input length should be/i,
  /prompt too long/i,
  /prompt exceeds max length/i,
  /model_context_window_exceeded/i,
  // LiteLLM
  /ContextWindowExceededError/i,
];

const throttlingText = /throttl|rate.?limit|too many requests|too many tokens, please wait/i;

/** Share of the context window that an empty answer cut off by length must have filled. */
const fullWindowShare = 0.99;

/**
 * True when the conversation no longer fits the model (models.md §18.2): an error that says so, a
 * success whose prompt was larger than `contextWindow`, or a length stop without output in a full
 * window. `contextWindow` in tokens; absent or 0 leaves only the error texts.
 */
export function isOverflow(message: AssistantMessage, contextWindow?: number): boolean {
  if (message.stopReason === "error") return isOverflowText(message.provider, message.errorMessage ?? "");
  if (!contextWindow) return false;
  const { input, cacheRead, cacheWrite, output } = message.usage;
  const prompt = input + cacheRead + cacheWrite;
  if (message.stopReason === "length") return output === 0 && prompt >= fullWindowShare * contextWindow;
  return (message.stopReason === "stop" || message.stopReason === "toolUse") && prompt > contextWindow;
}

function isOverflowText(provider: string, text: string): boolean {
  if (throttlingText.test(text)) return false;
  return overflowTexts.some((pattern) => pattern.test(text)) || isProviderOverflow(provider, text);
}

/** Texts that mean overflow from one provider and something else from the others. */
function isProviderOverflow(provider: string, text: string): boolean {
  const statuses = statusTokens(text);
  switch (provider) {
    case "github-copilot":
      return statuses.includes(413) && /failed to parse request/i.test(text);
    case "cerebras":
      return /\(no body\)/i.test(text) && (statuses.includes(400) || statuses.includes(413));
    default:
      return false;
  }
}

/**
 * True when an answer was cut off below `limit`, the output tokens that were intended before the
 * context clamped them: after a compaction it may fit (models.md §18.2).
 */
export function isRecoverableLength(message: AssistantMessage, limit: number): boolean {
  return (
    message.stopReason === "length" &&
    message.usage.output < limit &&
    !message.content.some((block) => block.type === "toolCall")
  );
}
