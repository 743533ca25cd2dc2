import { lazy } from "../text/lazy.ts";
import { claimPattern } from "./claimPattern.ts";
import { gated } from "./wordGate.ts";

const testNoun = `
    (?:(?:unit|integration|e2e|end-to-end|regression|existing|all|and) ){0,4}(?:tests?|test suites?|suites?|specs?)
    |testes?|suítes?|pruebas?`;
const otherNoun = `
    builds?|lint(?:er|ing)?|type[- ]?check(?:s|ing)?|types|checks?|ci|tsc|eslint|compilation|pipeline
    |checagem de tipos|verificaç(?:ão|ões)|compilação|compilación|tipos|verificaciones|comprobaciones`;

/** What is checked: tests, build, lint, types. */
export const checkNoun = `(?:${testNoun}|${otherNoun})`;

const mark = "[✅✓✔]\\uFE0F?";

const end = "(?=\\s*(?:$|[.!,;:()|✅✓✔])";
const afterPass = `${end}| (?:now|again|too|locally|all|except|besides|exceto|excepto|menos|salvo|on|in|with|without|after|for|under|and|as|cleanly
    |successfully|here|fine|agora|todos|todas|sem|com|em|no|na|localmente|e|ahora|sin|con|en|y|correctamente
    |once more|every time)>)`;

/** "the tests pass a clock" passes something else. */
const passVerb = `(?:pass(?:es|ed)?|passam?|pasan?)>${afterPass}`;
const passWord = `
    (?:${passVerb}
    |passing>(?! (?:a|an|the|it|them|this|that|data)>)|green>|succeed(?:s|ed)?>|success(?:ful|fully)?>|clean>(?![-'])|ok>
    |exit(?:s|ed)? (?:with )?(?:code |status )?0>|without (?:any )?errors>|no errors>
    |passou>|passaram>|passando>|verdes?>|sem (?:erros|falhas)>
    |pasó>|pasaron>|pasando>|en verde>|sin (?:errores|fallos)>)`;

const gap = "(?:(?!<(?:the|a|an|o|um|el|un) (?:green|clean|ok|passing))[^.;,]){0,40}?";

const everything = `<(?:everything|all of it|it all) (?:now |still ){0,4}(?:pass(?:es|ed)>${afterPass}|is (?:now |all )?(?:green|passing)>)
    |<all green>|<all (?:now )?(?:pass(?:ed)?>${afterPass}|passing>)|<(?:todos|todas|todo|tudo) (?:(?:en )?verde|pass(?:ou|am|aram|ando)|pas(?:a|an|ó|aron|ando))>`;

const count = `<\\d+(?:\\s*/\\s*\\d+| of \\d+| de \\d+)?(?: (?:${testNoun}|checks?))?(?: (?:e|y|and|all|are|is|were|now|todos|todas|have)){0,4}[ ]
    (?:passed|passing|passes|pass|passaram|passou|passam|passando|pasaron|pasan|pasando|green)>(?! (?:a|an|the)>)`;

const noFailures = `<(?:0|zero|no|nenhuma|sem|ningún|sin) (?:test )?(?:failures?|failed|failing(?: tests?)?|falhas?|falharam|fallos?|fallaron)>`;

/** "pasan los tests", "passaram todos os testes": the verb first. */
const passVerbs = "pasa|pasan|pasó|pasaron|passa|passam|passou|passaram";
const verbFirst = `<(?:${passVerbs}) (?:(?:ya|já|agora|ahora|también|também|todos|todas|toda|todo) ){0,4}
    (?:(?:os|as|o|a|los|las|el|la) )?(?:\\d+ )?${checkNoun}>`;

/** "no type errors", "eslint: 0 problems". */
const noneFound = `<(?:0|zero|no) (?:type|types|lint|linter|linting|eslint|tsc|compile|compiler|compilation|build)[- ](?:errors?|problems?|warnings?|issues?)>
    |<(?:sem|nenhum|sin|ningún) (?:erros?|errores|error) de (?:tipos?|lint|compilação|compilación)>
    |<(?:eslint|tsc|lint(?:er)?|type[- ]?check)>:? (?:reports? |shows? |finds? |found )?(?:0|zero|no) (?:errors?|problems?|warnings?|issues?)>`;
const foundWords = "errors?|problems?|warnings?|issues?|erros?|errores|error";

const codePasses = `⟦c⟧ (?:(?:and|e|y) )?(?:(?:it|now|also|all|both|still) ){0,4}(?:(?:passes|passed|pass|passa|passou|pasa|pasó)>${afterPass}
    |(?:is|are) (?:now )?(?:clean|green|passing)>|succeed(?:s|ed)>|exit(?:s|ed) (?:with )?(?:code |status )?0>)`;

const checkWords = `
    tests?|suites?|specs?|testes?|suítes?|pruebas?|builds?|lint|linter|linting|type|types|typechecks?|typechecking
    |checks?|ci|tsc|eslint|compilation|pipeline|checagem|verificação|verificações|compilação|compilación|tipos
    |verificaciones|comprobaciones`;
const passedWords = "passed|passing|passes|pass|passaram|passou|passam|passando|pasaron|pasan|pasando|green";
const failureWords = "failures?|failed|failing|falhas?|falharam|fallos?|fallaron";

/** Ways to say that checks pass. */
export const checksPatterns = lazy(() => [
  gated(checkWords, `<${checkNoun}>${gap}<${passWord}`),
  gated(checkWords, `<${checkNoun}>:?[*\\s|]{0,4}${mark}`),
  gated(checkWords, `${mark} ?(?:(?:the|all|os|as|los|las) )?${checkNoun}>${end})`),
  gated(passVerbs, verbFirst),
  gated(foundWords, noneFound),
  gated("c", codePasses),
  gated(passedWords, count),
  gated(failureWords, noFailures),
  gated(
    "compiles|builds|typechecks?|type|lints|compila|builda",
    `<(?:compiles|builds|type-?checks|lints|compila|builda)> (?:now |and runs |agora |ahora )?
    (?:cleanly|without (?:any )?errors|with no errors|successfully|fine|ok|sem erros?|sin errores|limpo|limpio)>`,
  ),
  gated("everything|all|todos|todas|todo|tudo", everything),
  gated(
    "verified|confirmed|validated",
    `<(?:verified|confirmed|validated) (?:that )?(?:the|all|our|every) ${checkNoun}>`,
  ),
]);

const testsOrChecks = `(?:${testNoun}|checks|verificações|verificaciones)`;

/** Ways to say that all of them do. */
export const allPatterns = lazy(() => [
  claimPattern(
    `<(?:all|every|full|whole|entire|complete) (?:of )?(?:(?:the|our|my|its|\\d+) ){0,4}(?:${testsOrChecks})>`,
  ),
  claimPattern("<100 ?% of"),
  claimPattern(
    `<(?:todos os|todas as|todos los|todas las|toda a|toda la) (?:\\d+ )?(?:${testsOrChecks}|checks|specs|tests|suite)>`,
  ),
  claimPattern("<su[ií]te (?:completa|inteira)>"),
  claimPattern(`<(?:${testNoun})> (?:now |são |están? ){0,4}all>`),
  claimPattern(`<(?:testes?|tests?|pruebas?)>[^.;,]{0,40}?<(?:todos|todas)>`),
  claimPattern(everything),
  claimPattern(
    `<(?:pasan|pasaron|passam|passaram) (?:(?:ya|já|agora|ahora) )?(?:todos|todas) (?:(?:os|as|los|las) )?(?:${testsOrChecks})>`,
  ),
  claimPattern(`<\\d+ (?:tests? )?pass(?:ed|ing)?>[^.;]{0,30}<(?:0|zero|no) fail`),
  claimPattern(`<(?:0|zero|no) (?:tests? )?fail(?:ed|ures?|ing)?>[^.;]{0,30}<\\d+ (?:tests? )?pass`),
  claimPattern(`<(?:${testNoun})>:?[^.;]{0,40}<(?:0|zero|no) fail`),
  claimPattern("^(?:0|zero) failed>"),
]);

/** "12/12", "3 of 5": how many of how many. */
export const fraction = lazy(() =>
  claimPattern(`<(\\d{1,9})(?:\\s*/\\s*|\\s(?:out of|of|de)\\s)(\\d{1,9})>(?=(?: (?:${testNoun}|checks?))?
    (?: (?:are|now|is|have|still)){0,4} (?:passed|passing|passes|pass|passaram|passam|passou|pasaron|pasan|green)>)`),
);
