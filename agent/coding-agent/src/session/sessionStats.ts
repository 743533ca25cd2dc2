import type {
  ContextUsage,
  ModelUsage,
  SessionEntry,
  SessionStats,
  TokenTotals,
  Usage,
} from "@relay-harness/protocol";

/** Sums over every entry of a session, abandoned branches included (sessions-and-tools.md §6). */
export function sessionStats(
  entries: readonly SessionEntry[],
  identity: { sessionFile?: string; sessionId: string },
  contextUsage: ContextUsage | undefined,
): SessionStats {
  const stats: SessionStats = {
    ...identity,
    userMessages: 0,
    assistantMessages: 0,
    toolCalls: 0,
    toolResults: 0,
    totalMessages: 0,
    tokens: noTokens(),
    cost: 0,
    byModel: usageByModel(entries),
    ...(contextUsage && { contextUsage }),
  };
  for (const entry of entries) count(stats, entry);
  stats.tokens.total = totalOf(stats.tokens);
  return stats;
}

/** Answers and other requests by the model that they name; summaries and tools name none. */
function usageByModel(entries: readonly SessionEntry[]): ModelUsage[] {
  const models = new Map<string, ModelUsage>();
  for (const entry of entries) {
    const request = requestOf(entry);
    if (request === undefined) continue;
    const { provider, model, usage } = request;
    const key = JSON.stringify([provider, model]);
    const sums = models.get(key) ?? { provider, model, requests: 0, tokens: noTokens(), cost: 0 };
    models.set(key, sums);
    sums.requests++;
    if (usage) addUsage(sums, usage);
    sums.tokens.total = totalOf(sums.tokens);
  }
  return [...models.values()].sort((a, b) => b.cost - a.cost);
}

function requestOf(entry: SessionEntry): { provider: string; model: string; usage?: Usage } | undefined {
  if (entry.type === "usage") return entry;
  if (entry.type !== "message" || entry.message.role !== "assistant") return undefined;
  const { provider, model, usage } = entry.message;
  // A hand-made message may lack them.
  return provider && model ? { provider, model, usage } : undefined;
}

function noTokens(): TokenTotals {
  return { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
}

function totalOf({ input, output, cacheRead, cacheWrite }: TokenTotals): number {
  return input + output + cacheRead + cacheWrite;
}

function count(stats: SessionStats, entry: SessionEntry): void {
  if (entry.type === "usage" || entry.type === "compaction" || entry.type === "branch_summary") {
    addUsage(stats, entry.usage);
    return;
  }
  if (entry.type !== "message") return;
  const { message } = entry;
  stats.totalMessages++;
  if (message.role === "user") stats.userMessages++;
  if (message.role === "toolResult") {
    stats.toolResults++;
    addUsage(stats, message.usage);
  }
  if (message.role === "assistant") {
    stats.assistantMessages++;
    for (const block of message.content ?? []) if (block.type === "toolCall") stats.toolCalls++;
    addUsage(stats, message.usage);
  }
}

function addUsage(stats: { tokens: TokenTotals; cost: number }, usage: Usage | undefined): void {
  if (!usage) return;
  stats.tokens.input += usage.input;
  stats.tokens.output += usage.output;
  stats.tokens.cacheRead += usage.cacheRead;
  stats.tokens.cacheWrite += usage.cacheWrite;
  stats.cost += usage.cost?.total ?? 0;
}
