import { isJsonObject } from "@relay-harness/protocol";
import type { Dispatcher } from "./dispatcher.ts";
import type { ProjectTrustContext } from "./types/trust.ts";

export interface ProjectTrustDecision {
  isTrusted: boolean;
  /** To be saved. */
  remember: boolean;
}

/** The first handler that says yes or no decides; `undefined`: none did (extension-api.md §6.1). */
export async function dispatchProjectTrust(
  dispatcher: Dispatcher,
  context: ProjectTrustContext,
): Promise<ProjectTrustDecision | undefined> {
  let decision: ProjectTrustDecision | undefined;
  await dispatcher.run(
    "project_trust",
    () => ({ type: "project_trust", cwd: context.cwd }),
    (outcome) => {
      const result: unknown = outcome.ok ? outcome.value : undefined;
      if (!isJsonObject(result) || (result.trusted !== "yes" && result.trusted !== "no")) return "go-on";
      decision = { isTrusted: result.trusted === "yes", remember: result.remember === true };
      return "stop";
    },
    { context },
  );
  return decision;
}
