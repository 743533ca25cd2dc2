import assert from "node:assert/strict";
import { everydayMessages, loadCorpora, type Corpora } from "./corpora.ts";

const kinds = ["rule", "turn", "correction", "assent", "change", "claim", "authorization"];

describe("harness: everyday messages", () => {
  let corpora: Corpora;
  before(async () => {
    corpora = await loadCorpora();
  });

  for (const kind of kinds) {
    const count = everydayMessages.filter(([own]) => own === kind).length;
    it(`${kind}: ${count} texts are judged rightly`, () => {
      assert.ok(count > 0);
      assert.deepEqual(corpora.wrongMessages(kind), []);
    });
  }

  it("each text is of one of these kinds", () => {
    const others = everydayMessages.filter(([kind]) => !kinds.includes(kind));
    assert.deepEqual(others, []);
  });
});
