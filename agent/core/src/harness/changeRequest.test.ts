import assert from "node:assert/strict";
import { isChangeRequest } from "./changeRequest.ts";

const changes = [
  "Fix the login bug",
  "please add a log line",
  "Can you rename the helper?",
  "The button is broken, fix it",
  "Look at the parser and refactor it",
  "When the list is empty, show a hint and update the docs",
  "I want you to remove the flag",
  "Use pnpm here",
  "install the dependencies",
  "Corrija o teste de login",
  "você pode adicionar um campo de e-mail?",
  "renomeia a função pra parseDate",
  "Arregla el error de fechas",
  "¿Puedes quitar el botón?",
  "agrega una prueba",
  "I need a new field in the form, add it",
  "could you take a look and fix it?",
  "run the tests and fix what fails",
  "Why not replace it with a map?",
  "Let's use zod here",
  "quero que você adicione um teste",
  "o botão sumiu, conserta",
  "Vamos renomear a classe",
];

const none = [
  "what did you change?",
  "Why does the build fail?",
  "run the tests",
  "push it",
  "thanks!",
  "Explain the parser",
  "Don't change anything, just look",
  "Should I fix it?",
  "roda os testes",
  "por que você mudou isso?",
  "ejecuta las pruebas",
  "¿cómo funciona?",
  "explain the code, don't change it",
  "What if we add a cache?",
  "the docs say to add a key",
  "run the tests and tell me what fails",
  "",
];

describe("isChangeRequest", () => {
  it("knows requests that ask for a change", () => {
    assert.deepEqual(
      changes.filter((message) => !isChangeRequest(message)),
      [],
    );
  });

  it("takes questions and other work for none", () => {
    assert.deepEqual(
      none.filter((message) => isChangeRequest(message)),
      [],
    );
  });
});
