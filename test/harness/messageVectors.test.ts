import assert from "node:assert/strict";
import {
  claims,
  detectConstraints,
  detectCorrection,
  isAssent,
  turnKind,
} from "@relay-harness/agent-core/harness";
import { vectorRows } from "../support/vectorRows.ts";

const yesOrNo = (answer: boolean): string => (answer ? "yes" : "no");

describe("harness: message vectors", () => {
  for (const [number, message = "", expected] of vectorRows("harness/constraints")) {
    it(`harness-vectors.md V1 ${number}: ${message}`, () => {
      assert.equal(yesOrNo(detectConstraints(message).length > 0), expected);
    });
  }

  for (const [number, message = "", expected] of vectorRows("harness/questions")) {
    it(`harness-vectors.md V4 ${number}: ${message}`, () => assert.equal(turnKind(message), expected));
  }

  for (const [number, message = "", expected] of vectorRows("harness/corrections")) {
    it(`harness-vectors.md V5 ${number}: ${message}`, () => {
      assert.equal(yesOrNo(detectCorrection(message, { afterWork: true })), expected);
    });
  }

  for (const [number, text = "", expected] of vectorRows("harness/claims")) {
    it(`harness-vectors.md V6 ${number}: ${text}`, () => {
      assert.equal(claims(text).join(", ") || "none", expected);
    });
  }

  // A16 is about the ledger: see approvalLedger.test.ts.
  for (const [number, message = "", expected] of vectorRows("harness/assent")) {
    it(`harness-vectors.md V10 ${number}: ${message}`, () => {
      assert.equal(yesOrNo(isAssent(message)), expected);
    });
  }
});
