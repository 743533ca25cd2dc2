import assert from "node:assert/strict";
import fc from "fast-check";
import { auditSkill, type AuditedSkill } from "./auditSkill.ts";
import { findReferences } from "./skillReferences.ts";

function audit(skill: Partial<AuditedSkill>): string[] {
  const findings = auditSkill({
    name: "pdf",
    description: "Reads PDF files.",
    entry: "",
    files: [],
    ...skill,
  });
  return findings.map(({ rule, path }) => (path === undefined ? rule : `${rule} ${path}`));
}

const lines = (count: number): string => "Some text\n".repeat(count);

describe("auditSkill", () => {
  it("measures entry and description", () => {
    assert.deepEqual(audit({ entry: lines(300), description: "d".repeat(300) }), []);
    assert.deepEqual(audit({ entry: lines(301), description: "d".repeat(301) }), [
      "entry-long-flat",
      "description-long",
    ]);
    assert.deepEqual(audit({ entry: `Read a.md when asked.\n${lines(300)}`, files: ["SKILL.md", "a.md"] }), [
      "entry-long",
    ]);
  });

  it("follows links, code spans and bare words", () => {
    const entry = [
      "Read [the forms](forms.md#fields) when a form is filled in.",
      "- For tables run `python scripts/tables.py input.csv`",
      "  because they need merging",
      "- references/api.md",
      "See templates/ for letters. Needs Node.js 20 and https://example.com/a.md.",
      "[top](#top), [site](https://example.com/x.md), [root](/etc/passwd), [up](../other.md)",
      "```",
      "cat gone.md",
      "```",
    ].join("\n");
    const files = ["SKILL.md", "forms.md", "scripts/tables.py", "references/api.md", "templates/letter.txt"];
    assert.deepEqual(findReferences(entry, files), [
      { path: "forms.md", hasReason: true },
      { path: "scripts/tables.py", hasReason: true },
      { path: "input.csv", hasReason: true },
      { path: "references/api.md", hasReason: false },
      { path: "templates/", hasReason: true },
    ]);
    assert.deepEqual(audit({ entry, files }), [
      "missing-reference input.csv",
      "reference-without-reason references/api.md",
    ]);
  });

  it("a directory covers its files, and some files need no reference", () => {
    const files = [
      "SKILL.md",
      "LICENSE.txt",
      ".gitignore",
      "node_modules/x/index.js",
      "scripts/__pycache__/a.pyc",
      "scripts/a.py",
      "lost.md",
    ];
    assert.deepEqual(audit({ entry: "Run scripts/ when the input is a table.", files }), [
      "unreferenced-file lost.md",
    ]);
  });

  it("one place with a reason is enough, in each language", () => {
    const files = ["SKILL.md", "references/a.md", "references/b.md"];
    const entry = [
      "- references/a.md",
      "- Leia references/a.md quando houver tabelas",
      "- Lee `references/b.md` si hay formularios",
    ].join("\n");
    assert.deepEqual(audit({ entry, files }), []);
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), fc.array(fc.string()), (entry, files) => {
        auditSkill({ name: "s", description: "", entry, files });
      }),
    );
  });
});
