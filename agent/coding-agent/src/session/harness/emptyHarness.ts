import type { HarnessCoreSettings, HarnessState } from "@relay-harness/protocol";

/** The state of a session that the harness knows nothing about yet, without loading it. */
export function emptyHarnessState(settings: HarnessCoreSettings, at: string): HarnessState {
  return {
    v: 1,
    at,
    settings,
    constraints: [],
    corrections: [],
    approvals: [],
    turn: null,
    evidence: null,
    slice: {
      git: false,
      changedLines: null,
      limit: settings.evidence ? settings.maxChangedLines : 0,
      fired: false,
      files: [],
    },
    context: { results: 0, verbatim: 0, elided: 0, pending: 0, savedChars: 0, batches: 0 },
    skills: [],
    audit: [],
    learnings: [],
  };
}
