import { workspace } from "vscode";
import type { ChatSettings } from "@relay-harness/protocol/webview";
import type { AgentSettings } from "../agent/agentLaunch.ts";

/** `relay.*` of the editor, read when it is needed: a change counts at once. */
export function agentSettings(): AgentSettings {
  const config = workspace.getConfiguration("relay.agent");
  return {
    path: config.get<string>("path", ""),
    args: config.get<string[]>("args", []),
    env: config.get<Record<string, string>>("env", {}),
  };
}

export function maxAgents(): number {
  return workspace.getConfiguration("relay").get<number>("maxAgents", 4);
}

export type NotificationSetting = "never" | "whenHidden" | "always";

export function notificationSetting(): NotificationSetting {
  return workspace.getConfiguration("relay").get<NotificationSetting>("notifications", "whenHidden");
}

export function isEnabled(name: "followAgent" | "includeSelection" | "trace.server"): boolean {
  return workspace.getConfiguration("relay").get<boolean>(name, name === "includeSelection");
}

export function chatSettings(): ChatSettings {
  const config = workspace.getConfiguration("relay");
  const own = config.get<number>("chatFontSize", 0);
  // Belongs to the editor's own chat and may not be there.
  const editors = workspace.getConfiguration("chat").get<unknown>("fontSize");
  return {
    sendOnEnter: config.get<boolean>("sendOnEnter", true),
    enterWhileRunning: config.get<"steer" | "queue">("enterWhileRunning", "steer"),
    showThinking: config.get<boolean>("showThinking", false),
    foldFinishedTurns: config.get<boolean>("foldFinishedTurns", true),
    fontSize: own > 0 ? own : typeof editors === "number" ? editors : 0,
  };
}
