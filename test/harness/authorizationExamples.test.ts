import assert from "node:assert/strict";
import { authorizationExamples } from "./authorizationExamples.ts";
import { loadCorpora, type Corpora } from "./corpora.ts";

describe("authorization by message: examples", () => {
  let corpora: Corpora;
  before(async () => {
    corpora = await loadCorpora();
  });

  for (const examples of authorizationExamples) {
    it(`${examples.command}: ${examples.decision}`, () => {
      assert.notEqual(examples.messages.length, 0);
      assert.deepEqual(corpora.wrongExamples(examples), []);
    });
  }
});
