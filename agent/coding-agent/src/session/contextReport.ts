import type { AgentMessage, ContextBreakdown, ContextReport, ContextUsage } from "@relay-harness/protocol";
import { estimateTokens } from "./compaction/estimate.ts";

export interface ContextParts {
  usage: ContextUsage | undefined;
  systemPrompt: string;
  /** As requests declare them. */
  tools: readonly { name: string; description: string; parameters: object }[];
  /** As the session has them. */
  messages: readonly AgentMessage[];
  /** The same ones, one by one, as a request holds them. */
  sent: readonly AgentMessage[];
  /** What replaced results showed, as a request restates it. */
  digest: string;
  /** What is restated beside messages of the user, the digest among it. */
  blocks: readonly string[];
}

/** What the next request is made of, in estimated tokens (rpc-additions.md §4). */
export function contextReport({
  usage,
  systemPrompt,
  tools,
  messages,
  sent,
  digest,
  blocks,
}: ContextParts): ContextReport {
  const declared = tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
  const breakdown: ContextBreakdown = {
    system: tokensOf(systemPrompt),
    tools: declared.length === 0 ? 0 : tokensOf(JSON.stringify(declared)),
    verbatim: 0,
    stubbed: 0,
    digest: tokensOf(digest),
    summary: 0,
    other: Math.max(0, tokensOf(blocks.join("")) - tokensOf(digest)),
  };
  for (const [index, message] of sent.entries()) {
    const part = message === messages[index] ? partOf(message) : "stubbed";
    if (part) breakdown[part] += estimateTokens(message);
  }
  return { tokens: usage?.tokens ?? null, contextWindow: usage?.contextWindow ?? 0, breakdown };
}

/** `undefined`: counted with prompt and tools. */
function partOf({ role }: AgentMessage): "verbatim" | "summary" | "other" | undefined {
  switch (role) {
    case "system":
      return undefined;
    case "user":
    case "assistant":
    case "toolResult":
      return "verbatim";
    case "branchSummary":
    case "compactionSummary":
      return "summary";
    default:
      return "other";
  }
}

function tokensOf(text: string): number {
  return estimateTokens({ role: "user", content: text, timestamp: 0 });
}
