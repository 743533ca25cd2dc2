import { join } from "node:path";
import type { RpcCommandFields } from "@relay-harness/protocol";
import type { SettingsManager } from "../base/settings/settingsManager.ts";
import { listResources } from "../resources/listResources.ts";
import { RefusalError } from "./errors.ts";
import { switchedPackageList } from "./packageSwitch.ts";
import { isSwitchedOff, switchedEntries } from "./resourceSwitch.ts";
import type { SessionResources } from "./sessionResources.ts";
import type { SettingsControl } from "./settingsControl.ts";

export interface ResourceSettings {
  cwd: string;
  agentDir: string;
  settings: SettingsManager;
  settingsControl: SettingsControl;
  resources: SessionResources;
}

/**
 * Turns a listed file on or off by an entry in the settings of a scope, from the next reload or session on.
 * Rejects for what these settings do not govern.
 */
export async function setResourceEnabled(
  { kind, path, enabled, scope }: RpcCommandFields<"set_resource_enabled">,
  { cwd, agentDir, settings, settingsControl, resources }: ResourceSettings,
): Promise<{ appliesFrom: "now" | "next-session" }> {
  const refuse = (message: string): RefusalError => new RefusalError("invalid_input", message);
  if (kind === "mcpServer") throw refuse("MCP servers are not in this build.");
  const loader = await resources.load();
  const packages = loader.getExtensions?.().packages ?? [];
  const place = { cwd, agentDir };
  const list = switchedPackageList({ kind, path, enabled, scope }, { packages, settings, place });
  if (list) return settingsControl.set(scope, "packages", list);
  if (kind === "package") throw refuse(`Resource not found: ${path}`);
  const key = `${kind}s` as const;
  const baseDir = scope === "user" ? agentDir : join(cwd, ".relay");
  const entries = settings.getIn(scope, key) ?? [];
  const found = listResources(loader, agentDir)[key].find((resource) => resource.path === path);
  // An extension that is turned off is not looked at, and so not listed.
  if (!found && !isSwitchedOff({ entries, baseDir, path })) throw refuse(`Resource not found: ${path}`);
  if (found && found.scope !== scope) {
    throw refuse(`Cannot change ${path} in ${scope} settings: it is a ${found.scope} resource.`);
  }
  const next = switchedEntries({ entries, baseDir, path, isEnabled: enabled });
  return settingsControl.set(scope, key, next.length === 0 ? null : next);
}
