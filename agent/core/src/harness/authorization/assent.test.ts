import assert from "node:assert/strict";
import { isAssent } from "./assent.ts";

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
