import assert from "node:assert/strict";
import {
  isDirectiveWord,
  isEnglishBaseForm,
  isNegativeImperativeEs,
  isNegativeImperativePt,
  isStrictDirective,
  startsWithDirective,
} from "./directiveVerbs.ts";
import { verbReadings } from "./verbForms.ts";

describe("directive verbs", () => {
  it("harness-lexicons.md L3: derives the forms", () => {
    const lemmas = (word: string): string[] =>
      verbReadings(word)
        .map((reading) => `${reading.language} ${reading.lemma}`)
        .sort();
    assert.deepEqual(
      [
        "troque",
        "apague",
        "faca",
        "proteja",
        "toques",
        "utilice",
        "haz",
        "incluyas",
        "corrigelo",
        "altera-lo",
      ].map(lemmas),
      [
        ["pt trocar"],
        ["es apagar", "pt apagar"],
        ["pt fazer"],
        ["es proteger", "pt proteger"],
        ["es tocar"],
        ["es utilizar"],
        ["es hacer"],
        ["es incluir"],
        ["es corregir"],
        ["pt alterar", "pt alterar"],
      ],
    );
  });

  it("knows no directive in other words", () => {
    const words = ["date", "base", "para", "entre", "constructor", "__proto__", "these", "mente", ""];
    assert.deepEqual(
      words.filter((word) => verbReadings(word).length > 0),
      [],
    );
  });

  it("harness-lexicons.md L3: an informal imperative with a report marker is a report", () => {
    assert.ok(isDirectiveWord("ajusta", "ajusta o js"));
    assert.ok(!isDirectiveWord("ajusta", "ajusta o js quando abro"));
    assert.ok(startsWithDirective("salva ao inves de apagar"));
    assert.ok(!startsWithDirective("salva ao abrir a tela"));
  });

  it("harness-lexicons.md L3: V- in Portuguese", () => {
    assert.ok(isNegativeImperativePt("altere", "nao altere os testes"));
    assert.ok(isNegativeImperativePt("mexe", "nao mexe no css"));
    assert.ok(!isNegativeImperativePt("mexe", "nao mexe quando clico"));
    assert.ok(isNegativeImperativePt("cria", "nao cria arquivo novo"));
    assert.ok(!isNegativeImperativePt("cria", "nao cria o pedido"));
    assert.ok(!isNegativeImperativePt("mostra", "nao mostra o erro"));
  });

  it("harness-lexicons.md L3: V- in Spanish", () => {
    for (const word of ["toques", "use", "hagas", "borrar"]) assert.ok(isNegativeImperativeEs(word), word);
    for (const word of ["muestra", "toqué", "poder", "lugar"]) assert.ok(!isNegativeImperativeEs(word), word);
  });

  it("harness-lexicons.md L3: V+", () => {
    assert.ok(isStrictDirective("rode", "sempre rode o lint"));
    assert.ok(isStrictDirective("usa", "siempre usa tipos"));
    assert.ok(isStrictDirective("pergunta", "sempre me pergunta antes"));
    assert.ok(!isStrictDirective("pide", "siempre pide contrasena"));
    assert.ok(!isStrictDirective("mostra", "sempre mostra o total"));
    assert.ok(isStrictDirective("avisame", "siempre avisame"));
  });

  it("harness-lexicons.md L3: the base-form test", () => {
    const words = [
      "push",
      "embed",
      "process",
      "bring",
      "worked",
      "running",
      "fails",
      "again",
      "não",
      "the",
      "force-push",
    ];
    assert.deepEqual(words.filter(isEnglishBaseForm), ["push", "embed", "process", "bring", "force-push"]);
  });
});
