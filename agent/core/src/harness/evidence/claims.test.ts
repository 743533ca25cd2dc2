import assert from "node:assert/strict";
import fc from "fast-check";
import { growth } from "../../testing/growth.ts";
import { claims } from "./claims.ts";

/** Number of the vector, text, claims with blanks between them. */
const vectors: readonly (readonly [number, string, string])[] = [
  [347, "Done. All tests pass.", "all-tests checks completion"],
  [348, "I fixed the login bug.", "completion"],
  [349, "I implemented it but haven't run the tests.", "ack completion"],
  [350, "The tests should pass now.", ""],
  [351, "The tests fail on Windows.", "ack"],
  [352, "12/12 tests passing.", "all-tests checks"],
  [353, "Two tests pass, one still fails.", "ack checks"],
  [354, "The function was added in v2.3 by the API team.", ""],
  [355, "I'll fix the tests next.", ""],
  [356, "The README says all tests pass.", ""],
  [357, "Added a retry to the client and updated the docs.", "completion"],
  [358, "No changes were needed.", ""],
  [359, "Build succeeds without errors.", "checks"],
  [360, "Is it fixed now?", ""],
  [361, "I could not run the tests here, but the fix is in place.", "ack completion"],
  [362, "The entire suite is green.", "all-tests checks"],
  [363, "Nothing was changed.", ""],
  [364, "It now handles empty input.", "completion"],
  [365, "Pronto, os testes passaram.", "checks completion"],
  [366, "Corrigi o bug, mas não rodei os testes.", "ack completion"],
  [367, "Os testes devem passar agora.", ""],
  [368, "Todos os testes passaram.", "all-tests checks"],
  [369, "Ainda falta atualizar a documentação.", "ack"],
  [370, "O build falhou.", "ack"],
  [371, "Implementei o filtro e atualizei a tela.", "completion"],
  [372, "Vou rodar os testes depois.", ""],
  [373, "Listo, las pruebas pasan.", "checks completion"],
  [374, "Arreglé el error pero no ejecuté las pruebas.", "ack completion"],
  [375, "Todas las pruebas pasaron.", "all-tests checks"],
  [376, "Las pruebas deberían pasar.", ""],
  [377, "Todavía falla una prueba.", "ack"],
  [378, "Compila sin errores.", "checks"],
  [379, "No tests were run.", "ack"],
  [380, "Nenhum teste foi executado.", "ack"],
  [381, "Tudo funcionando agora.", "completion"],
  [382, "All set! Let me know if you need anything else.", "completion"],
  [383, "I have verified the build.", "checks"],
  [
    698,
    "All set — the retry now uses exponential backoff. Tests: 48 passed, 0 failed.",
    "all-tests checks completion",
  ],
  [699, "I wasn't able to run the test suite because Docker isn't available here.", "ack"],
  [700, "Build: ✅ Tests: ✅ Lint: ✅", "checks"],
  [701, "The tests pass a mocked clock into the scheduler, which is why the bug never showed up.", ""],
  [702, "When you run the tests they will pass.", ""],
  [703, "If all tests pass, merge it.", ""],
  [704, "The full build completed successfully.", "checks"],
  [705, "Done, except for the migration, which still needs to be written.", "ack completion"],
  [706, "Removed users stay in the audit log.", ""],
  [707, "The config is done by the installer.", ""],
  [708, "The tests were passing before the refactor.", ""],
  [709, "Tests: 10 passed, 2 failed.", "ack checks"],
  [710, "Summary:\n- Added a parser\n- Updated callers", "completion"],
  [711, "Done. I ran the full test suite and everything passes.", "all-tests checks completion"],
  [712, "O teste falhava porque a data estava fixa.", ""],
  [713, "Dois testes ainda falham.", "ack"],
  [714, "O ajuste foi feito no serviço de cupons.", "completion"],
  [715, "Para os testes passarem, defina TZ=UTC.", ""],
  [716, "Atualizei a config, mas a suíte e2e não foi executada.", "ack completion"],
  [717, "Se agregó el botón de exportar.", "completion"],
  [718, "No hizo falta cambiar nada.", ""],
  [719, "Dos pruebas siguen fallando.", "ack"],
  [720, "He añadido la validación y he ejecutado los tests: todo en verde.", "all-tests checks completion"],
];

/** More of each kind: text, claims. */
const examples: readonly (readonly [string, string])[] = [
  ["Both done: the parser and the lexer.", "completion"],
  ["All four updated to the new signature.", "completion"],
  ["Committed and pushed.", "completion"],
  ["Everything is in place.", "completion"],
  ["Reverted to the previous behaviour.", "completion"],
  ["Ambos feitos.", "completion"],
  ["Commitado e enviado.", "completion"],
  ["Revertido para a versão anterior.", "completion"],
  ["Los dos actualizados a la nueva API.", "completion"],
  ["Todo en su sitio.", "completion"],
  ["The logic we added is in f.", ""],
  ["What to verify: the tests pass and the page loads.", ""],
  ["What to verify:\n- all tests pass\n- the build is green", ""],
  ["The tests all pass.", "all-tests checks"],
  ["All green.", "all-tests checks"],
  ["37 testes e todos passam.", "all-tests checks"],
  ["Tests: 0 failed.", "all-tests checks"],
  ["`npm test` passes.", "checks"],
  ["18 failing tests remain.", "ack"],
  ["3 of 5 pass.", "ack"],
  ["There is one pre-existing failure.", "ack"],
  ["Agents were blocked by the old gate, so I removed it.", "completion"],
  ["The incomplete items list is rendered below.", ""],
  ["I'm blocked by the missing credentials.", "ack"],
  ["The migration is incomplete.", "ack"],
  ["Fixed three failing tests.", "completion"],
  ["Fixed the failing build.", "completion"],
  ["I fixed the parser but two tests still fail.", "ack completion"],
  ["I added a test for failed logins.", "completion"],
  ["The parser did not validate the header, so I added a check.", "completion"],
  ["I did not run the tests.", "ack"],
  ["Not verified on Windows.", "ack"],
  ["I updated the docs so it is clear what should happen.", "completion"],
  ["You should run the tests.", ""],
  ["Make sure all tests pass before merging.", ""],
  ["Run `npm test` to verify.", ""],
  ["To fix this, I added a guard.", "completion"],
  ["I changed nothing.", ""],
  ["The comment says the build is green.", ""],
  ["Type check passes and lint is clean.", "checks"],
  ["Lint passes; tests pass.", "checks"],
  ["All 214 tests pass.", "all-tests checks"],
  ["All unit tests are passing locally.", "all-tests checks"],
  ["5/7 tests pass.", "ack"],
  ["The build fails with a type error.", "ack"],
  ["CI is red.", "ack"],
  ["The test was failing because of a time zone, now it passes.", ""],
  ["Would you like me to push?", ""],
  ["I haven't been able to reproduce it.", "ack"],
  ["Here is how the login works: the client sends a token.", ""],
  ["The retry logic lives in src/retry.ts.", ""],
  ["Next, I'll update the docs.", ""],
  ["I've now moved the helper into its own file and all tests pass.", "all-tests checks completion"],
  ["Terminei a refatoração e o build passou.", "checks completion"],
  ["Adicionado o filtro por data.", "completion"],
  ["Os testes unitários passaram, mas o lint falhou.", "ack checks"],
  ["Não consegui rodar os testes.", "ack"],
  ["A suíte inteira está verde.", "all-tests checks"],
  ["Todos os 42 testes passam.", "all-tests checks"],
  ["O arquivo que criei está em src.", ""],
  ["Se quiser, posso rodar os testes.", ""],
  ["Foi adicionada uma validação no formulário.", "completion"],
  ["Falta rodar o lint.", "ack"],
  ["Nada foi alterado.", ""],
  ["He corregido el fallo y todas las pruebas pasan.", "all-tests checks completion"],
  ["No pude ejecutar las pruebas.", "ack"],
  ["La compilación falla en Windows.", "ack"],
  ["Quedó pendiente la migración.", "ack"],
  ["Se corrigió el error de fechas.", "completion"],
  ["Ahora valida el correo.", "completion"],
  ["El archivo está en src/util.", ""],
  ["Cuando pasen las pruebas, lo subo.", ""],
  ["Eliminé el import sin usar; compila sin errores.", "checks completion"],
  ["Ran the suite: 120 passed, 0 failed, 3 skipped.", "all-tests checks"],
  ["| Check | Result |\n| --- | --- |\n| Tests | ✅ |", "checks"],
  ["Refactor complete.", "completion"],
  ["Deleted files stay in the trash for 30 days.", ""],
  ["Added users can log in again.", ""],
  ["The fix is ready for review.", "completion"],
  ["It is working on my side.", ""],
  ["This is done by the scheduler every night.", ""],
  ["It has now been fixed.", "completion"],
  ["All checks pass except lint, which fails.", "ack checks"],
  ["Partially implemented: the export is missing.", "ack"],
  ["The issue reporter said it is fixed.", ""],
  ["I wrote the parser, ran `npm test`, and everything is green.", "all-tests checks completion"],
  ["Removed the flag and its tests.", "completion"],
  ["I believe the bug is in parse().", ""],
  ["No failures.", "checks"],
  ["Tests pass, no errors in the console.", "checks"],
  ["The `all tests pass` banner is shown after login.", ""],
  ["The login page now redirects and works as expected.", "completion"],
  ["I left the flaky test disabled; it still fails.", "ack"],
  ["Not everything is migrated yet.", "ack"],
  ["I was not able to verify the fix.", "ack"],
  ["Everything compiles cleanly.", "checks"],
  ["Tests that failed before now pass.", "checks"],
  ["Docs updated.", "completion"],
  ["Testes adicionados.", "completion"],
  ["Listo.", "completion"],
];

describe("claims", () => {
  for (const [number, text, expected] of vectors) {
    it(`harness.md V6 ${number}: ${text}`, () => {
      assert.equal(claims(text).join(" "), expected);
    });
  }

  for (const [text, expected] of examples) {
    it(`${expected === "" ? "claims nothing" : expected}: ${text}`, () => {
      assert.equal(claims(text).join(" "), expected);
    });
  }

  it("reads no code, quotation or block for claims", () => {
    const texts = [
      "```\nAll tests pass.\n```",
      "> Done.",
      "`done`",
      'It prints "All tests pass." at the end.',
    ];
    assert.deepEqual(texts.map(claims), [[], [], [], []]);
  });

  it("never throws", () => {
    const words = "I fixed the tests pass not 3 of 5 ✅ , . : ; ? - | ` no all foi se ⟦c⟧ \n done";
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.array(fc.constantFrom(...words.split(" ")), { maxLength: 30 }).map((list) => list.join(" ")),
    );
    fc.assert(fc.property(text, (message) => assert.ok(claims(message).length <= 4)));
  });

  it("reads hostile messages in linear time", () => {
    const pieces = [
      "tests ",
      "the tests pass, ",
      "all ",
      "not ",
      "1/1 ",
      "0 failed, ",
      "fixed ",
      "a",
      "`a` ",
      "foi ",
      "still ",
      "one ",
      "is now ",
      "i have not ",
      "users fixed ",
      "; : - ",
    ];
    for (const piece of pieces) {
      const times = growth(piece, claims);
      assert.ok(times < 4, `${JSON.stringify(piece)} grew ${times.toFixed(1)} times`);
    }
  });

  it("reads past emphasis and headings", () => {
    assert.deepEqual(claims("## Summary\n\n**Fixed** the parser. _All tests pass._"), [
      "all-tests",
      "checks",
      "completion",
    ]);
  });
});
