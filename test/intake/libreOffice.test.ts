import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatAnswers } from "../../agent/coding-agent/src/builtin/intake/answers/formatAnswers.ts";
import { loadAnswers } from "../../agent/coding-agent/src/builtin/intake/answers/loadAnswers.ts";
import { renderDocument } from "../../agent/coding-agent/src/builtin/intake/document/renderDocument.ts";
import { readQuestionnaire } from "../../agent/coding-agent/src/builtin/intake/validate/readQuestionnaire.ts";
import { intakeCases } from "../support/intakeCases.ts";
import { convertFiles, officeProblem } from "../support/libreOffice.ts";
import { click, write } from "../support/filledDocument.ts";
import { withDocumentXml } from "../support/wordDocument.ts";

describe("intake: LibreOffice", function () {
  this.timeout(600_000);
  let folder: string;

  before(function () {
    const problem = officeProblem();
    if (problem !== undefined) {
      process.stdout.write(`      skipped: ${problem}\n`);
      this.skip();
    }
    folder = mkdtempSync(join(tmpdir(), "relay-office-"));
  });
  after(() => {
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  function convert(file: string, format: string): string {
    const [path = ""] = convertFiles([file], format, folder);
    return path;
  }

  it("seeds/intake.md: opens the document of every sample request, with every question in it", () => {
    const cases = intakeCases();
    const files = cases.map(({ questionnaire, request }, index) => {
      const reading = readQuestionnaire(questionnaire, { request });
      assert.ok("questionnaire" in reading);
      const path = join(folder, `sample-${index}.docx`);
      writeFileSync(path, renderDocument(reading.questionnaire));
      return path;
    });
    for (const path of convertFiles(files, "pdf", folder))
      assert.match(readFileSync(path, "latin1"), /^%PDF/);
    const missing = convertFiles(files, "txt:Text", folder).flatMap((path, index) => {
      const text = readFileSync(path, "utf8").replace(/\s+/gu, " ");
      return (cases[index]?.questions ?? []).filter((question) => !text.includes(question));
    });
    assert.deepEqual(missing, []);
    assert.equal(files.length, 27);
  });

  it("harness.md §11: makes pages of it, and saves answers that can be read back", async () => {
    const one = intakeCases().find(({ language }) => language === "pt");
    assert.ok(one);
    const reading = readQuestionnaire(one.questionnaire, { request: one.request });
    assert.ok("questionnaire" in reading);
    const bytes = withDocumentXml(renderDocument(reading.questionnaire), (xml) => {
      const fill = [
        click("O valor", "1. Qual"),
        write("2. Que", "100,00"),
        click("Sim", "4. Os"),
        write("5. A partir", "Maio de 2026"),
      ];
      return fill.reduce((filled, change) => change(filled), xml);
    });
    const path = join(folder, "questions.docx");
    writeFileSync(path, bytes);
    assert.match(readFileSync(convert(path, "pdf"), "latin1"), /^%PDF/);
    const saved = await loadAnswers(convert(path, "docx"));
    assert.equal(formatAnswers(saved), formatAnswers(await loadAnswers(path)));
    assert.match(formatAnswers(saved), /1\. Qual cálculo deve mudar\?\n- O valor a pagar da nota\n/);
    assert.match(formatAnswers(saved), /5\. A partir de que data\?\nMaio de 2026\n/);
  });
});
