import assert from "node:assert/strict";
import { correctionEntryType, CorrectionLedger } from "./correctionLedger.ts";

describe("CorrectionLedger", () => {
  it("harness.md §5: records the first two sentences, restates them in their request, and replays", () => {
    assert.equal(correctionEntryType, "relay.harness.correction");
    const ledger = new CorrectionLedger();
    assert.deepEqual(ledger.record("Add a parser", "m1", { afterWork: false }), []);
    const written = ledger.record("No, that's overkill. Use a regular expression. And add tests.", "m2", {
      afterWork: true,
    });
    const text = "No, that's overkill. Use a regular expression.";
    assert.deepEqual(written, [{ v: 1, op: "add", id: "k1", text, entryId: "m2" }]);
    const record = { id: "k1", text, entryId: "m2", retracted: false };
    assert.deepEqual(ledger.restated(["m2", "m3"]), [record]);
    assert.deepEqual(ledger.restated(["m4"]), []);
    assert.deepEqual(
      CorrectionLedger.replay([null, { v: 2 }, { v: 1, op: "add", id: "k9" }, ...written]).all,
      [record],
    );
  });

  it("harness.md §5: at most 300 characters", () => {
    const message = `That's too complex ${"x".repeat(400)}`;
    const [data] = new CorrectionLedger().record(message, "m", { afterWork: true });
    assert.equal(data?.op === "add" ? data.text : "", `${message.slice(0, 300)}…`);
  });

  it("harness.md §2: a retracted correction is restated no more, and its id is not used again", () => {
    const ledger = new CorrectionLedger();
    const added = ledger.record("Undo that", "m1", { afterWork: true });
    const retracted = ledger.retract("k1");
    assert.deepEqual(retracted, { v: 1, op: "retract", id: "k1" });
    assert.equal(ledger.retract("k1"), undefined);
    assert.deepEqual(ledger.restated(["m1"]), []);
    const replayed = CorrectionLedger.replay([...added, retracted]);
    assert.deepEqual(replayed.all, ledger.all);
    assert.deepEqual(
      CorrectionLedger.replay([], { elsewhere: added })
        .record("Undo that", "m2", { afterWork: true })
        .map((data) => data.id),
      ["k2"],
    );
  });
});
