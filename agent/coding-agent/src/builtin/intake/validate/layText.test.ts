import assert from "node:assert/strict";
import { vectorRows } from "../../../../../../test/support/vectorRows.ts";
import type { DocumentLanguage } from "../questionnaire.ts";
import { allowedTerms, findLayProblems, layProblemCodes, type LayProblemCode } from "./layText.ts";

type Row = [string, DocumentLanguage, string, string];

describe("words of a questionnaire", () => {
  for (const [number, language, sentence, expected] of vectorRows("harness/intake") as Row[]) {
    it(`harness-vectors.md ${number}: ${sentence.slice(0, 60)}`, () => {
      const codes = expected === "" ? [] : expected.split(", ");
      assert.deepEqual(layProblemCodes(sentence, language), codes);
    });
  }

  const ours: [DocumentLanguage, string, LayProblemCode[]][] = [
    ["en", "Is the total shown before or after the discount?", []],
    ["en", "Do people pay 12/31/2025 or 1.50/kg, day and/or night?", []],
    ["en", "Did Ana write to ana.lima@clinic.example.org about it?", []],
    ["en", "Which shops use www.shop.example/price-list today?", ["url"]],
    ["en", "Do the steps in ./notes or C:\\notes still hold?", ["path"]],
    ["en", "Is the word in lib/price still right?", ["path"]],
    ["en", "Where do the yes/no answers go?", []],
    ["en", "Should PriceList or price_list change?", ["code-name"]],
    ["en", "Is a => b what you mean?", ["code-name"]],
    ["en", "Should it run total() at night?", ["code-name"]],
    ["en", "How should people react when it is late?", []],
    ["en", "Should React be used?", ["technical-word"]],
    ["en", "Do you open agenda.pdf or notes.docx?", []],
    ["en", "Who logs in first, and which back-end answers?", ["technical-word"]],
    ["pt", "O METODO de cálculo muda?", ["technical-word"]],
    ["pt", "A secretária usa planilha.xlsx, p.ex. no fim do mês?", []],
    ["pt", "Isso vale para a classe média e para servidores públicos?", []],
    ["pt", "Qual regra de negócio vale aqui?", ["technical-word"]],
    ["es", "¿El costo variable entra en la cuenta?", []],
    ["es", "¿Qué variables entran en la cuenta?", ["technical-word"]],
    ["es", "¿Se abre ventas.json en la oficina?", ["file-name"]],
  ];
  for (const [language, sentence, expected] of ours) {
    it(`${language}: ${sentence}`, () => assert.deepEqual(layProblemCodes(sentence, language), expected));
  }

  it("says where each fragment starts", () => {
    assert.deepEqual(findLayProblems("O método calcularTotal e o método antigo.", "pt"), [
      { code: "technical-word", fragment: "método", start: 2 },
      { code: "code-name", fragment: "calcularTotal", start: 9 },
      { code: "technical-word", fragment: "método", start: 27 },
    ]);
  });

  it("harness-vectors.md I11, I12: a term of the glossary stands for its plural too", () => {
    assert.deepEqual(findLayProblems("O servidor parou?", "pt", allowedTerms(["Servidor"])), []);
    assert.deepEqual(findLayProblems("Do the servers stop?", "en", allowedTerms(["server"])), []);
    assert.deepEqual(
      findLayProblems("Os bancos de dados param?", "pt", allowedTerms(["banco de dados"])),
      [],
    );
    assert.equal(findLayProblems("Do the servers stop?", "en", allowedTerms(["database"])).length, 1);
  });

  it("counts the words of each sentence, not of the text", () => {
    const thirty = Array.from({ length: 30 }, (_, index) => `w${index}`).join(" ");
    assert.deepEqual(layProblemCodes(`${thirty}. ${thirty}?`, "en"), []);
    assert.deepEqual(layProblemCodes(`${thirty} – more.`, "en"), ["long-sentence"]);
  });

  it("takes no longer than the text is long", () => {
    const started = process.cpuUsage();
    for (const piece of ["a", "a.", "a/", "A", "a_", "(", "aA", "@", "-"]) {
      findLayProblems(piece.repeat(200_000), "en");
    }
    const { user } = process.cpuUsage(started);
    assert.ok(user < 5_000_000, `${user} µs`);
  });
});
