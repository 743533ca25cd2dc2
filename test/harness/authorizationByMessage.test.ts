import assert from "node:assert/strict";
import { allowedByMessage } from "../../agent/core/src/harness/authorization/allowedByMessage.ts";
import { vectorRows } from "../support/vectorRows.ts";
import { analyzerOf, bothGrammars } from "./shellAnalysis.ts";

describe("authorization by message", () => {
  let analyze: ReturnType<typeof analyzerOf>;

  before(async () => {
    analyze = analyzerOf(await bothGrammars());
  });

  for (const [number, message = "", command = "", decision] of vectorRows("harness/authorization")) {
    it(`harness-vectors.md V3 ${number}: "${message}" and ${command}: ${decision}`, () => {
      const { operations } = analyze(command);
      assert.notEqual(operations.length, 0);
      assert.equal(allowedByMessage(message, command, operations).allowed ? "run" : "ask", decision);
    });
  }
});
