import assert from "node:assert/strict";
import { showHidden } from "./hidden.ts";

describe("hidden characters", () => {
  it("are written out", () => {
    assert.equal(
      showHidden("rm \u202Egnp.\u2066x\u200Bz\u{E0041}\u001B\t\n"),
      "rm [U+202E]gnp.[U+2066]x[U+200B]z[U+E0041][U+001B]\t\n",
    );
  });

  it("leave joiners and right-to-left letters alone", () => {
    const text = "שלום \u{1F468}\u200D\u{1F469} می\u200Cخواهم";
    assert.equal(showHidden(text), text);
  });
});
