import { homedir } from "node:os";
import { join, resolve } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** Replaces a leading `~` that stands alone or before a separator by the home directory. */
export function expandHome(path: string): string {
  if (path === "~") return homedir();
  return path.startsWith("~/") || path.startsWith("~\\") ? join(homedir(), path.slice(2)) : path;
}

/** `RELAY_CODING_AGENT_DIR` or `~/.relay/agent`, absolute. Nothing is created. */
export function resolveAgentDir(env: Environment): string {
  const configured = env.RELAY_CODING_AGENT_DIR;
  return configured ? resolve(expandHome(configured)) : join(homedir(), ".relay", "agent");
}
