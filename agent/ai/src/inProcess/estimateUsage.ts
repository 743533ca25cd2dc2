import type { AssistantContent, Usage } from "@relay-harness/protocol";
import { emptyUsage } from "@relay-harness/protocol";
import type { Context } from "../types.ts";

export const charactersPerToken = 4;

/** The request as one text, the basis of token estimates. */
export function promptText({ systemPrompt, tools, messages }: Context): string {
  return JSON.stringify([systemPrompt, tools, messages]);
}

/** Tokens of an exchange that nobody counted: characters / 4. */
export function estimateUsage(context: Context, content: readonly AssistantContent[]): Usage {
  const usage = emptyUsage();
  usage.input = Math.ceil(promptText(context).length / charactersPerToken);
  usage.output = Math.ceil(JSON.stringify(content).length / charactersPerToken);
  usage.totalTokens = usage.input + usage.output;
  return usage;
}
