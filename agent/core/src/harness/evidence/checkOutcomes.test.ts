import assert from "node:assert/strict";
import type { CheckRun } from "../shell/types.ts";
import type { CheckPolicy, RunEnd } from "./checkOutcomes.ts";
import { checkOutcomes } from "./checkOutcomes.ts";

const run = (kind: CheckRun["kind"], more: Partial<CheckRun> = {}): CheckRun => ({
  command: `run ${kind}`,
  kind,
  narrowed: null,
  counts: true,
  isDeclared: true,
  ...more,
});

function results(
  runs: CheckRun[],
  exitCode: number | null,
  more: Partial<RunEnd> = {},
  policy: CheckPolicy = "any check",
): string[] {
  const end = { exitCode, isInterrupted: false, ranNothing: false, ...more };
  return checkOutcomes(runs, end, policy).map(({ kind, result, why }) =>
    [kind, result, why ?? "-"].join(" "),
  );
}

describe("checkOutcomes", () => {
  it("passes every check of a call that exits 0", () => {
    assert.deepEqual(results([run("lint"), run("test")], 0), ["lint passed -", "test passed -"]);
  });

  it("blames only the last counted check of a failing call", () => {
    assert.deepEqual(results([run("lint"), run("types"), run("test")], 2), ["test failed -"]);
    const undeclared = run("types", { isDeclared: false });
    assert.deepEqual(results([run("test"), undeclared], 1, {}, "declared checks"), ["test failed -"]);
    assert.deepEqual(results([undeclared], 1, {}, "declared checks"), ["types undeclared not declared"]);
  });

  it("records nothing when the exit code is unknown or an interrupted call exits 0", () => {
    assert.deepEqual(results([run("test")], null), []);
    assert.deepEqual(results([run("test")], 0, { isInterrupted: true }), []);
    assert.deepEqual(results([run("test")], 124, { isInterrupted: true }), ["test failed -"]);
  });

  it("keeps masked runs, whatever the exit code", () => {
    const masked = run("test", { counts: false, masked: "pipe" });
    assert.deepEqual(results([masked], 0), ["test masked pipe"]);
    assert.deepEqual(results([masked, run("lint")], 1), ["test masked pipe", "lint failed -"]);
  });

  it("takes a passing run of no tests for no evidence", () => {
    const runs = [run("test"), run("build")];
    assert.deepEqual(results(runs, 0, { ranNothing: true }), ["test masked nothing ran", "build passed -"]);
    assert.deepEqual(results([run("test")], 1, { ranNothing: true }), ["test failed -"]);
  });

  it("puts a command on one line of at most 200 characters", () => {
    const command = `npm test \\\n  --  ${"x".repeat(50_000)}`;
    const end = { exitCode: 0, isInterrupted: false, ranNothing: false };
    const [outcome] = checkOutcomes([run("test", { command })], end);
    assert.equal(outcome?.command, `npm test \\ -- ${"x".repeat(185)}…`);
  });
});
