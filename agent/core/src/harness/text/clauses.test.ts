import assert from "node:assert/strict";
import { clauses } from "./clauses.ts";

describe("clauses", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["Fix the login bug, and never log tokens", ["Fix the login bug", "and never log tokens"]],
    ["commit when you're done but don't push", ["commit when you're done", "but don't push"]],
    ["Corrija o login, mas não altere o banco", ["Corrija o login", "mas não altere o banco"]],
    ["Usa el pool y no toques la caché", ["Usa el pool", "y no toques la caché"]],
    ["Add a note: never edit", ["Add a note: never edit"]],
    ["be careful: you must not change it", ["be careful: you must not change it"]],
    ["one thing: don't push", ["one thing", "don't push"]],
    ["rename it — never copy it; run the tests", ["rename it", "never copy it", "run the tests"]],
    ["it is red - and green", ["it is red - and green"]],
    ["a red, blue, green list", ["a red, blue, green list"]],
    ["Mexe só no css e no js", ["Mexe só no css e no js"]],
    ["when it is long, the parser fails", ["when it is long", "the parser fails"]],
    ["commit it, sem tocar nos testes", ["commit it", "sem tocar nos testes"]],
    ["", []],
  ];
  for (const [text, expected] of cases) {
    it(`harness.md §1: ${text}`, () => assert.deepEqual(clauses(text), expected));
  }
});
