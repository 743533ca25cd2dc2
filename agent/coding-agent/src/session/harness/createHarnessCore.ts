import {
  HarnessCore,
  type AlignmentOptions,
  type HarnessCoreOptions,
} from "@relay-harness/agent-core/harness";
import { expandTilde } from "../../base/paths.ts";
import { resolve } from "node:path";
import { GitProbe } from "./gitProbe.ts";
import type { SessionHarnessDeps } from "./sessionHarness.ts";
import { shellFacts } from "./shellFacts.ts";

export interface HarnessCoreInput
  extends
    Pick<
      SessionHarnessDeps,
      "sessionManager" | "settings" | "commandPrefix" | "traitsOf" | "skills" | "report"
    >,
    Required<Pick<AlignmentOptions, "authorize" | "canAsk">> {}

/** The pillars as the settings of the session want them, on this machine's files and shells. */
export function createHarnessCore({
  sessionManager,
  settings,
  commandPrefix,
  traitsOf,
  skills,
  report,
  authorize,
  canAsk,
}: HarnessCoreInput): HarnessCore {
  const cwd = sessionManager.getCwd();
  const { verifyCommands, maxChangedLines, maxFileLines } = settings;
  const effects: HarnessCoreOptions["effects"] = {
    facts: () => shellFacts(cwd),
    verifyCommands,
    traitsOf,
    commandPrefix,
  };
  return new HarnessCore({
    effects,
    // As the tools read paths.
    resolvePath: (path) => resolve(cwd, expandTilde(path.replace(/^@/, ""))),
    alignment: settings.alignment && {
      authorizationGate: settings.authorizationGate,
      scopeGuard: settings.scopeGuard,
      authorize,
      canAsk,
    },
    evidence: settings.evidence && {
      verifyCommands,
      maxChangedLines,
      maxFileLines,
      probe: new GitProbe(cwd),
    },
    context: settings.context && {
      keepRecent: settings.contextKeepRecent,
      batchSize: settings.contextBatchSize,
    },
    skills: settings.skills && { skills },
    onError: (error) =>
      report(`Error: the harness failed: ${error instanceof Error ? error.message : String(error)}`),
  });
}
