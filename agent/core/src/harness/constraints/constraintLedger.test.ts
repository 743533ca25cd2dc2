import assert from "node:assert/strict";
import type { ConstraintData } from "./constraintData.ts";
import { ConstraintLedger } from "./constraintLedger.ts";

/** Feeds messages `m1`, `m2`... to a new ledger. */
function ledgerAfter(...messages: string[]): { ledger: ConstraintLedger; written: ConstraintData[] } {
  const ledger = new ConstraintLedger();
  const written = messages.flatMap((message, index) => ledger.record(message, `m${index + 1}`));
  return { ledger, written };
}

const activeTexts = (ledger: ConstraintLedger): string[] => ledger.active.map((rule) => rule.text);

describe("ConstraintLedger", () => {
  const sequences: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ["G1", ["Never use `any`", "never use `any`!"], ["Never use `any`"]],
    ["G2", ["Use pnpm instead of npm", "Use npm instead of pnpm"], ["Use npm instead of pnpm"]],
    ["G3", ["Não altere os testes", "Pode alterar os testes"], []],
    ["G4", ["Don't touch the migrations folder", "You can touch the migrations folder now"], []],
    ["G6", ["Never use `any`", "Don't push yet"], ["Never use `any`"]],
    ["G8", ["Never use `any`", "Always add types", "Forget the rule about `any`"], ["Always add types"]],
    ["G9", ["Never use `any`", "Forget all the rules"], []],
    ["G11", ["No toques los tests", "Puedes tocar el README"], ["No toques los tests"]],
    [
      "G13",
      ["Keep functions under 50 lines", "Keep functions under 80 lines"],
      ["Keep functions under 80 lines"],
    ],
    [
      "G14",
      ["Every endpoint in orders must have a test", "Every endpoint in users must have a test"],
      ["Every endpoint in orders must have a test", "Every endpoint in users must have a test"],
    ],
    ["G18", ["Always write tests", "don't write tests for now"], ["Always write tests"]],
    ["G19", ["Never use lodash", "Never use var"], ["Never use lodash", "Never use var"]],
    ["G20", ["nao altere os testes", "Não altere os testes!"], ["nao altere os testes"]],
  ];
  for (const [name, messages, active] of sequences) {
    it(`harness-vectors.md V13 ${name}: ${messages.join(" / ")}`, () => {
      assert.deepEqual(activeTexts(ledgerAfter(...messages).ledger), active);
    });
  }

  const exceptions: readonly (readonly [string, string, string, string])[] = [
    ["V13 G5", "Não altere os testes", "Update the tests for the new API", "Não altere os testes"],
    ["V13 G7", "No new dependencies", "Add the dependency zod", "No new dependencies"],
    ["V13 G15", "commit but don't push", "ok push it", "don't push"],
    [
      "V13 G16",
      "don't touch the db layer",
      "can you change the db layer to use a pool?",
      "don't touch the db layer",
    ],
    ["V13 G17", "Don't edit src/api", "edit src/api/a.ts", "Don't edit src/api"],
  ];
  for (const [name, rule, message, text] of exceptions) {
    it(`harness-vectors.md ${name}: ${rule} / ${message}`, () => {
      const { ledger, written } = ledgerAfter(rule, message);
      assert.deepEqual(activeTexts(ledger), [text]);
      assert.deepEqual(ledger.exceptions(message, "m2"), ["c1"]);
      assert.equal(written.length, 1);
      assert.deepEqual(ledger.exceptions("what changed?", "m3"), []);
    });
  }

  it("harness-vectors.md V13 G10: a branch sees its own rules, and their ids are not used again", () => {
    const { written } = ledgerAfter("Nunca use `any`");
    const branch = ConstraintLedger.replay([], { elsewhere: written });
    const added = branch.record("Always add types", "b1");
    assert.deepEqual(added, [
      { v: 1, op: "add", id: "c2", text: "Always add types", lang: "en", form: "always", entryId: "b1" },
    ]);
    assert.deepEqual(activeTexts(ConstraintLedger.replay(added)), ["Always add types"]);
  });

  it("harness-vectors.md V13 G12: a replay of the entries is the same ledger", () => {
    const { ledger, written } = ledgerAfter(
      "Do not commit to main",
      "Always use tabs",
      "Forget the rule about tabs",
    );
    assert.deepEqual(ConstraintLedger.replay(written).all, ledger.all);
    assert.deepEqual(activeTexts(ledger), ["Do not commit to main"]);
  });
});
