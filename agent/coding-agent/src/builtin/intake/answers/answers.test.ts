import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { behind, click, typeOver, write } from "../../../../../../test/support/filledDocument.ts";
import {
  assertWellFormed,
  documentParts,
  withDocumentXml,
} from "../../../../../../test/support/wordDocument.ts";
import { renderDocument } from "../document/renderDocument.ts";
import type { Questionnaire } from "../questionnaire.ts";
import { formatAnswers, unanswered } from "./formatAnswers.ts";
import { loadAnswers } from "./loadAnswers.ts";
import { readAnswers } from "./readAnswers.ts";

const questionnaire: Questionnaire = {
  language: "en",
  title: "Change <it> & more",
  request: "change it",
  understood: ["You want a change."],
  groups: [
    {
      title: "What",
      questions: [
        { id: "which", kind: "choice", text: "Which one?", why: "W", options: ["X-ray", "The total"] },
        { id: "who", kind: "multi", text: "Who is affected?", why: "W", options: ["Buyers", "Sellers"] },
        { id: "why", kind: "text", text: "What should happen?", why: "W" },
      ],
    },
    {
      title: "Results",
      questions: [
        {
          id: "cases",
          kind: "examples",
          text: "Which results?",
          why: "W",
          columns: ["Goods", "Total"],
          sample: [["10", "12"]],
          rows: 2,
        },
        { id: "past", kind: "yesno", text: "Old ones too?", why: "W" },
        {
          id: "from",
          kind: "text",
          text: "From when?",
          why: "W",
          onlyIf: { question: "past", answer: true },
        },
      ],
    },
  ],
};

const empty = renderDocument(questionnaire);

/** The document as somebody filled it in. */
function filled(...changes: ((xml: string) => string)[]): Uint8Array {
  return withDocumentXml(empty, (xml) => changes.reduce((text, change) => change(text), xml));
}

function markdown(bytes: Uint8Array): string {
  const answers = readAnswers(bytes);
  assert.ok(answers);
  return formatAnswers(answers);
}

describe("answers of a questionnaire", () => {
  it("harness.md §11: a box, a line beside Other, a cell, a row, a follow-up that is not due", () => {
    const bytes = filled(
      click("The total"),
      behind("Who is affected?", "Other: ________________________________________", "Other: ___my uncle___"),
      write("What should happen?", "It rounds up &amp; stops"),
      write("Which results?", "20"),
      click("No<"),
    );
    assert.equal(
      markdown(bytes),
      [
        "# Change <it> & more\n",
        "## What\n",
        "1. Which one?\n- The total\n",
        "2. Who is affected?\n- Other: my uncle\n",
        "3. What should happen?\nIt rounds up & stops\n",
        "## Results\n",
        "4. Which results?\n| Goods | Total |\n| --- | --- |\n| 20 |  |\n",
        "5. Old ones too?\n- No\n",
        "6. From when?\n- (does not apply)\n",
      ].join("\n"),
    );
  });

  it("an empty one: every question that is due has no answer", () => {
    const answers = readAnswers(empty);
    assert.ok(answers);
    assert.deepEqual(unanswered(answers), [1, 2, 3, 4, 5]);
    assert.equal(formatAnswers(answers).match(/- \(no answer\)/gu)?.length, 5);
  });

  for (const mark of ["☒", "☑", "✓", "✔", "x", "X", "[x]"]) {
    it(`${mark} typed in the place of a box marks it`, () => {
      assert.match(markdown(filled(typeOver("X-ray", mark))), /Which one\?\n- X-ray\n/);
    });
  }

  it("a label that begins with an X is not marked by it", () => {
    const bytes = filled(typeOver("X-ray", ""));
    assert.match(markdown(bytes), /Which one\?\n- \(no answer\)/);
  });

  it("several boxes, and a follow-up that is due", () => {
    const bytes = filled(click("Buyers"), click("Sellers"), click("Yes<"), write("From when?", "May"));
    const text = markdown(bytes);
    assert.match(text, /Who is affected\?\n- Buyers\n- Sellers\n/);
    assert.match(text, /From when\?\nMay\n/);
  });

  it("a question that was deleted is not found, the others are", () => {
    const bytes = filled((xml) => xml.replace("2. Who is affected?", "gone"), click("The total"));
    const text = markdown(bytes);
    assert.match(text, /1\. Which one\?\n- The total\n/);
    assert.match(text, /2\. Who is affected\?\n- \(not found\)\n/);
    assert.match(text, /3\. What should happen\?\n- \(no answer\)\n/);
  });

  it("what is written at the end is not lost, and cannot pose as a heading", () => {
    const bytes = filled(write("Anything else?", "# Call me"));
    assert.match(markdown(bytes), /\n## Anything else\?\n\n\\# Call me\n$/);
  });

  it("deleted text does not count, inserted text does", () => {
    const bytes = filled(
      write(
        "What should happen?",
        "kept</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t> new",
      ),
      (xml) => xml.replace(" new</w:t></w:r>", " new</w:t></w:r></w:ins>"),
    );
    assert.match(markdown(bytes), /What should happen\?\nkept new\n/);
  });
});

describe("answers of a hostile questionnaire", () => {
  const hostile = "q\u001b]0;x\u0007\ufffe \ud800 \u202e\u200b{ MERGEFIELD a } =1+1 ]]> <w:p/>";
  const given: Questionnaire = {
    ...questionnaire,
    title: hostile,
    groups: [
      {
        title: hostile,
        questions: [
          { id: "a", kind: "choice", text: hostile, why: hostile, options: [hostile, "Other: x"] },
          { id: "b", kind: "text", text: hostile, why: hostile },
        ],
      },
    ],
  };
  const seen = "q]0;x � \u202e\u200b{ MERGEFIELD a } =1+1 ]]> <w:p/>";

  it("are found: what XML cannot hold is nowhere in the document", () => {
    const bytes = renderDocument(given);
    for (const [name, text] of documentParts(bytes)) {
      assert.doesNotMatch(text, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/u, name);
    }
    assertWellFormed(bytes);
    const text = markdown(bytes);
    assert.ok(text.startsWith(`# ${seen}\n\n## ${seen}\n\n1. ${seen}\n- (no answer)\n`), text);
    assert.doesNotMatch(text, /not found/);
  });

  it("an option that begins like the line beside Other is not taken for it", () => {
    const bytes = withDocumentXml(renderDocument(given), (xml) =>
      xml.replace(/Other: _+/u, "Other: the tax"),
    );
    assert.match(markdown(bytes), /\n- Other: the tax\n/);
    assert.doesNotMatch(markdown(bytes), /- Other: x\n/);
  });
});

describe("a file that is no questionnaire", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "relay-answers-"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const document = '<w:document xmlns:w="w"><w:body><w:p/></w:body></w:document>';
  const custom = (value: string): string =>
    `<Properties><property name="relay.intake"><lpwstr>${value}</lpwstr></property></Properties>`;
  const zip = (parts: Record<string, string>): Uint8Array =>
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));

  const rows: [string, Uint8Array, RegExp][] = [
    ["text", strToU8("hello"), /^Cannot read f\.docx: it is no Word document \(/],
    ["an empty file", new Uint8Array(), /^Cannot read f\.docx: it is no Word document \(/],
    [
      "another zip",
      zip({ "a.txt": "x" }),
      /^Cannot read f\.docx: it is no Word document \(it has no text part\)/,
    ],
    [
      "a damaged part",
      zip({ "word/document.xml": "<a><b></a>" }),
      /^Cannot read f\.docx: word\/document\.xml is damaged: /,
    ],
    [
      "entities that grow",
      zip({ "word/document.xml": `<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>` }),
      /^Cannot read f\.docx: word\/document\.xml has a document type/,
    ],
    [
      "a document of other origin",
      zip({ "word/document.xml": document }),
      /^Not a questionnaire made by \/intake: f\.docx$/,
    ],
    [
      "a property of somebody else",
      zip({ "word/document.xml": document, "docProps/custom.xml": custom("{&quot;v&quot;:2}") }),
      /^Not a questionnaire made by \/intake: f\.docx$/,
    ],
  ];
  const many = (count: number): string =>
    custom(
      JSON.stringify({
        v: 1,
        title: "t",
        language: "en",
        questions: Array.from({ length: count }, (_, n) => ({ n, group: "g", kind: "text", text: "q" })),
      }).replaceAll('"', "&quot;"),
    );
  rows.push(
    [
      "a small file of very many elements",
      zip({ "word/document.xml": document.replace("<w:p/>", "<w:p/>".repeat(600_000)) }),
      /^Cannot read f\.docx: word\/document\.xml has more than 500000 tags$/,
    ],
    [
      "more questions than a questionnaire has",
      zip({ "word/document.xml": document, "docProps/custom.xml": many(61) }),
      /^Not a questionnaire made by \/intake: f\.docx$/,
    ],
    ["a part of a file", renderDocument(questionnaire).slice(0, 3000), /^Cannot read f\.docx: /],
  );
  for (const [name, bytes, expected] of rows) {
    it(`harness.md §11: ${name}`, async () => {
      const path = join(folder, "f.docx");
      writeFileSync(path, bytes);
      await assert.rejects(loadAnswers(path, "f.docx"), { message: expected });
    });
  }

  it("no file, a folder", async () => {
    await assert.rejects(loadAnswers(join(folder, "none"), "none"), {
      message: "Cannot read none: there is no such file",
    });
    await assert.rejects(loadAnswers(folder, "f"), { message: "Cannot read f: it is a folder" });
  });
});
