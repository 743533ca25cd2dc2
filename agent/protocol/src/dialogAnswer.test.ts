import assert from "node:assert/strict";
import { authorizationAnswer, defaultDialogResult, dialogResult } from "./dialogAnswer.ts";

describe("dialogResult", () => {
  it("rpc.md 57: a confirmation gives the answer", () => {
    assert.equal(dialogResult("confirm", { confirmed: true }), true);
    assert.equal(dialogResult("confirm", { confirmed: false }), false);
  });

  it("rpc.md 58: a confirmation of the wrong shape is a no", () => {
    const answers = [
      { value: "x" },
      {},
      { cancelled: true, confirmed: true },
      { confirmed: "true" },
      { confirmed: 1 },
    ];
    assert.deepEqual(
      answers.map((answer) => dialogResult("confirm", answer)),
      [false, false, false, false, false],
    );
  });

  it("rpc.md 58: a selection passes on what was sent, also what was not offered", () => {
    assert.equal(dialogResult("select", { value: "Z" }), "Z");
    for (const answer of [{ cancelled: true }, {}, { confirmed: true }]) {
      assert.equal(dialogResult("select", answer), undefined);
    }
  });

  it("rpc.md 58: an empty text is an answer, a number is none", () => {
    for (const method of ["input", "editor"] as const) {
      assert.equal(dialogResult(method, { value: "" }), "");
      assert.equal(dialogResult(method, { value: 5 }), undefined);
    }
  });

  it("cancelled beats a value, and cancelled:false is ignored", () => {
    assert.equal(dialogResult("input", { cancelled: true, value: "x" }), undefined);
    assert.equal(dialogResult("input", { cancelled: false, value: "x" }), "x");
    assert.equal(dialogResult("confirm", { cancelled: false, confirmed: true }), true);
  });
});

describe("defaultDialogResult", () => {
  it("is no for a confirmation and nothing for the rest", () => {
    assert.deepEqual(
      (["select", "confirm", "input", "editor"] as const).map((method) => defaultDialogResult(method)),
      [undefined, false, undefined, undefined],
    );
  });
});

describe("authorizationAnswer", () => {
  const asked = {
    kind: "authorization" as const,
    command: "git push --force",
    effects: ["external" as const],
    operations: ["push"],
    targets: [{ remote: "origin" }],
    reason: "rewrites a remote branch",
    allowSession: true,
  };

  it("rpc-additions.md 21: a plain yes counts once", () => {
    assert.deepEqual(authorizationAnswer(asked, { confirmed: true }), { confirmed: true });
  });

  it("rpc-additions.md 22: a yes for the session counts where it was offered", () => {
    const answer = { confirmed: true, remember: "session" };
    assert.deepEqual(authorizationAnswer(asked, answer), answer);
    assert.deepEqual(authorizationAnswer({ ...asked, allowSession: false }, answer), { confirmed: true });
    assert.deepEqual(authorizationAnswer(asked, { confirmed: true, remember: "ever" }), { confirmed: true });
    assert.deepEqual(authorizationAnswer(asked, { ...answer, confirmed: false }), { confirmed: false });
  });

  it("rpc-additions.md 23: a no passes its reason on", () => {
    const answer = { confirmed: false, reason: "use a branch" };
    assert.deepEqual(authorizationAnswer(asked, answer), answer);
    assert.deepEqual(authorizationAnswer(asked, { ...answer, confirmed: true }), { confirmed: true });
    assert.deepEqual(authorizationAnswer(asked, { ...answer, reason: 5 }), { confirmed: false });
  });

  it("anything else is a no without a reason", () => {
    for (const answer of [{}, { value: "yes" }, { cancelled: true, confirmed: true, reason: "r" }]) {
      assert.deepEqual(authorizationAnswer(asked, answer), { confirmed: false });
    }
  });
});
