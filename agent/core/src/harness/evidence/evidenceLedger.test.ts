import assert from "node:assert/strict";
import fc from "fast-check";
import type { CheckRun } from "../shell/types.ts";
import type { CallRecord } from "./evidenceLedger.ts";
import { EvidenceLedger } from "./evidenceLedger.ts";
import type { Claim, EvidenceStatus } from "./evidenceState.ts";

const at = "2026-01-01T00:00:00.000Z";

function check(command: string, kind: CheckRun["kind"], more: Partial<CheckRun> = {}): CheckRun {
  return { command, kind, narrowed: null, counts: true, isDeclared: true, ...more };
}

function call(more: Partial<CallRecord> = {}): CallRecord {
  const end = { exitCode: null, isInterrupted: false, ranNothing: false };
  return { changes: [], effect: false, checks: [], end, at, ...more };
}

function ran(exitCode: number, ...checks: CheckRun[]): CallRecord {
  return call({ checks, end: { exitCode, isInterrupted: false, ranNothing: false } });
}

const test = check("npm test", "test");
const lint = check("npm run lint", "lint");
const calls = {
  E: call({ changes: ["src/a.ts"], effect: true }),
  D: call({ changes: ["README.md"], effect: true }),
  read: call(),
  "T+": ran(0, test),
  "T-": ran(1, test),
  "L+": ran(0, check("npx eslint .", "lint")),
  Tm: ran(0, check("npm test", "test", { counts: false, masked: "pipe" })),
  "Tn+": ran(0, check("npx vitest run -t x", "test", { narrowed: "name" })),
  "L&T-": ran(1, lint, test),
  path: ran(0, check("npx jest src/a.test.ts", "test", { narrowed: "path" })),
  undeclared: ran(0, check("npx tsc", "types", { isDeclared: false })),
  install: call({ changes: ["package-lock.json"], effect: true }),
  push: call({ effect: true }),
  later: ran(0, check("npm test", "test", { counts: false, masked: "sequence" })),
  failedEdit: call(),
};
type Call = keyof typeof calls;

const done: Claim[] = ["completion"];
const pass: Claim[] = ["checks"];
const allPass: Claim[] = ["all-tests", "checks"];
const doneAllPass: Claim[] = ["all-tests", "checks", "completion"];

interface Request {
  calls?: Call[];
  asksChange?: boolean;
}

function ledgerOf(requests: readonly Request[], verifyCommands: string[] = []): EvidenceLedger {
  const ledger = new EvidenceLedger(verifyCommands);
  let id = 0;
  for (const request of requests) {
    ledger.openRequest("m1", request.asksChange ?? true);
    for (const name of request.calls ?? []) {
      const callId = `c${++id}`;
      ledger.callStarted(callId);
      ledger.callEnded(callId, calls[name]);
    }
  }
  return ledger;
}

interface Row {
  requests: Request[];
  claims: Claim[];
  pending?: boolean;
  verifyCommands?: string[];
  status: EvidenceStatus | null;
}

const row = (list: Call[], claims: Claim[], status: EvidenceStatus | null, asksChange = true): Row => ({
  requests: [{ calls: list, asksChange }],
  claims,
  status,
});

// S24 runs calls in parallel and has a test of its own.
const rows: Record<string, Row> = {
  S1: row(["E", "T+"], done, "verified"),
  S2: row(["E"], done, "unverified"),
  S3: row(["T+", "E"], done, "unverified"),
  S4: row(["E", "T-"], doneAllPass, "contradicted"),
  S5: row(["E"], allPass, "contradicted"),
  S6: row(["E", "Tm"], pass, "contradicted"),
  S7: row(["E", "Tn+"], allPass, "contradicted"),
  S8: row(["E", "Tn+"], done, "verified"),
  S9: row(["E", "T-"], ["ack", "completion"], "acknowledged"),
  S10: row(["E"], ["ack", "completion"], "acknowledged"),
  S11: row(["D"], done, "verified"),
  S12: row(["read"], done, "no-effect"),
  S13: row(["read"], [], null, false),
  S14: row(["T+"], allPass, "verified", false),
  S15: row(["E", "T-", "L+"], done, "unverified"),
  S16: row(["E", "T-", "L+"], pass, "contradicted"),
  S17: row(["E", "T-", "E", "T+"], doneAllPass, "verified"),
  S18: row(["E"], [], null),
  S19: {
    ...row(["E", "undeclared"], ["checks", "completion"], "unverified"),
    verifyCommands: ["npm run check"],
  },
  S20: row(["E", "T+", "D"], done, "verified"),
  S21: row(["read"], ["ack", "checks"], "contradicted"),
  S22: row(["push"], done, null, false),
  S23: { ...row(["E"], done, null), pending: true },
  S25: row(["E", "T+", "failedEdit"], done, "verified"),
  S26: {
    requests: [{ calls: ["E", "T+"] }, { asksChange: false }],
    claims: doneAllPass,
    status: "verified",
  },
  S27: { requests: [{ calls: ["E", "T+"] }, { calls: ["E"] }], claims: allPass, status: "contradicted" },
  S28: row(["E", "L&T-", "E", "T+"], doneAllPass, "verified"),
  S29: row(["E", "L&T-", "L+"], pass, "contradicted"),
  S30: row(["E", "path"], allPass, "verified"),
  S31: row(["install"], done, null),
  S32: row(["E", "later"], pass, "contradicted"),
  "a doc change keeps what an earlier request proved": {
    requests: [{ calls: ["E", "T+"] }, { calls: ["D"] }],
    claims: doneAllPass,
    status: "verified",
  },
  "an earlier failure is carried too": {
    requests: [{ calls: ["E", "T-"] }, { asksChange: false }],
    claims: pass,
    status: "contradicted",
  },
  "a check before the earlier request's last change is not carried": {
    requests: [{ calls: ["T+", "E"] }, { asksChange: false }],
    claims: pass,
    status: "contradicted",
  },
  "an undeclared check before the change is no excuse": {
    ...row(["undeclared", "E"], pass, "contradicted"),
    verifyCommands: ["npm run check"],
  },
  "every check counts when none are declared": row(["E", "undeclared"], done, "verified"),
  "nothing changed and nothing claimed": row([], [], null),
};

describe("EvidenceLedger", () => {
  for (const [name, { requests, claims, pending, verifyCommands, status }] of Object.entries(rows)) {
    const title = /^S\d+$/.test(name) ? `harness-vectors.md V11 ${name}` : name;
    it(`${title}: ${status ?? "none"}`, () => {
      const ledger = ledgerOf(requests, verifyCommands);
      const final = { claims, isWhole: true, hasPendingApproval: pending ?? false };
      assert.equal(ledger.judge(final), status);
    });
  }

  it("harness-vectors.md V11 S24: a check that started before a parallel change ended does not cover it", () => {
    const ledger = ledgerOf([{}]);
    ledger.callStarted("edit");
    ledger.callStarted("test");
    ledger.callEnded("edit", calls.E);
    ledger.callEnded("test", calls["T+"]);
    assert.equal(ledger.judge({ claims: done, isWhole: true, hasPendingApproval: false }), "unverified");
  });

  it("asks the agent once, then warns the developer", () => {
    const ledger = ledgerOf([{ calls: ["E"] }], ["npm run check"]);
    const final = { claims: done, isWhole: true, hasPendingApproval: false };
    ledger.judge(final);
    const reason = "Your message reports completion, but no check passed after the last change (src/a.ts).";
    assert.deepEqual(
      [ledger.verificationRequest(), ledger.warning()],
      [
        `[harness:evidence] Status: unverified. ${reason} Run npm run check without masking the exit code and report the result, or state plainly what is not verified.`,
        undefined,
      ],
    );
    ledger.verificationRequested();
    ledger.judge(final);
    assert.deepEqual(
      [ledger.verificationRequest(), ledger.warning()],
      [undefined, `Evidence: unverified. ${reason}`],
    );
    ledger.openRequest("m2", false);
    assert.deepEqual([ledger.verificationRequest(), ledger.warning()], [undefined, undefined]);
  });

  it("judges no message that was cut off", () => {
    const ledger = ledgerOf([{ calls: ["E"] }]);
    assert.equal(ledger.judge({ claims: done, isWhole: false, hasPendingApproval: false }), null);
  });

  it("lets a command's own check cover what the command changed before it", () => {
    const mixed = { ...calls["T+"], changes: ["src/a.ts"], effect: true };
    const statuses = [true, false].map((changesBeforeChecks) => {
      const ledger = ledgerOf([{}]);
      ledger.callStarted("c");
      ledger.callEnded("c", { ...mixed, changesBeforeChecks });
      return ledger.judge({ claims: done, isWhole: true, hasPendingApproval: false });
    });
    assert.deepEqual(statuses, ["verified", "unverified"]);
  });

  it("orders checks by start, whatever ended first", () => {
    const ledger = ledgerOf([{}]);
    ledger.callStarted("first");
    ledger.callStarted("second");
    ledger.callEnded("second", calls["T+"]);
    ledger.callEnded("first", calls["T-"]);
    const final = { claims: pass, isWhole: true, hasPendingApproval: false };
    assert.equal(ledger.judge(final), "verified");
    assert.deepEqual(
      ledger.state()?.checks.map(({ toolCallId }) => toolCallId),
      ["first", "second"],
    );
  });

  it("takes the check of a client into account after the run ended", () => {
    const ledger = ledgerOf([{ calls: ["E"] }]);
    ledger.judge({ claims: done, isWhole: true, hasPendingApproval: false });
    ledger.verificationRequested();
    ledger.settle();
    ledger.addCheck(test, { exitCode: 0, isInterrupted: false, ranNothing: false }, at);
    assert.deepEqual(ledger.state(), {
      entryId: "m1",
      status: "verified",
      reason: null,
      claims: ["completion"],
      changeRequest: true,
      effect: true,
      changes: [{ path: "src/a.ts", kind: "code", count: 1 }],
      checks: [
        {
          toolCallId: null,
          command: "npm test",
          kind: "test",
          exitCode: 0,
          result: "passed",
          why: null,
          narrowed: null,
          afterLastChange: true,
          carried: false,
          at,
        },
      ],
      requested: true,
      final: true,
    });
  });

  it("restores what earlier runs of the session proved", () => {
    const saved = ledgerOf([{ calls: ["E", "T+"] }]).state();
    assert.ok(saved);
    const restored = new EvidenceLedger([]);
    restored.restore([saved]);
    restored.openRequest("m2", false);
    const final = { claims: allPass, isWhole: true, hasPendingApproval: false };
    assert.equal(restored.judge(final), "verified");
    assert.deepEqual(
      restored.state()?.checks.map(({ command, carried }) => ({ command, carried })),
      [{ command: "npm test", carried: true }],
    );
    const outdated = ledgerOf([{ calls: ["E"] }]).state();
    assert.ok(outdated);
    const other = new EvidenceLedger([]);
    other.restore([saved, outdated]);
    other.openRequest("m3", false);
    assert.equal(other.judge(final), "contradicted");
  });

  it("has no state before the first request and ignores calls that belong to none", () => {
    const ledger = new EvidenceLedger([]);
    ledger.callEnded("c", calls.E);
    ledger.settle();
    assert.equal(ledger.state(), null);
  });

  it("lets the latest message say whether a change was asked for", () => {
    const ledger = ledgerOf([{ calls: ["read"], asksChange: false }]);
    const final = { claims: done, isWhole: true, hasPendingApproval: false };
    assert.equal(ledger.judge(final), null);
    ledger.steer(true);
    assert.equal(ledger.judge(final), "no-effect");
  });

  it("never verifies a request whose last event is a change of code", () => {
    const names = Object.keys(calls) as Call[];
    const claimSets = fc.constantFrom<Claim[]>(done, pass, allPass, doneAllPass);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...names), { maxLength: 12 }), claimSets, (list, claims) => {
        const ledger = ledgerOf([{ calls: [...list, "E"] }]);
        const status = ledger.judge({ claims, isWhole: true, hasPendingApproval: false });
        assert.notEqual(status, "verified");
      }),
    );
  });
});
