import type { EvidenceStatusName } from "./verdict.ts";
import { verdictOf } from "./verdict.ts";
import type { ChatState } from "@relay-harness/protocol/webview";

const verdictWords: Readonly<Record<EvidenceStatusName, string>> = {
  verified: "$(pass) Verified",
  unverified: "$(question) Unverified",
  contradicted: "$(error) Contradicted",
  "no-effect": "$(circle-slash) No effect",
  acknowledged: "$(info) Acknowledged",
};

/** Text of the status bar: what goes on, the verdict, how full the context is (vscode.md 1). */
export function statusOf(state: ChatState, waiting: number): { text: string; tooltip: string } {
  const activity = activityOf(state, waiting);
  const verdict = verdictOf(state);
  const { percent } = state.context;
  const parts = [
    activity.icon,
    activity.word,
    ...(verdict ? [verdictWords[verdict]] : []),
    ...(percent === null ? [] : [`${Math.round(percent)}%`]),
  ];
  const spoken = [
    `Relay: ${activity.word}`,
    verdict && `last request ${verdict}`,
    percent !== null && `context ${Math.round(percent)}% used`,
  ];
  return { text: parts.join(" "), tooltip: spoken.filter(Boolean).join(", ") };
}

function activityOf({ agent, run }: ChatState, waiting: number): { icon: string; word: string } {
  if (waiting > 0) return { icon: "$(bell-dot)", word: "Waiting for you" };
  if (agent.kind === "stopped" || agent.kind === "failed")
    return { icon: "$(debug-disconnect)", word: "Stopped" };
  if (run.isCompacting) return { icon: "$(loading~spin)", word: "Compacting" };
  if (run.isRetrying) return { icon: "$(sync)", word: "Retrying" };
  if (run.isRunning || run.isBashRunning) return { icon: "$(loading~spin)", word: "Running" };
  return { icon: "$(circle-outline)", word: "Idle" };
}
