import assert from "node:assert/strict";
import { turnKind } from "./turnKind.ts";

describe("turnKind", () => {
  it("harness.md §4: a message without words is a request", () => {
    assert.deepEqual(["", "```ts\nwhy?\n```", "> why does it fail?"].map(turnKind), [
      "request",
      "request",
      "request",
    ]);
  });

  it("harness.md §4: a directive in any sentence wins over its questions", () => {
    assert.equal(turnKind("Why is it slow? I have no idea. Add a cache in src/db.ts."), "request");
  });

  it("harness.md §4: a hold wins over a directive", () => {
    assert.equal(turnKind("Add a cache in src/db.ts. Don't write any code yet."), "question");
    assert.equal(turnKind("Adicione um cache. Não escreva código ainda."), "question");
    assert.equal(turnKind("Agrega una caché. No escribas código todavía."), "question");
  });

  it("harness.md §4: a prohibition with an object of its own is no hold", () => {
    assert.equal(turnKind("Add a cache and don't change anything in src/api"), "request");
    assert.equal(turnKind("Adicione um cache e não altere nada em src/api"), "request");
    assert.equal(turnKind("Agrega una caché y no cambies nada en src/api"), "request");
  });

  it("harness-amendments.md 23: a verb that is the subject of another verb directs nothing", () => {
    assert.equal(turnKind("Run all takes too long. Is that expected?"), "question");
    assert.equal(turnKind("Build output goes to dist. Why?"), "question");
    assert.equal(turnKind("Teste de login falha no CI. Por quê?"), "question");
  });
});
