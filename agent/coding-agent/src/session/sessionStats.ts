import type { ContextUsage, SessionEntry, SessionStats, Usage } from "@relay-harness/protocol";

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
    tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    cost: 0,
    ...(contextUsage && { contextUsage }),
  };
  for (const entry of entries) count(stats, entry);
  const { tokens } = stats;
  tokens.total = tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite;
  return stats;
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

function addUsage(stats: SessionStats, usage: Usage | undefined): void {
  if (!usage) return;
  stats.tokens.input += usage.input;
  stats.tokens.output += usage.output;
  stats.tokens.cacheRead += usage.cacheRead;
  stats.tokens.cacheWrite += usage.cacheWrite;
  stats.cost += usage.cost?.total ?? 0;
}
