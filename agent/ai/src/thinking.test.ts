import assert from "node:assert/strict";
import { fakeModel } from "../../../test/fakes/models.ts";
import { clampThinkingLevel, effortFor, supportedThinkingLevels } from "./thinking.ts";

describe("thinking levels", () => {
  const reasoning = (thinkingLevelMap?: ReturnType<typeof fakeModel>["thinkingLevelMap"]) =>
    fakeModel({ reasoning: true, thinkingLevelMap });

  it("models.md 26: depend on the model's map", () => {
    assert.deepEqual(supportedThinkingLevels(reasoning()), ["off", "minimal", "low", "medium", "high"]);
    assert.deepEqual(supportedThinkingLevels(reasoning({ xhigh: "max" })).at(-1), "xhigh");
    assert.deepEqual(supportedThinkingLevels(fakeModel()), ["off"]);
    assert.equal(clampThinkingLevel(reasoning({ off: null, minimal: null }), "off"), "low");
  });

  it("clamp to the nearest above, else below", () => {
    assert.equal(clampThinkingLevel(reasoning({ minimal: null }), "minimal"), "low");
    assert.equal(clampThinkingLevel(reasoning(), "max"), "high");
    assert.equal(clampThinkingLevel(reasoning({ high: null, max: "max" }), "high"), "max");
    assert.equal(clampThinkingLevel(fakeModel(), "high"), "off");
  });

  it("use the provider's word for an effort when the map has one", () => {
    assert.equal(effortFor(reasoning({ high: "x" }), "high"), "x");
    assert.equal(effortFor(reasoning(), "minimal", "low"), "low");
  });
});
