import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { formatAnswers } from "../../agent/coding-agent/src/builtin/intake/answers/formatAnswers.ts";
import { loadAnswers } from "../../agent/coding-agent/src/builtin/intake/answers/loadAnswers.ts";
import { renderDocument } from "../../agent/coding-agent/src/builtin/intake/document/renderDocument.ts";
import { readQuestionnaire } from "../../agent/coding-agent/src/builtin/intake/validate/readQuestionnaire.ts";
import { intakeCases } from "../support/intakeCases.ts";
import { click, write } from "../support/filledDocument.ts";
import { withDocumentXml } from "../support/wordDocument.ts";

describe("intake: LibreOffice", function () {
  this.timeout(180_000);
  let folder: string;

  before(function () {
    const found = spawnSync("soffice", ["--version"], { encoding: "utf8" });
    if (found.error || found.status !== 0) {
      process.stdout.write(
        "      skipped: soffice is not installed (apt-get install libreoffice-writer-nogui)\n",
      );
      this.skip();
    }
    folder = mkdtempSync(join(tmpdir(), "relay-office-"));
  });
  after(() => {
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** Lets LibreOffice open a file and save it in another format, or the same one elsewhere. */
  function convert(file: string, format: string): string {
    const out = join(folder, "out");
    // A profile of its own: one that is in use would be waited for.
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
    const run = spawnSync("soffice", [profile, "--headless", "--convert-to", format, "--outdir", out, file], {
      encoding: "utf8",
    });
    const path = join(out, `questions.${format}`);
    assert.ok(existsSync(path), `${run.stdout}${run.stderr}`);
    return path;
  }

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
