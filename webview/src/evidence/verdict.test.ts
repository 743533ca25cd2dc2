import assert from "node:assert/strict";
import type { HarnessCheck, HarnessEvidence } from "@relay-harness/protocol";
import { checkLine, readEvidence, verdictLine } from "./verdict.ts";

const check: HarnessCheck = {
  toolCallId: "c1",
  command: "npm test",
  kind: "test",
  exitCode: 0,
  result: "passed",
  why: null,
  narrowed: null,
  afterLastChange: true,
  carried: false,
  at: "2026-01-01T00:00:12Z",
};

function evidence(status: HarnessEvidence["status"], checks: HarnessCheck[]): HarnessEvidence {
  const base = { entryId: "e1", reason: null, claims: [], changeRequest: true, effect: true, changes: [] };
  return { ...base, status, checks, requested: false, final: true };
}

describe("a verdict", () => {
  const lastEdit = Date.parse("2026-01-01T00:00:00Z");

  it("names the check and its age, or what is missing", () => {
    const lines = [
      verdictLine(evidence("verified", [check]), lastEdit),
      verdictLine(evidence("verified", [check]), undefined),
      verdictLine(evidence("unverified", []), lastEdit),
      verdictLine(evidence("contradicted", [{ ...check, result: "failed", exitCode: 1 }]), lastEdit),
      verdictLine(evidence("contradicted", []), lastEdit),
      verdictLine(evidence("no-effect", []), lastEdit),
      verdictLine(evidence("acknowledged", []), lastEdit),
    ];
    assert.deepEqual(lines, [
      { command: "npm test", words: "passed 12 s after the last edit" },
      { command: "npm test", words: "passed" },
      { words: "No check after the last edit" },
      { words: "The last check failed" },
      { words: "No check after the last edit" },
      { words: "Nothing was changed" },
      { words: "Says what is not verified" },
    ]);
  });

  it("says why a run did not count", () => {
    const lines = [
      checkLine({ ...check, result: "masked", why: "pipe" }),
      checkLine({ ...check, result: "masked", why: "nothing ran" }),
      checkLine({ ...check, result: "masked", why: "|| true" }),
      checkLine({ ...check, result: "undeclared" }),
      checkLine({ ...check, narrowed: "name" }),
      checkLine({ ...check, afterLastChange: false }),
      checkLine({ ...check, result: "failed", exitCode: 1, carried: true }),
    ].map(({ why }) => why);
    assert.deepEqual(lines, [
      "Not counted: the pipe hides its exit code",
      "Not counted: nothing ran",
      "Not counted: its exit code is hidden (|| true)",
      "Not counted: not one of the declared commands",
      "Not counted: only selected tests ran",
      "Exit 0, before the last edit",
      "Exit 1, from an earlier request",
    ]);
  });

  it("is read from records of its own shape only", () => {
    const known = evidence("verified", [check]);
    assert.equal(readEvidence(known), known);
    for (const other of [null, "x", {}, { ...known, checks: 1 }, { ...known, status: "toString" }]) {
      assert.equal(readEvidence(other), undefined);
    }
  });
});
