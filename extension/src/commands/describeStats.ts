import type { RpcSessionState, SessionStats } from "@relay-harness/protocol";
import { localize } from "../base/localize.ts";

/** Messages, tokens and cost of a session as text. */
export function describeStats(stats: SessionStats, state: RpcSessionState): string {
  const { tokens, contextUsage } = stats;
  const context =
    contextUsage?.tokens == null
      ? localize("not known")
      : localize("{0} of {1} tokens", count(contextUsage.tokens), count(contextUsage.contextWindow));
  const lines = [
    [localize("Session"), stats.sessionId],
    [localize("Name"), state.sessionName ?? localize("none")],
    [localize("File"), stats.sessionFile ?? localize("not stored")],
    [localize("Folder"), state.cwd ?? localize("not known")],
    [
      localize("Messages"),
      localize("{0} of the user, {1} of the model", stats.userMessages, stats.assistantMessages),
    ],
    [localize("Tool calls"), count(stats.toolCalls)],
    [localize("Tokens in"), count(tokens.input)],
    [localize("Tokens out"), count(tokens.output)],
    [localize("Cache"), localize("{0} read, {1} written", count(tokens.cacheRead), count(tokens.cacheWrite))],
    [localize("Context"), context],
    [localize("Cost"), dollars(stats.cost)],
    ...(stats.byModel ?? []).map(({ provider, model, requests, cost }) => [
      `${provider}/${model}`,
      requests === 1
        ? localize("1 request, {0}", dollars(cost))
        : localize("{0} requests, {1}", requests, dollars(cost)),
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
