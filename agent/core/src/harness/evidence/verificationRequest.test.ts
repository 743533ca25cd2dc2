import assert from "node:assert/strict";
import type { CheckState } from "./evidenceState.ts";
import type { FlaggedStatus } from "./verificationRequest.ts";
import { evidenceReason, evidenceWarning, isFlagged, verificationRequest } from "./verificationRequest.ts";

const check = (more: Partial<CheckState> = {}): CheckState => ({
  toolCallId: "c1",
  command: "npm test",
  kind: "test",
  exitCode: 0,
  result: "passed",
  why: null,
  narrowed: null,
  afterLastChange: true,
  carried: false,
  at: "2026-01-01T00:00:00.000Z",
  ...more,
});

const failed = check({ result: "failed", exitCode: 2 });

describe("evidenceReason", () => {
  const reason = (
    status: FlaggedStatus,
    checks: CheckState[],
    changedCode: string[] = [],
    allTests = false,
  ): string | null =>
    evidenceReason(status, { claims: allTests ? ["all-tests", "checks"] : ["checks"], changedCode, checks });

  it("names up to three changed files of an unverified completion", () => {
    const files = ["a.ts", "b.ts", "c.ts", "d.ts", "e.ts"];
    assert.deepEqual(
      [1, 3, 5].map((count) => reason("unverified", [], files.slice(0, count))),
      ["(a.ts)", "(a.ts, b.ts, c.ts)", "(a.ts, b.ts, c.ts +2)"].map(
        (list) => `Your message reports completion, but no check passed after the last change ${list}.`,
      ),
    );
  });

  it("names the check that is left failing, and undeclared checks", () => {
    assert.deepEqual(
      [
        reason("unverified", [failed, check({ kind: "lint", command: "npx eslint ." })], ["a.ts"]),
        reason("unverified", [check({ result: "undeclared", why: "not declared" })], ["a.ts"]),
      ],
      [
        "Your message reports completion, but npm test last failed (exit 2).",
        "Your message reports completion, but only undeclared checks ran.",
      ],
    );
  });

  it("says what contradicts the claim that checks pass", () => {
    const selected = check({ narrowed: "name", command: "npx vitest run -t login" });
    assert.deepEqual(
      [
        reason("contradicted", []),
        reason("contradicted", [check({ result: "masked", why: "nothing ran" })]),
        reason("contradicted", [check({ result: "masked", why: "pipe", command: "npm test | tail" })]),
        reason("contradicted", [failed]),
        reason("contradicted", [selected], [], true),
      ],
      [
        "none ran",
        "none ran",
        "the exit code of npm test | tail was masked",
        "the last one failed: npm test (exit 2)",
        "the last test run selected tests by name: npx vitest run -t login",
      ].map((text) => `Your message says checks pass, but ${text}.`),
    );
  });

  it("has none for a status that is not flagged", () => {
    const input = { claims: [], changedCode: [], checks: [] };
    const statuses = [null, "verified", "acknowledged"] as const;
    assert.deepEqual(
      statuses.map((status) => [isFlagged(status), evidenceReason(status, input)]),
      statuses.map(() => [false, null]),
    );
  });
});

describe("verificationRequest", () => {
  const noEffect = "A change was requested and reported done, but no tool call changed anything.";

  it("asks for the project's checks", () => {
    assert.equal(
      verificationRequest("no-effect", noEffect, []),
      `[harness:evidence] Status: no-effect. ${noEffect} Run the project's tests, type check, build or lint without masking the exit code and report the result, or state plainly what is not verified.`,
    );
  });

  it("names the declared commands", () => {
    assert.match(
      verificationRequest("unverified", "R.", ["npm run check", "./test.sh"]),
      / R\. Run npm run check or \.\/test\.sh without masking /,
    );
  });

  it("is followed by a warning when the answer is flagged again", () => {
    assert.equal(evidenceWarning("no-effect", noEffect), `Evidence: no-effect. ${noEffect}`);
  });
});
