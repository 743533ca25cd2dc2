import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Credential } from "@relay-harness/ai";
import { isJsonObject } from "@relay-harness/protocol";
import { resolveAgentDir } from "../base/agentDir.ts";

/**
 * The credential of a provider as it is stored; what stands for a value is not resolved. `undefined` when
 * there is none, or the file cannot be read.
 */
export function readStoredCredential(
  provider: string,
  authPath: string = join(resolveAgentDir(process.env), "auth.json"),
): Credential | undefined {
  let stored: unknown;
  try {
    stored = JSON.parse(readFileSync(authPath, "utf8"));
  } catch {
    return undefined;
  }
  const found = isJsonObject(stored) ? stored[provider] : undefined;
  const isCredential = isJsonObject(found) && (found.type === "api_key" || found.type === "oauth");
  // Its fields are checked by whoever uses it.
  return isCredential ? (found as unknown as Credential) : undefined;
}
