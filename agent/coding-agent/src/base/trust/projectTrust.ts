import { relative } from "node:path";
import { findProtectedResources, type ProjectLocation } from "./protectedResources.ts";
import { lookUpTrust, readTrust } from "./trustStore.ts";

/** Made in this process, by an extension or by the user. */
export interface MadeDecision {
  isTrusted: boolean;
  source: "client" | "extension";
}

export interface ProjectTrustInput extends ProjectLocation {
  /** `--approve` or `--no-approve`; never saved. */
  override?: boolean;
  decided?: MadeDecision;
  /** The user's setting. */
  defaultProjectTrust: "ask" | "always" | "never";
}

/** What decided. `ask`: nothing did, and only an interactive prompt could. */
export type TrustSource = MadeDecision["source"] | "override" | "saved" | "no-resources" | "default" | "ask";

export interface ProjectTrust {
  isTrusted: boolean;
  source: TrustSource;
  /** Absolute paths of what trust decides about. */
  resources: readonly string[];
  /** Without the `Warning: ` in front. */
  warnings: readonly string[];
}

/**
 * Decides without asking anyone: what the user has said to this process, option, extension, saved decision
 * of the nearest directory, user setting (seeds/security.md). A project without protected resources is trusted unless a saved decision
 * says no.
 */
export function resolveProjectTrust(input: ProjectTrustInput): ProjectTrust {
  const resources = findProtectedResources(input);
  const warnings: string[] = [];
  const result = (isTrusted: boolean, source: TrustSource): ProjectTrust => ({
    isTrusted,
    source,
    resources,
    warnings:
      isTrusted || resources.length === 0 ? warnings : [...warnings, skippedText(input.cwd, resources)],
  });
  const { decided } = input;
  if (decided?.source === "client") return result(decided.isTrusted, "client");
  if (input.override !== undefined) return result(input.override, "override");
  if (decided) return result(decided.isTrusted, "extension");
  const saved = readTrust(input.agentDir);
  if (saved.error !== undefined) warnings.push(saved.error);
  const decision = lookUpTrust(saved, input.cwd);
  if (decision !== undefined && (resources.length > 0 || !decision)) return result(decision, "saved");
  if (resources.length === 0) return result(true, "no-resources");
  if (input.defaultProjectTrust === "ask") return result(false, "ask");
  return result(input.defaultProjectTrust === "always", "default");
}

function skippedText(cwd: string, resources: readonly string[]): string {
  const names = resources.map((path) => relative(cwd, path) || path);
  return `Project is not trusted; skipped ${names.join(", ")}. Use --approve to load them for this run.`;
}
