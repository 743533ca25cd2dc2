import assert from "node:assert/strict";
import { constraintEntryType, type ConstraintData } from "./constraintData.ts";
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

describe("ConstraintLedger, entries", () => {
  it("harness.md §2: writes what a session file holds", () => {
    assert.equal(constraintEntryType, "relay.harness.constraint");
    const { written } = ledgerAfter(
      "Keep functions under 50 lines",
      "Keep functions under 80 lines",
      "Always use tabs",
      "Never use tabs",
      "Forget all the rules",
    );
    assert.deepEqual(written, [
      {
        v: 1,
        op: "add",
        id: "c1",
        text: "Keep functions under 50 lines",
        lang: "en",
        form: "keep",
        entryId: "m1",
      },
      {
        v: 1,
        op: "add",
        id: "c2",
        text: "Keep functions under 80 lines",
        lang: "en",
        form: "keep",
        entryId: "m2",
        supersedes: "c1",
      },
      { v: 1, op: "add", id: "c3", text: "Always use tabs", lang: "en", form: "always", entryId: "m3" },
      { v: 1, op: "retract", id: "c3", reason: "contradicted", entryId: "m4" },
      { v: 1, op: "add", id: "c4", text: "Never use tabs", lang: "en", form: "never", entryId: "m4" },
      { v: 1, op: "retract", id: "c2", reason: "developer", entryId: "m5" },
      { v: 1, op: "retract", id: "c4", reason: "developer", entryId: "m5" },
    ]);
    assert.deepEqual(
      ConstraintLedger.replay(written).all.map(({ id, status, reason }) => [id, status, reason]),
      [
        ["c1", "superseded", "superseded"],
        ["c2", "retracted", "developer"],
        ["c3", "retracted", "contradicted"],
        ["c4", "retracted", "developer"],
      ],
    );
  });

  const forgotten: [rule: string, message: string][] = [
    ["Never use any", "Forget the rule about any"],
    ["Never use any", "Forget the rule about `any`"],
    ["Never use `any`", "forget the rule about any"],
    ["Never use `any`", "Drop the any rule"],
    ["Don't push", "Forget the rule about pushing"],
    ["Never commit to main", "ignore what I said about committing"],
    ["Nunca use any", "Esqueça a regra sobre any"],
    ["Não altere os testes", "Ignore a regra sobre os testes"],
    ["Nunca uses any", "Olvida la regla sobre any"],
  ];
  for (const [rule, message] of forgotten) {
    it(`harness.md §2: ${rule} / ${message}`, () => {
      assert.deepEqual(activeTexts(ledgerAfter("Always add types", rule, message).ledger), [
        "Always add types",
      ]);
    });
  }

  it("harness.md §2: what no rule is about ends none", () => {
    const { ledger } = ledgerAfter("Never use `any`", "Forget the rule about commits");
    assert.deepEqual(activeTexts(ledger), ["Never use `any`"]);
  });

  it("harness.md §2: a newer number replaces the older, a name with digits is another name", () => {
    const lines = ledgerAfter("Keep lines under 80 columns", "Keep lines under 100 columns");
    assert.deepEqual(activeTexts(lines.ledger), ["Keep lines under 100 columns"]);
    const named = [
      ["Never import module1", "Never import module2"],
      ["Don't touch the v1 API", "Don't touch the v2 API"],
      ["Never edit packages/app-1", "Never edit packages/app-2"],
      ["Never save files in utf-8", "Never save files in utf-16"],
    ];
    for (const rules of named) assert.deepEqual(activeTexts(ledgerAfter(...rules).ledger), rules);
  });

  it("harness.md §2: a retracted rule that is stated again is a new one", () => {
    const { ledger } = ledgerAfter("Never push");
    assert.deepEqual(ledger.retract("c1", "m1"), {
      v: 1,
      op: "retract",
      id: "c1",
      reason: "developer",
      entryId: "m1",
    });
    assert.equal(ledger.retract("c1", "m1"), undefined);
    assert.equal(ledger.retract("c9", "m1"), undefined);
    assert.deepEqual(
      ledger.record("Never push", "m2").map((data) => data.id),
      ["c2"],
    );
  });

  it("harness.md §2: entries that this version does not know are skipped", () => {
    const known = { v: 1, op: "add", id: "c7", text: "Never push", lang: "en", form: "never", entryId: "m" };
    const unknown = [
      null,
      1,
      "x",
      [],
      { ...known, v: 2 },
      { ...known, op: "move" },
      { ...known, lang: "fr" },
      { v: 1 },
    ];
    const ledger = ConstraintLedger.replay([
      ...unknown,
      known,
      { v: 1, op: "retract", id: "c8", reason: "developer", entryId: "m" },
    ]);
    assert.deepEqual(activeTexts(ledger), ["Never push"]);
    assert.deepEqual(
      ledger.record("Never commit", "n").map((data) => data.id),
      ["c9"],
    );
  });

  it("harness.md §2: a form of a later version is kept, without a meaning", () => {
    const data = {
      v: 1,
      op: "add",
      id: "c1",
      text: "Never push",
      lang: "en",
      form: "constructor",
      entryId: "m",
    };
    const ledger = ConstraintLedger.replay([data]);
    assert.deepEqual(activeTexts(ledger), ["Never push"]);
    assert.deepEqual(ledger.exceptions("push it"), []);
  });

  it("harness.md §2: restates the newest 20, oldest first", () => {
    const ledger = new ConstraintLedger();
    for (let index = 1; index <= 25; index++)
      ledger.record(`Never use module${String.fromCharCode(96 + index)}`, `m${index}`);
    const { rules, older } = ledger.restated;
    assert.deepEqual([rules.length, rules[0]?.id, rules.at(-1)?.id, older], [20, "c6", "c25", 5]);
  });

  it("harness.md §2: restates at most 4,000 characters", () => {
    const ledger = new ConstraintLedger();
    const letters = "abcdefghijklmnop";
    for (const letter of letters) ledger.record(`Never use ${letter.repeat(280)}`, letter);
    assert.deepEqual([ledger.restated.rules.length, ledger.restated.older], [13, 3]);
  });
});

describe("ConstraintLedger, what ends a rule", () => {
  const sequences: readonly (readonly [readonly string[], readonly string[]])[] = [
    [["Never push", "Always use tabs", "You can push now"], ["Always use tabs"]],
    [["Não mexa nos testes", "agora pode mexer nos testes"], []],
    [["No uses lodash", "ya puedes usar lodash"], []],
    [["Always write tests", "You no longer need to write tests"], []],
    [["Sempre escreva testes", "não precisa mais escrever testes"], []],
    [["Siempre escribe tests", "ya no hace falta escribir tests"], []],
    [["Don't edit the tests", "Editing the tests is allowed now"], []],
    [["Don't edit the tests", "Can you edit the tests?"], ["Don't edit the tests"]],
    [["Don't edit the tests", "you can edit the tests this time"], ["Don't edit the tests"]],
    [["Never use lodash", "Never use moment", "drop the lodash rule"], ["Never use moment"]],
    [["Never use lodash", "Never use moment", "ignore what I said about lodash"], ["Never use moment"]],
    [["Never use lodash", "Never use moment", "forget that rule"], ["Never use lodash"]],
    [["Nunca use lodash", "Nunca use moment", "esqueça a regra sobre o moment"], ["Nunca use lodash"]],
    [["Nunca uses lodash", "Nunca uses moment", "olvida la regla sobre lodash"], ["Nunca uses moment"]],
    [["Nunca uses lodash", "Nunca uses moment", "olvida todas las reglas"], []],
    [["No new dependencies", "Always add dependencies with pnpm"], ["Always add dependencies with pnpm"]],
    [
      ["Only change files under src", "Don't touch src/legacy"],
      ["Only change files under src", "Don't touch src/legacy"],
    ],
    [["Don't edit src/api", "Always edit src/api/a.ts by hand"], ["Always edit src/api/a.ts by hand"]],
    [["Never use lodash", "forget the rule about moment"], ["Never use lodash"]],
  ];
  for (const [messages, active] of sequences) {
    it(`harness.md §2: ${messages.join(" / ")}`, () => {
      assert.deepEqual(activeTexts(ledgerAfter(...messages).ledger), active);
    });
  }

  it("harness.md §2: a message is no exception to the rules it states itself", () => {
    const message = "Push the branch, but never push tags";
    const { ledger } = ledgerAfter(message);
    assert.deepEqual(ledger.exceptions(message, "m1"), []);
    assert.deepEqual(ledger.exceptions("push the tags", "m2"), ["c1"]);
    assert.deepEqual(ledger.exceptions("don't push the tags", "m2"), []);
  });
});
