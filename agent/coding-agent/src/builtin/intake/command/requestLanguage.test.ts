import assert from "node:assert/strict";
import type { DocumentLanguage } from "../questionnaire.ts";
import { requestLanguage } from "./requestLanguage.ts";

describe("language of a request", () => {
  const rows: [string, DocumentLanguage][] = [
    ["alterar cálculo", "pt"],
    ["cambiar cálculo", "es"],
    ["change calculation", "en"],
    ["cambiar el cálculo", "es"],
    ["the discount is wrong", "en"],
    ["mudar tela", "pt"],
    ["???", "en"],
    ["fix it", "en"],
    ["alterar cálculo do imposto", "pt"],
    ["agenda do médico", "pt"],
    ["aumentar prazo do agendamento", "pt"],
    ["nuevo campo para pacientes", "es"],
    ["recordatorio por correo", "es"],
    ["agenda del médico", "es"],
    ["fix total", "en"],
    ["do not round", "en"],
    ["total is wrong", "en"],
    ["change the label 'Nota' to 'Fatura' on the page", "en"],
  ];
  for (const [text, expected] of rows) {
    it(`harness-vectors.md I14: ${text}`, () => assert.equal(requestLanguage(text), expected));
  }

  it("is that of the sources when there are no other words", () => {
    assert.equal(requestLanguage("@notes/ticket.md", "O valor da nota não está certo."), "pt");
    assert.equal(requestLanguage("veja a nota em @notes/ticket.md", "The amount is wrong."), "pt");
  });
});
