import assert from "node:assert/strict";
import { gatedCommands, harmlessCommands, loadCorpora, type Corpora } from "./corpora.ts";

describe("harness: everyday commands", () => {
  let corpora: Corpora;
  before(async () => {
    corpora = await loadCorpora();
  });

  it(`none of ${harmlessCommands.length} harmless commands is asked about`, () => {
    assert.ok(harmlessCommands.length >= 1000);
    assert.deepEqual(corpora.wrongHarmless(), []);
  });

  it(`each of ${gatedCommands.length} destructive or external commands is found`, () => {
    assert.ok(gatedCommands.length >= 600);
    assert.deepEqual(corpora.wrongGated(), []);
  });
});
