import assert from "node:assert/strict";
import { requestBlock } from "./requestBlock.ts";

describe("requestBlock", () => {
  it("has its sections in order, a blank line between them", () => {
    const block = requestBlock({
      slice: ["This request changed 501 lines.", "a.ts grew."],
      progress: "- read a.ts",
      corrections: ["No, simpler."],
      constraints: { rules: ["Never push", "Use tabs"], older: 3, suspended: [1] },
    });
    assert.deepEqual(block.split("\n"), [
      "[harness:constraints]",
      "Rules the developer stated in this session. They apply to every step until withdrawn:",
      "1. Never push",
      "2. Use tabs",
      "(+3 older rules: /harness)",
      "The latest message asks for an exception to rule 1; it covers only what that message names.",
      "",
      "[harness:corrections]",
      'The developer corrected the approach: "No, simpler.". Adopt it, use the simplest design that satisfies it, and do not bring back what was rejected.',
      "",
      "[harness:progress]",
      "Older tool results were replaced by stubs. What they showed:",
      "- read a.ts",
      "",
      "[harness:slice]",
      "This request changed 501 lines.",
      "a.ts grew.",
    ]);
  });

  it("is empty when nothing is to be said", () => {
    const empty = { rules: [], older: 0, suspended: [] };
    assert.equal(requestBlock({}), "");
    assert.equal(requestBlock({ constraints: empty, corrections: [], progress: "", slice: [] }), "");
  });
});
