import assert from "node:assert/strict";
import { detectCorrection } from "./detectCorrection.ts";

describe("detectCorrection", () => {
  it("harness.md §5: before the agent has worked, nothing is a correction", () => {
    assert.ok(!detectCorrection("Undo that", { afterWork: false }));
    assert.ok(detectCorrection("Undo that", { afterWork: true }));
  });

  it("harness.md §5: looks at the first four sentences", () => {
    const message = "One. Two. Three. That is overkill. Five.";
    assert.ok(detectCorrection(message, { afterWork: true }));
    assert.ok(!detectCorrection(`Zero. ${message}`, { afterWork: true }));
  });

  it("harness.md §5: a polite no ends the scan, also with the sentence after it", () => {
    assert.ok(!detectCorrection("No. Thanks. That is overkill.", { afterWork: true }));
    assert.ok(detectCorrection("Yes. Thanks. That is overkill.", { afterWork: true }));
  });
});
