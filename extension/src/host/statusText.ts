import { localize } from "../base/localize.ts";
import type { EvidenceStatusName } from "./verdict.ts";
import { verdictOf } from "./verdict.ts";
import type { ChatState } from "@relay-harness/protocol/webview";

const verdicts: Readonly<Record<EvidenceStatusName, { icon: string; word: string }>> = {
  verified: { icon: "$(pass)", word: localize("Verified") },
  unverified: { icon: "$(question)", word: localize("Unverified") },
  contradicted: { icon: "$(error)", word: localize("Contradicted") },
  "no-effect": { icon: "$(circle-slash)", word: localize("No effect") },
  acknowledged: { icon: "$(info)", word: localize("Acknowledged") },
};

/** Text of the status bar: what goes on, the verdict, how full the context is (vscode.md 1). */
export function statusOf(state: ChatState, waiting: number): { text: string; tooltip: string } {
  const activity = activityOf(state, waiting);
  const status = verdictOf(state);
  const verdict = status && verdicts[status];
  const { percent } = state.context;
  const parts = [
    activity.icon,
    activity.word,
    ...(verdict ? [verdict.icon, verdict.word] : []),
    ...(percent === null ? [] : [`${Math.round(percent)}%`]),
  ];
  const spoken = [
    `Relay: ${activity.word}`,
    verdict && localize("last request: {0}", verdict.word),
    percent !== null && localize("context {0}% used", Math.round(percent)),
  ];
  return { text: parts.join(" "), tooltip: spoken.filter(Boolean).join(", ") };
}

function activityOf({ agent, run }: ChatState, waiting: number): { icon: string; word: string } {
  if (waiting > 0) return { icon: "$(bell-dot)", word: localize("Waiting for you") };
  if (agent.kind === "stopped" || agent.kind === "failed")
    return { icon: "$(debug-disconnect)", word: localize("Stopped") };
  if (run.isCompacting) return { icon: "$(loading~spin)", word: localize("Compacting") };
  if (run.isRetrying) return { icon: "$(sync)", word: localize("Retrying") };
  if (run.isRunning || run.isBashRunning) return { icon: "$(loading~spin)", word: localize("Running") };
  return { icon: "$(circle-outline)", word: localize("Idle") };
}
