import { resolveAgentDir } from "../base/agentDir.ts";
import { findProtectedResources } from "../base/trust/protectedResources.ts";
import { lookUpTrust, readTrust, saveTrust } from "../base/trust/trustStore.ts";

/** True when a project has files that count only once it is trusted. */
export function hasTrustRequiringProjectResources(
  cwd: string,
  agentDir: string = resolveAgentDir(process.env),
): boolean {
  return findProtectedResources({ cwd, agentDir }).length > 0;
}

/** The decisions about projects that a user has saved. Files are read at every question. */
export class ProjectTrustStore {
  constructor(private readonly agentDir: string = resolveAgentDir(process.env)) {}

  /** The decision for a directory, or for the nearest one above it that has one. */
  get(dir: string): boolean | undefined {
    return lookUpTrust(readTrust(this.agentDir), dir);
  }

  /** `undefined` takes a decision back. Rejects when the file cannot be parsed or written. */
  set(dir: string, isTrusted: boolean | undefined): Promise<void> {
    return saveTrust(this.agentDir, dir, isTrusted);
  }
}
