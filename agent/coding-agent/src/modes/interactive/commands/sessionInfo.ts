import type { CacheWarmingStatus, ModelUsage } from "@relay-harness/protocol";
import { dollars } from "../dollars.ts";
import type { LineCommandContext } from "./lineCommand.ts";

export function showSessionInfo({ runtime, transcript }: LineCommandContext): void {
  const { session } = runtime;
  const stats = session.getSessionStats();
  const { tokens, contextUsage, byModel = [], cacheWarming } = stats;
  const rows: [string, string][] = [["File", fileText(session.sessionManager)]];
  rows.push(["Id", stats.sessionId]);
  if (session.sessionName !== undefined) rows.push(["Name", session.sessionName.replace(/\s+/g, " ")]);
  rows.push(["Folder", session.sessionManager.getCwd()]);
  rows.push([
    "Messages",
    `${stats.totalMessages} messages: ${stats.userMessages} of yours, ${stats.assistantMessages} answers, ${stats.toolCalls} tool calls`,
  ]);
  rows.push([
    "Tokens",
    `${tokens.total} tokens: ${tokens.input} in, ${tokens.output} out, ${tokens.cacheRead} read from cache, ${tokens.cacheWrite} written to it`,
  ]);
  rows.push(["Cost", dollars(stats.cost)]);
  for (const usage of byModel) rows.push(["", modelText(usage)]);
  if (contextUsage) rows.push(["Context", contextText(contextUsage)]);
  if (cacheWarming) rows.push(["Cache", warmingText(cacheWarming)]);
  for (const [name, text] of rows) transcript.line(`${name.padEnd(8)}  ${text}`);
}

function fileText(manager: LineCommandContext["runtime"]["session"]["sessionManager"]): string {
  const file = manager.getSessionFile();
  if (file === undefined) return "none: this session is kept in memory";
  return manager.isSaved() ? file : `${file} (written with the first message)`;
}

function modelText({ provider, model, requests, tokens, cost }: ModelUsage): string {
  return `${provider}/${model}: ${dollars(cost)}, ${requests} requests, ${tokens.total} tokens`;
}

function warmingText({ state, reason, nextWarmAt, decision, extensionOverride }: CacheWarmingStatus): string {
  const what = {
    inactive: `not kept warm${reason === undefined ? "" : `: ${reason}`}`,
    scheduled: `refreshed next at ${new Date(nextWarmAt ?? 0).toLocaleTimeString()}`,
    refreshing: "being refreshed",
  }[state];
  const why =
    decision &&
    `${extensionOverride ?? decision.action}, for ${dollars(decision.warmCost)} against ${dollars(decision.missCost)} at ${decision.continuationProbability * 100}%`;
  return why === undefined ? what : `${what} (${why})`;
}

function contextText({
  tokens,
  contextWindow,
  percent,
}: {
  tokens: number | null;
  contextWindow: number;
  percent: number | null;
}): string {
  const share = percent === null ? "?" : `${percent.toFixed(1)}%`;
  return `${tokens ?? "?"} of ${contextWindow} tokens (${share})`;
}
