import { lazy } from "../text/lazy.ts";
import { claimPattern } from "./claimPattern.ts";
import { checkNoun } from "./claimsChecks.ts";
import { gated } from "./wordGate.ts";

/** What explains the past, or says that nothing failed: taken out before acknowledgements are looked for. */
export const noAcknowledgement = lazy(() =>
  claimPattern(
    `<(?:0|zero|no|nenhuma?|sem|ningún|ninguna|sin|without(?: any)?) (?:test |more |new |other )?
    (?:failures?|failing(?: tests?)?|failed|fails?|errors?|falhas?|falharam|falhou|fallos?|fallaron|errores|erros?)>
    |<(?:was|were|used to|had been|kept|been)(?: (?:also|always|all|previously|being|intermittently|sometimes))? (?:fail(?:ed|ing|s)?|broken|red|blocked|missing|incomplete)>
    |<falhavam?>|<fallaban?>|<(?:estava|estavam|estaba|estaban) (?:falhando|fallando|quebrad[oa]s?|rot[oa]s?)>
    |<not (?:only|just)>`,
    "gu",
  ),
);

const work = `(?:i|i'm|we|we're|it|it's|this|that's|these|they|work|task|change|changes|fix|feature|implementation|migration|
    refactor|refactoring|rest|part|step|coverage|documentation|docs|run|verification|${checkNoun}|⟦c⟧)`;

const provingVerb = `run|ran|test(?:ed)?|verif(?:y|ied)|execute(?:d)?|confirm(?:ed)?|fix(?:ed)?|complete(?:d)?|finish(?:ed)?
    |implement(?:ed)?|reproduce(?:d)?|compile(?:d)?|build|built|try|tried`;
const provenState = "run|tested|verified|executed|confirmed|compiled|built|done|performed";
/** A program does these too: "the parser did not check the header" tells of the bug. */
const programVerb = "check(?:ed)?|validate(?:d)?|install(?:ed)?|start(?:ed)?";

const negated =
  "(?:(?:have|has|did|could|was|were|is|are|been)(?:n't| not)|cannot|can't|can not|unable|not|never)";
/** "t" is what a border leaves of "n't". */
const negations = "not|t|cannot|unable|never";
const upTo4 = "(?: (?!(?:a|an|the|any|this|your|our|its|my) )\\S+){0,4}?";

const failFinite = `fails?|failed|erroring|falham?|falhou|falharam|falhando|quebram?|quebrou|quebraram|fallan?|falló
    |fallaron|fallando`;
const failState = `failing|failures?|broken|red|quebrad[oa]s?|vermelh[oa]s?|falhas?|rot[oa]s?|roj[oa]s?|fallos?`;
const number =
  "(?!0>)\\d+|one|two|three|four|five|six|seven|eight|nine|ten|some|several|a few|um|uma|dois|duas|três|alguns|algumas|uno|una|un|dos|tres|algunos|algunas";

/** After these a fail word is a verb's end, not an adjective: "tests failed on Windows". */
const noNoun = `(?=$|[.!,;:()]| (?:on|in|at|with|because|due|when|after|for|but|and|to|as|since|again|now|locally|under|
    still|remain|remains|here|there|no|na|em|en|com|con|por|porque|quando|cuando|e|y|os|as)>)`;

/** Failures told as a state; a piece that reports a fix of them acknowledges nothing. */
export const failingState = lazy(() => [
  gated(failState, `<${checkNoun}>[^.;,]{0,25}?<(?:${failState})>${noNoun}`),
  gated(failState, `<(?:${number})(?: [^\\s.;,]+){0,2}? (?:${failState})>`),
]);

/** The agent says what was not verified, not done, or fails. */
export const acknowledgements = lazy(() => [
  gated(negations, `<${negated}${upTo4} (?:${provingVerb})>(?! (?:case|issue|problem|suite)>)`),
  gated(negations, `(?:^|<${work} (?:\\S+ ){0,2}?)${negated}${upTo4} (?:${programVerb})>`),
  gated("untested|unverified", "<(?:untested|unverified)>"),
  gated(
    "incomplete|partial|partially|blocked",
    `(?:^|<${work} (?:(?:is|are|remains?|still|currently|only|now|left) ){0,4})(?:incomplete|partial|partially (?:done|complete|implemented|fixed|working)|blocked)>
    (?=$|[.!,:;(]| (?:on|by|because|until|due|for|at|and|so|here)>)`,
  ),
  gated("missing", `<(?:is|are|'s|still) (?:still |currently )?missing>`),
  gated("missing", `^(?:still )?missing:?(?=$|[:])`),
  gated(
    "no|without",
    `<no tests? (?:were|was|have been|has been) (?:run|executed)>|<without (?:running|testing|verifying|executing)>`,
  ),
  gated(
    "nothing|none|neither|no",
    `<(?:nothing|none of (?:it|this|that|them|these|the \\S+)|neither(?: of \\S+)?|no (?:${checkNoun}|verification|validation))
    (?: (?:is|was|were|are|has|have|been|yet|actually)){1,3} (?:${provenState})>`,
  ),
  gated(
    "nothing",
    `<nothing (?:is|was|has been)(?: yet)? (?:checked|validated)>(?=$|[.!,;:(]| (?:yet|so far|here|locally|since|by me)>)`,
  ),
  gated("nothing", `<(?:ran|tested|verified|executed|compiled|built|checked|confirmed) nothing>`),
  gated(
    "still|ainda|todavía|aún|sigue",
    `<(?:still|ainda|todavía|aún|sigue) (?:reports?|reporting|shows?|showing|has|have|finds?|complains?|gives?|acusam?|mostra[m]?|tem|têm|dá|apresenta|muestra[n]?|da|tiene[n]?|marca[n]?|dando|mostrando) [^.;]{0,20}<(?:errors?|failures?|warnings?|erros?|falhas?|errores|error|fallos?|avisos?)>`,
  ),
  gated(
    "way|não|no",
    `<no (?:easy |good )?way (?:for me )?(?:to|of) (?:run|test|verif|check|confirm|execut)\\p{L}*|<não tenho como (?:rodar|testar|verificar|executar)>|<no tengo (?:forma|manera|modo) de (?:ejecutar|probar|verificar|correr)>`,
  ),
  gated("still", `<still (?:\\S+ )?(?:fail(?:s|ing)?|broken|red|needs?|missing|open|pending|to do|todo)>`),
  gated(
    "remains?|remaining|left",
    `<(?:errors?|failures?|warnings?|issues?|problems?) (?:still )?remain>|<remaining (?:failures?|work|issues?|errors?)>|<left to do>|<remains? to be>`,
  ),
  gated(negations, `<(?:do|does)(?:n't| not) (?:yet |currently )?(?:pass|work|compile|build)>`),
  gated(
    "not",
    `<not (?:yet |been |fully |all ){0,4}(?:done|implemented|complete|completed|fixed|verified|tested|covered|included|run|passing|green|working)>`,
  ),
  gated("not", `<not all>[^.;,]{0,30}<(?:pass|passed|passing|green|run)>`),
  gated("only", "<only \\d+ (?:of \\d+ )?(?:tests? )?(?:pass|passed|passing)>"),
  gated("not", "^not (?:everything|all)>"),
  gated(failFinite, `<${checkNoun}>[^.;,]{0,25}?<(?:${failFinite})>${noNoun}`),
  gated(failFinite, `<(?:${number})(?: [^\\s.;,]+){0,2}? (?:${failFinite})>`),
  gated("fails|failed", `^(?:it |this |which |that |still |ci |build ){0,4}(?:fails|failed)>${noNoun}`),
  // Portuguese
  gated(
    "não|nao|nem",
    `<(?:n[ãa]o|nem)(?: \\S+){0,3}? (?:rodar|rodei|rodou|executar|executei|testar|testei|verificar|verifiquei|validar|validei|confirmar|confirmei
    |compilar|compilei|compila|corrigir|corrigi|implementar|implementei|terminar|terminei|reproduzir|reproduzi|instalar|instalei
    |(?:execut|rod|test|verific|valid|implement|conclu|finaliz|conferid)(?:ad|íd)?[oa]s?|corrigid[oa]s?)>`,
  ),
  gated(
    "não|nao",
    `<n[ãa]o (?:foi|é|era) possível>|<n[ãa]o consegui>|<n[ãa]o (?:passam?|passou|passaram|compila|funciona|está pront[oa])>`,
  ),
  gated(
    "sem|ainda|nenhuma?|não|nao",
    `<sem (?:rodar|testar|verificar|executar)>|<ainda (?:falham?|quebram?|falta[m]?|está (?:falhando|quebrad[oa]))>|<nenhum teste foi>|<n[ãa]o testad[oa]s?>
    |<nenhuma? (?:verificação|checagem|validação|teste|build) (?:foi|está)>`,
  ),
  gated(
    "nada",
    `<nada (?:disso |disto |ainda )?(?:foi|está|é)(?: ainda)? (?:testad|verificad|executad|rodad|validad|conferid|compilad|confirmad)o>
    |<nada (?:de (?:eso|esto) |aún |todavía )?(?:fue|está|ha sido|se ha)(?: aún| todavía)? (?:probado|verificado|ejecutado|validado|comprobado|compilado|confirmado)>
    |<nada se (?:probó|verificó|ejecutó|validó|comprobó)>`,
  ),
  gated(
    "ficou|ficaram|está|estão|segue|seguem|ainda|pendentes?",
    `<(?:ficou|ficaram|está|estão|segue|seguem|ainda) (?:\\S+ )?(?:pendentes?|incomplet[oa]s?|parcial(?:mente)?)>|^(?:ainda )?pendentes?(?=$|[:])`,
  ),
  // Spanish
  gated(
    "no|ni",
    `<(?:no|ni)(?: \\S+){0,3}? (?:ejecutar|ejecuté|ejecutad[oa]s?|ejecutó|ejecutaron|probar|probé|probad[oa]s?|probó|verificar|verifiqué|verificad[oa]s?|verificó
    |validar|validé|validad[oa]s?|validó|implementar|implementé|implementad[oa]s?|implementó|correr|corrí|compilar|compilé|compila|corregir|corregí|corregid[oa]s?
    |terminar|terminé|terminad[oa]s?|reproducir|reproduje|instalar|instalé)>`,
  ),
  gated(
    "no",
    `<no (?:fue|es) posible>|<no (?:pude|pudimos|logré)>|<no (?:pasan?|pasó|pasaron|compila|funciona|está list[oa])>`,
  ),
  gated(
    "sin|todavía|aún|aun|ningún|ninguna",
    `<sin (?:probar|verificar|ejecutar|correr)>|<(?:todavía|aún|aun) (?:fallan?|faltan?|no)>|<ning(?:ún|una) (?:prueba|test|verificación|comprobación) (?:fue|se|ha)>`,
  ),
  gated(
    "quedó|quedaron|quedan?|están?|siguen?|pendientes?",
    `<(?:quedó|quedaron|queda|quedan|está|están|sigue|siguen) (?:\\S+ )?(?:pendientes?|incomplet[oa]s?|parcial(?:mente)?)>|^pendientes?(?=$|[:])`,
  ),
  // Both
  gated(
    "faltam?|faltan|faltou|faltaram|faltó|faltaron",
    `(?<!<(?:hizo|hace|haga|hará|fez|faz|sem|sin|por|a) )<(?:falta[mn]?|faltou|faltaram|faltó|faltaron)>(?! de>)`,
  ),
]);
