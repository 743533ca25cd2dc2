import { homedir } from "node:os";
import { join } from "node:path";

/** Where scripts keep what they download: outside of the checkout, so that every clone and worktree shares it. */
export function cacheFolder() {
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "relay");
}
