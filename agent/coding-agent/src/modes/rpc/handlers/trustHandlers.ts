import type { TrustReport } from "@relay-harness/protocol";
import type { ProjectTrust } from "../../../base/trust/projectTrust.ts";
import type { Handlers } from "./handler.ts";

/** Trust of the project that the session runs in. */
export const trustHandlers: Handlers<"get_trust" | "set_trust"> = {
  get_trust: (_, { runtime }) => trustReport(runtime.projectTrust()),
  set_trust: async ({ decision, remember }, { runtime, hold }) => ({
    reloaded: await runtime.setTrust(decision === "trusted", { remember, onReplacing: hold }),
  }),
};

const sources: Record<ProjectTrust["source"], TrustReport["source"]> = {
  client: "client",
  override: "option",
  extension: "extension",
  saved: "saved",
  default: "setting",
  ask: "none",
  "no-resources": "none",
};

function trustReport({ isTrusted, source, resources }: ProjectTrust): TrustReport {
  const decided = isTrusted ? "trusted" : "untrusted";
  return {
    decision: sources[source] === "none" ? "undecided" : decided,
    source: sources[source],
    resources: [...resources],
  };
}
