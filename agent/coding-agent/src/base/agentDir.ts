import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { expandTilde } from "./paths.ts";

/** `RELAY_CODING_AGENT_DIR` or `~/.relay/agent`, absolute. Nothing is created. */
export function resolveAgentDir(env: Readonly<Record<string, string | undefined>>): string {
  const configured = env.RELAY_CODING_AGENT_DIR;
  return configured ? resolve(expandTilde(configured)) : join(homedir(), ".relay", "agent");
}
