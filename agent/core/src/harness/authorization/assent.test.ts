import assert from "node:assert/strict";
import { isAssent } from "./assent.ts";

/** A16 is about the ledger: see approvalLedger.test.ts. */
const vectors: Record<string, [string, boolean]> = {
  A1: ["yes", true],
  A2: ["Sim", true],
  A3: ["ok", true],
  A4: ["go ahead", true],
  A5: ["Sí, dale", true],
  A6: ["Yes, please.", true],
  A7: ["pode ir", true],
  A8: ["Yes, go ahead and thanks for asking first", true],
  A9: ["no", false],
  A10: ["yes, but not with force", false],
  A11: ["ok?", false],
  A12: ["sim, mas só amanhã", false],
  A13: ["What would it push?", false],
  A14: ["not ok", false],
  A15: ["fix the typo first", false],
  A17: ["ok, now fix the typo", false],
  A18: ["sim, pode rodar", true],
  A19: ["👍", true],
  A20: ["sure", true],
};

const yes = [
  "Yes!",
  "YES PLEASE",
  "y",
  "yep, do it",
  "Ok, go ahead",
  "sure, go for it",
  "approved 👍",
  "✅",
  "👍🏽",
  "> may I push?\n\nyes",
  "Yes. Then open the pull request.",
  "sim, por favor",
  "s",
  "claro, pode ir",
  "Confirmo.",
  "beleza, manda ver",
  "si",
  "sí, por favor",
  "de acuerdo",
  "adelante, gracias",
];

const no = [
  "",
  "please",
  "thanks",
  "nope",
  "yes?",
  "is it ok",
  "Yes, when the tests pass",
  "yes, later",
  "yes, except the tag",
  "sure, but use --dry-run",
  "yes, don't push the tag",
  "ok fix the typo",
  "ok ok ok ok ok ok ok",
  "yes and no",
  "sim, porém não com força",
  "sim, quando os testes passarem",
  "agora não",
  "não",
  "sí, pero mañana",
  "vale, ahora corrige el error",
  "no, gracias",
  "nunca",
];

describe("isAssent", () => {
  for (const [id, [message, approves]] of Object.entries(vectors)) {
    it(`harness.md V10 ${id}: "${message}"`, () => {
      assert.equal(isAssent(message), approves);
    });
  }

  it("takes a clear yes in three languages", () => {
    assert.deepEqual(
      yes.filter((message) => !isAssent(message)),
      [],
    );
  });

  it("takes no condition, change or other order for a yes", () => {
    assert.deepEqual(
      no.filter((message) => isAssent(message)),
      [],
    );
  });
});
