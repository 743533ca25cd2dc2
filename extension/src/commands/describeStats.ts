import type { RpcSessionState, SessionStats } from "@relay-harness/protocol";

/** Messages, tokens and cost of a session as text. */
export function describeStats(stats: SessionStats, state: RpcSessionState): string {
  const { tokens, contextUsage } = stats;
  const context =
    contextUsage?.tokens == null
      ? "not known"
      : `${count(contextUsage.tokens)} of ${count(contextUsage.contextWindow)} tokens`;
  const lines = [
    ["Session", stats.sessionId],
    ["Name", state.sessionName ?? "none"],
    ["File", stats.sessionFile ?? "not stored"],
    ["Folder", state.cwd ?? "not known"],
    ["Messages", `${stats.userMessages} of the user, ${stats.assistantMessages} of the model`],
    ["Tool calls", count(stats.toolCalls)],
    ["Tokens in", count(tokens.input)],
    ["Tokens out", count(tokens.output)],
    ["Cache", `${count(tokens.cacheRead)} read, ${count(tokens.cacheWrite)} written`],
    ["Context", context],
    ["Cost", dollars(stats.cost)],
    ...(stats.byModel ?? []).map(({ provider, model, requests, cost }) => [
      `${provider}/${model}`,
      `${requests} ${requests === 1 ? "request" : "requests"}, ${dollars(cost)}`,
    ]),
  ];
  return lines.map(([name, value]) => `${name}: ${value}`).join("\n") + "\n";
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

function dollars(value: number): string {
  return `$${value.toFixed(value < 1 ? 4 : 2)}`;
}
