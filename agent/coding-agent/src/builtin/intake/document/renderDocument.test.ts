import assert from "node:assert/strict";
import {
  assertWellFormed,
  documentParts,
  documentText,
} from "../../../../../../test/support/wordDocument.ts";
import type { Question, Questionnaire } from "../questionnaire.ts";
import { renderDocument } from "./renderDocument.ts";

function questionnaire(changes: Partial<Questionnaire> = {}): Questionnaire {
  return {
    language: "pt",
    title: "Um título",
    request: "o pedido",
    understood: ["Entendemos."],
    groups: [
      {
        title: "Tópico",
        questions: [
          { id: "a", kind: "examples", text: "Que casos?", why: "W", columns: ["Entra", "Sai"], rows: 2 },
          { id: "b", kind: "choice", text: "Qual?", why: "W", options: ["Um", "Dois"], other: false },
          { id: "c", kind: "yesno", text: "É?", why: "W", unknown: false },
        ],
      },
    ],
    ...changes,
  };
}

async function xmlOf(given: Questionnaire): Promise<string> {
  return documentParts(renderDocument(given)).get("word/document.xml") ?? "";
}

describe("the Word document", () => {
  it("tells its title and its language", async () => {
    const parts = documentParts(renderDocument(questionnaire()));
    const core = parts.get("docProps/core.xml") ?? "";
    assert.match(core, /<dc:title>Um título<\/dc:title>/);
    assert.match(core, /<dc:language>pt-BR<\/dc:language>/);
    assert.match(parts.get("word/styles.xml") ?? "", /<w:lang w:val="pt-BR"\/>/);
  });

  it("harness.md §11: has the styles that it uses", async () => {
    const parts = documentParts(renderDocument(questionnaire()));
    const styles = parts.get("word/styles.xml") ?? "";
    for (const style of ["Normal", "Title", "Heading1", "Heading2", "TableGrid", "ListParagraph"]) {
      assert.ok(styles.includes(`w:styleId="${style}"`), style);
    }
    const used = [
      ...(parts.get("word/document.xml") ?? "").matchAll(/<w:(?:pStyle|tblStyle) w:val="(\w+)"/gu),
    ];
    const missing = used.map(([, name]) => name).filter((name) => !styles.includes(`w:styleId="${name}"`));
    assert.deepEqual(missing, []);
  });

  it("can be read without seeing it: headings, a heading row, names of tables and boxes", async () => {
    const xml = await xmlOf(questionnaire());
    assert.equal(xml.match(/<w:pStyle w:val="Title"\/>/gu)?.length, 1);
    assert.equal(xml.match(/<w:pStyle w:val="Heading2"\/>/gu)?.length, 3);
    assert.equal(xml.match(/<w:tblHeader\/>/gu)?.length, 1);
    assert.deepEqual(
      [...xml.matchAll(/<w:tblCaption w:val="([^"]+)"/gu)].map(([, name]) => name),
      ["Sua resposta 1", "Mais alguma coisa?"],
    );
    assert.deepEqual(
      [...xml.matchAll(/<w:alias w:val="([^"]+)"/gu)].map(([, name]) => name),
      ["Um", "Dois", "Não sei", "Sim", "Não"],
    );
  });

  it("has boxes that can be clicked, each with an id of its own", async () => {
    const xml = await xmlOf(questionnaire());
    assert.match(xml, /^<\?xml[^>]*><w:document[^>]*mc:Ignorable="[^"]*\bw14\b/);
    const boxes = xml.match(/<w14:checkbox><w14:checked w14:val="0"\/>/gu) ?? [];
    const ids = [...xml.matchAll(/<w:sdtPr><w:alias [^>]*><w:id w:val="(\d+)"\/>/gu)].map(([, id]) => id);
    assert.deepEqual([boxes.length, new Set(ids).size], [5, 5]);
    assert.equal(
      xml.match(/<w:sdtContent><w:r>(?:(?!<\/w:r>).)*<w:t[^>]*>☐<\/w:t><\/w:r><\/w:sdtContent>/gu)?.length,
      5,
    );
  });

  it("fits on A4 and on Letter: margins of 2 cm, tables as wide as the text", async () => {
    const xml = await xmlOf(questionnaire());
    assert.match(xml, /<w:pgSz w:w="11906" w:h="16838"/);
    assert.match(xml, /<w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134"/);
    assert.doesNotMatch(xml, /<w:tblW (?!w:type="pct" w:w="5000")/);
    // Letter is 12240 wide.
    for (const [, grid = ""] of xml.matchAll(/<w:tblGrid>(.*?)<\/w:tblGrid>/gu)) {
      const width = [...grid.matchAll(/w:w="(\d+)"/gu)].reduce((sum, [, column]) => sum + Number(column), 0);
      assert.ok(width <= 12240 - 2 * 1134, String(width));
    }
  });

  it("harness.md §11: leaves out what there is nothing to say about", async () => {
    const text = documentText(renderDocument(questionnaire()));
    assert.doesNotMatch(text, /O que o sistema faz hoje|Glossário|Outro/);
    const full = questionnaire({ today: ["Assim."], glossary: [{ term: "nota", meaning: "Um papel." }] });
    assert.match(
      documentText(renderDocument(full)),
      /O que o sistema faz hoje\nAssim\.\n[^]*Glossário\nnota: Um papel\.\n/,
    );
  });

  it("holds what XML cannot, without breaking", async () => {
    const hostile = 'a\u0000b\u000b<w:p>&amp; ]]> "q" \ud800 \ufffe\tend\r\nnext\u2028';
    const given = questionnaire({ title: hostile, request: hostile, understood: [hostile] });
    const bytes = renderDocument(given);
    assertWellFormed(bytes);
    assert.match(documentText(bytes), /ab<w:p>&amp; \]\]> "q" \ufffd {5}end\nnext/);
  });

  it("carries the questionnaire for who reads the answers", async () => {
    const after: Question = {
      id: "d",
      kind: "text",
      text: "Desde quando?",
      why: "W",
      onlyIf: { question: "c", answer: true },
    };
    const given = questionnaire();
    given.groups.push({ title: "Dois", questions: [after] });
    const custom = documentParts(renderDocument(given)).get("docProps/custom.xml") ?? "";
    const json = (/<vt:lpwstr>(.*)<\/vt:lpwstr>/u.exec(custom)?.[1] ?? "").replaceAll("&quot;", '"');
    assert.deepEqual(JSON.parse(json), {
      v: 1,
      title: "Um título",
      language: "pt",
      questions: [
        { n: 1, group: "Tópico", kind: "examples", text: "Que casos?", columns: ["Entra", "Sai"], rows: 2 },
        { n: 2, group: "Tópico", kind: "choice", text: "Qual?", options: ["Um", "Dois", "Não sei"] },
        { n: 3, group: "Tópico", kind: "yesno", text: "É?", options: ["Sim", "Não"] },
        { n: 4, group: "Dois", kind: "text", text: "Desde quando?", onlyIf: { n: 3, answer: "Sim" } },
      ],
    });
  });

  it("prints how long sixty questions take", async () => {
    const kinds: Partial<Question>[] = [
      { kind: "choice", options: ["Um", "Dois", "Três", "Quatro"] },
      { kind: "examples", columns: ["A", "B", "C"] },
      { kind: "text" },
    ];
    const questions = Array.from({ length: 60 }, (_, index): Question => ({
      id: `q${index}`,
      kind: "text",
      text: "O que deve acontecer neste caso?",
      why: "Para saber o que fazer.",
      ...kinds[index % kinds.length],
    }));
    const given = questionnaire({ groups: [{ title: "Tudo", questions }] });
    renderDocument(given);
    const started = performance.now();
    const bytes = renderDocument(given);
    const ms = Math.round(performance.now() - started);
    process.stdout.write(`      60 questions: ${ms} ms, ${Math.round(bytes.length / 1024)} KiB\n`);
    assert.match(documentText(bytes), /\n60\. O que deve acontecer/);
  });
});
