import assert from "node:assert/strict";
import { PromptHistory } from "./promptHistory.ts";

describe("recalling prompts", () => {
  const prompts = ["third", "second", "first"];

  it("goes back and forth, and returns to the draft", () => {
    const history = new PromptHistory();
    const steps = [history.older(prompts, "draft")];
    steps.push(
      history.older(prompts, "third"),
      history.newer(prompts, "second"),
      history.newer(prompts, "third"),
    );
    assert.deepEqual(steps, ["third", "second", "third", "draft"]);
    assert.equal(history.newer(prompts, "draft"), undefined);
  });

  it("stops at the oldest, and starts anew from a text that was changed", () => {
    const history = new PromptHistory();
    for (const draft of ["", "third", "second"]) history.older(prompts, draft);
    assert.equal(history.older(prompts, "first"), undefined);
    assert.equal(history.newer(prompts, "first, changed"), undefined);
    assert.equal(history.older(prompts, "first, changed"), "third");
  });
});
