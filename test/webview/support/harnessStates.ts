import type { HarnessCheck, HarnessEvidence, HarnessState } from "@relay-harness/protocol";

export const check: HarnessCheck = {
  toolCallId: "call_1",
  command: "npm test",
  kind: "test",
  exitCode: 0,
  result: "passed",
  why: null,
  narrowed: null,
  afterLastChange: true,
  carried: false,
  at: "2026-01-01T10:01:00.000Z",
};

export const evidence: HarnessEvidence = {
  entryId: "e0000001",
  status: "verified",
  reason: "Changes were made and a check passed after the last one.",
  claims: ["completion"],
  changeRequest: true,
  effect: true,
  changes: [{ path: "src/export/writer.ts", kind: "code", count: 1 }],
  checks: [check],
  requested: false,
  final: true,
};

const rule = (id: string, text: string): HarnessState["constraints"][number] => ({
  id,
  text,
  lang: "en",
  form: "never",
  status: "active",
  reason: null,
  entryId: "e0000001",
  at: "2026-01-01T10:00:00.000Z",
  restated: true,
  exception: false,
});

/** A session in which the harness has found something to say in every part. */
export function harnessState(change: Partial<HarnessState> = {}): HarnessState {
  return {
    v: 1,
    at: "2026-01-01T10:00:00.000Z",
    settings: {
      alignment: true,
      authorizationGate: true,
      scopeGuard: true,
      evidence: true,
      context: true,
      contextKeepRecent: 3,
      contextBatchSize: 5,
      skills: false,
      verifyCommands: ["npm test"],
      maxChangedLines: 500,
      maxFileLines: 1000,
    },
    constraints: [rule("c1", "Never touch the fixtures."), rule("c2", "Prefer Node streams over libraries.")],
    corrections: [
      {
        id: "k1",
        text: "Simpler, no new class.",
        entryId: "e0000005",
        at: "2026-01-01T10:00:00.000Z",
        active: true,
        retracted: false,
      },
    ],
    approvals: [],
    turn: { entryId: "e0000001", kind: "request", editBlocked: false, editsAllowed: false },
    evidence,
    slice: {
      git: true,
      changedLines: 312,
      limit: 500,
      fired: false,
      files: [{ path: "src/export/writer.ts", before: 940, after: 1031, fired: true }],
    },
    context: { results: 12, verbatim: 8, elided: 4, pending: 0, savedChars: 182_000, batches: 1 },
    skills: [
      {
        name: "release-notes",
        entryLoads: 1,
        fanout: 3,
        loads: 4,
        effective: 3,
        uptake: 0.75,
        early: 1,
        middle: 2,
        late: 1,
        revisits: 1,
      },
      {
        name: "db-migrations",
        entryLoads: 1,
        fanout: 2,
        loads: 2,
        effective: 2,
        uptake: 1,
        early: 1,
        middle: 1,
        late: 0,
        revisits: 0,
      },
    ],
    audit: [
      {
        skill: "release-notes",
        rule: "missing-reference",
        message: "references/style.md does not exist",
        path: "references/style.md",
      },
    ],
    learnings: ["Never touch the fixtures."],
    ...change,
  };
}

/** Nothing that would put a row under the newest turn. */
export const quietSlice: HarnessState["slice"] = {
  git: true,
  changedLines: 10,
  limit: 500,
  fired: false,
  files: [],
};
