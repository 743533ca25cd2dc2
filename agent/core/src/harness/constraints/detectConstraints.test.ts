import assert from "node:assert/strict";
import { detectConstraints } from "./detectConstraints.ts";

const brief = (message: string): string[] =>
  detectConstraints(message).map((rule) => `${rule.lang} ${rule.form}: ${rule.text}`);

describe("detectConstraints", () => {
  it("harness.md §2: names the form of each rule", () => {
    const cases: readonly (readonly [string, string])[] = [
      ["Never log tokens", "never"],
      ["Don't log tokens", "prohibit"],
      ["I don't want any mocks", "desire"],
      ["Tokens must not be logged", "modal"],
      ["Every handler must validate its input", "universal"],
      ["Handlers must be pure", "plural"],
      ["Always validate input", "always"],
      ["Only touch files in src", "only"],
      ["Use tabs instead of spaces", "substitution"],
      ["Keep handlers small", "keep"],
      ["No mocks", "none"],
      ["After each migration, run the tests", "each"],
      ["The vendor folder is read-only", "status"],
      ["Make sure no secret is logged", "ensure"],
      ["We never squash here", "convention"],
      ["From now on answer briefly", "standing"],
      ["Rules:\n- tabs", "list"],
    ];
    assert.deepEqual(
      cases.map(([message]) => [message, detectConstraints(message)[0]?.form]),
      cases.map((row) => [...row]),
    );
  });

  it("harness.md §2: records the clause of a sentence with several, in the developer's own words", () => {
    assert.deepEqual(brief("Fix `login`, but never log `tokens` or “secrets”; it's in src/a.ts"), [
      "en never: never log `tokens` or “secrets”;",
    ]);
    assert.deepEqual(brief("- Please NEVER use `any`!"), ["en never: Please NEVER use `any`!"]);
  });

  it("harness.md §2: records every rule of a message, in its language", () => {
    assert.deepEqual(brief("Never push. Não altere os testes. No toques la caché. Fix it."), [
      "en never: Never push.",
      "pt prohibit: Não altere os testes.",
      "es prohibit: No toques la caché.",
    ]);
  });

  it("harness.md §2: at most 300 characters of a rule, and 20 rules of a message", () => {
    const long = `Never use ${"x".repeat(400)}`;
    assert.deepEqual(
      detectConstraints(long).map((rule) => rule.text),
      [`${long.slice(0, 300)}…`],
    );
    const many = Array.from({ length: 30 }, (_, index) => `Never use module${index}.`).join("\n");
    assert.equal(detectConstraints(many).length, 20);
  });

  it("harness.md §2: a rule repeated in one message is recorded once", () => {
    assert.deepEqual(brief("Never push. never push!"), ["en never: Never push."]);
  });

  it("harness.md §2: clauses of one word or of more than 45 are no rules", () => {
    assert.deepEqual(brief("never"), []);
    assert.equal(brief(`never use ${"a ".repeat(43)}`).length, 1);
    assert.deepEqual(brief(`never use ${"a ".repeat(44)}`), []);
  });

  it("harness-lexicons.md L1: the language before the message decides where nothing else does", () => {
    assert.deepEqual(
      (["en", "pt", "es"] as const).map(
        (language) => detectConstraints("evite mocks", { language })[0]?.lang,
      ),
      ["en", "pt", "es"],
    );
  });

  it("harness.md §2: what is quoted, fenced or expanded states no rule", () => {
    assert.deepEqual(brief('"Never push."'), []);
    assert.deepEqual(brief("It prints 'never push' and `Don't push`"), []);
    assert.deepEqual(brief('<skill name="a" location="b">\nNever push.\n</skill>'), []);
  });

  it("harness.md §2: bullets under a heading of rules", () => {
    assert.deepEqual(
      brief("**House rules:**\n- tabs\n- why tabs?\n- only today: spaces\n- never push\n\nFix it"),
      ["en list: tabs", "en never: never push"],
    );
    assert.deepEqual(brief("Files:\n- a.ts\n- b.ts"), []);
    const bullets = Array.from({ length: 15 }, (_, index) => `- item ${index}`).join("\n");
    assert.equal(detectConstraints(`Reglas del proyecto:\n${bullets}`).length, 12);
  });

  it("harness-amendments.md 22: a prohibition tied to the message is no standing rule", () => {
    for (const message of [
      "Don't do anything, just look",
      "do not make any changes yet",
      "For now, don't touch the css",
      "Por enquanto, não mexa no css",
      "Por ahora, no toques el css",
      "não faça nada, só analisa",
      "no hagas nada, solo mira",
      "only investigate",
    ]) {
      assert.deepEqual(brief(message), [], message);
    }
    assert.deepEqual(brief("Don't change anything in src"), ["en prohibit: Don't change anything in src"]);
    assert.deepEqual(brief("Don't push until I say so, not even today"), [
      "en prohibit: Don't push until I say so, not even today",
    ]);
  });

  it("harness-amendments.md 24: product behaviour is no rule", () => {
    for (const message of [
      "whenever a user signs up, send an email",
      "every time the timer ticks, redraw the chart",
      "whenever I press save, don't close the dialog",
      "toda vez que o usuário entra, mostre o aviso",
      "cada vez que el usuario entra, muestra el aviso",
      "on each level, spawn more enemies",
      "the modal should never close by itself",
    ]) {
      assert.deepEqual(brief(message), [], message);
    }
    assert.deepEqual(brief("whenever a test fails, stop and tell me"), [
      "en each: whenever a test fails, stop and tell me",
    ]);
  });

  it("harness-amendments.md 25: frequent verbs are directives", () => {
    for (const message of ["Always read the spec", "Sempre analise o log", "Siempre lee la especificación"]) {
      assert.equal(brief(message).length, message.startsWith("Siempre lee") ? 0 : 1, message);
    }
    assert.equal(brief("Antes de cada cambio, lee la especificación").length, 1);
  });

  it("harness.md §2: what each rule says about actions", () => {
    const atoms = (message: string): string[] =>
      detectConstraints(message)[0]!.atoms.map(
        ({ polarity, group, objects }) => `${polarity} ${group} ${objects.join(",")}`,
      );
    assert.deepEqual(
      [
        "Never edit `a.ts` or the tests",
        "Use pnpm instead of npm",
        "No new dependencies",
        "I don't want new screens",
        "The migrations folder is off limits",
        "Don't push",
        "Não altere as migrações",
        "Generated files must not be edited",
        "Keep it small",
      ].map(atoms),
      [
        ["- change a.ts,test"],
        ["+ use pnpm", "- use npm"],
        ["- add dependency"],
        ["- add screen"],
        ["- change migration,folder"],
        ["- push "],
        ["- change migration"],
        ["- change generated,file"],
        [],
      ],
    );
  });
});
