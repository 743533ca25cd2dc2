import { lazy } from "../text/lazy.ts";
import { pattern } from "../text/words.ts";

/** Markers that say how far a sentence reaches. All match folded text. */

/** The sentence is about this moment only. */
export const oneOffMarker = lazy(() =>
  pattern(`<(?:
    yet | now | for now | right now | just now | this time | this once | just once | for the moment | at the moment
    | today | tonight | tomorrow | in this (?:message|turn|step|commit|pr|pull request|file)
    | agora | ainda | por enquanto | por ora | no momento | d?essa vez | d?esta vez | hoje | amanha
    | ne(?:ste|sse) (?:passo|commit|pr|arquivo)
    | ahora | todavia | aun | por ahora | de momento | por el momento | hoy | manana
    | en este (?:paso|commit|pr|archivo)
  )>`),
);

/** "Not until I say so" is a standing rule although it says "now". */
export const untilMarker = lazy(() => pattern("<(?:until|till|ate|hasta)>"));

const strongStanding = `
  from now on | from here on | from this point on | going forward | as a (?:general )?rule
  | de agora em diante | daqui (?:pra|para) (?:a )?frente | daqui em diante | a partir de agora
  | como regra(?: geral)? | por regra
  | de ahora en adelante | desde ahora | a partir de ahora | como regla(?: general)? | por regla general`;

export const strongStandingMarker = lazy(() => pattern(`<(?:${strongStanding})>`));

export const strongStandingOpener = lazy(() => pattern(`^(?:${strongStanding})>[,:]? ?`));

export const standingMarker = lazy(() =>
  pattern(`<(?:${strongStanding}
    | for the rest of (?:this|the) (?:session|project|task|conversation)
    | (?:for|in) this (?:repo|repository|project|codebase)
    | at all times
    | (?:neste|nesse) (?:projeto|repositorio|repo) | o tempo todo
    | en este (?:proyecto|repositorio|repo) | en todo momento
  )>`),
);

/** Subjects that turn "from now on ..." into a statement about someone else. */
export const statementSubject = lazy(() =>
  pattern("^(?:i|i'll|i'm|eu|yo|it|he|she|they|the|o|el|la|los|las|os|as)>"),
);

export const hypotheticalOpener = lazy(() =>
  pattern(`^(?:suppose|supposing|imagine|let's say|say we|hypothetically|what if
    | suponha(?:mos)? | imagina(?:ndo)? | imagine | digamos | hipoteticamente
    | supon | supongamos)>`),
);

export const unrealCondition = lazy(() =>
  pattern(`^(?:if|se|si)>.*<(?:would|could|might|were|had
    | seria | poderia | fosse | tivesse | dissesse | pedisse
    | podria | fuera | fuese | tuviera | dijera | pidiera)>`),
);

export const conditionOpener = lazy(() => pattern("^(?:if|when|se|quando|si|cuando)>"));

/** Someone else's words: "the docs say", "o README diz". */
export const reportedSpeech = lazy(() =>
  pattern(
    `<(?:says?|said|tells?|told|claims?|mentions?|mentioned|recommends?|suggests?|complains?|warns?|wrote|writes
    | diz(?:em)? | disse | fala | falou | recomenda | sugere | reclama | avisa | pediu
    | dice | dicen | dijo | recomienda | sugiere | se queja | pide | pidio)>`,
    "gu",
  ),
);

/** The whole sentence passes on what others ask for. */
export const accordingTo = lazy(() =>
  pattern("^(?:according to|as per|per the|segundo|de acordo com|conforme|segun|de acuerdo con)>"),
);

/** Clauses that begin like this are never someone else's words. */
export const ownRuleOpener = lazy(() =>
  pattern("^(?:never|do not|don't|always|nao|nunca|no|sempre|siempre|jamais|jamas)>"),
);

export const interrogativeOpener = lazy(() =>
  pattern(`^(?:why|what|what's|how|where|where's|which|who|who's|whose|is|are|was|were|does|did|can|could|should|would
    | will | has | have | isn't | aren't | doesn't | didn't | can't (?:we|you) | do (?:we|you|i|they)
    | por que | porque | o que | quais? | como | onde | quem | quant[oa]s? | sera que
    | cual(?:es)? | cómo | dónde | donde | quien(?:es)? | cuant[oa]s?)>`),
);

/** "Do not", "as a rule" and conditions begin like questions and are none. */
export const notInterrogative = lazy(() => pattern("^(?:do not|como reg(?:la|ra)|can't be|cannot)>"));

export const deictic = lazy(() =>
  pattern(`<(?:this|that|these|those|here
    | ess[ea]s? | est[ea]s? | isso | isto | aqui | es[ae] | es[ao]s | est[ao]s | esto | eso)>`),
);

export const choiceWord = lazy(() =>
  pattern("<(?:options?|first|second|left|right|opcao|primeir[ao]|segund[ao]|opcion|primer[ao]?)>"),
);

export const errorNoun = lazy(() =>
  pattern(`<(?:crash(?:es|ing)?|errors?|bugs?|warnings?|exceptions?|leaks?|problems?|issues?
    | erros? | falhas? | travamentos? | vazamentos? | problemas? | fallos? | fugas? | excepcion(?:es)? | excecao)>`),
);

export const scopeWord = lazy(() =>
  pattern(
    `<(?:arquivos?|archivos?|files?|pastas?|carpetas?|diretorios?|directorios?|dentro|em|nos|nas)>|⟦c⟧|\\S/\\S`,
  ),
);

/** What happens again and again in development. */
export const developmentEvent =
  "(?:commits?|push(?:es)?|merges?|prs?|pull requests?|releases?|deploys?|deployments?|changes?|edits?|migrations?|tasks?|steps?|phases?|slices?|refactors?|features?|fix(?:es)?|builds?" +
  "|mudancas?|alterac(?:ao|oes)|entregas?|tarefas?|passos?|etapas?|migrac(?:ao|oes)" +
  "|cambios?|tareas?|pasos?|migracion(?:es)?)";

/** Verbs that make "no X ..." a report. */
export const finiteVerb = lazy(() =>
  pattern(`<(?:is|are|was|were|has|have|ran|found|works?|fails?|shows?|returns?|covers?|happens?|appears?|exists?
    | loads? | opens? | seems? | comes | goes | gets | responds? | displays? | this | that | it
    | é | esta | foi | tem | ha | pasa | retorna | aparece | acontece | abre | trava | deveria | isso
    | es | fue | tiene | hay | funciona | devuelve | deberia | esto | eso)>`),
);

/** How something is to stay. */
export const keepPredicate = lazy(() =>
  pattern(`<(?:under|below|within|at most|less than|to a minimum|stable|compatible|backwards?|simple|small|short|pure
    | consistent | unchanged | intact | as is | in sync | in (?:english|portuguese|spanish)
    | as (?:small|short|simple) as | out of | separated? | private | public | readable | minimal | the same | existing
    | untouched | up to date | sorted | green | passing
    | estave(?:l|is) | compative(?:l|is) | simples | pequen\\p{L}* | curt\\p{L}* | menor(?:es)? | abaixo de | menos de
    | no maximo | consistentes? | igua(?:l|is) | intact\\p{L}* | como esta[on]? | em (?:ingles|portugues|espanhol)
    | separad\\p{L}* | privad\\p{L}* | public[oa]s? | minim\\p{L}* | sincronizad\\p{L}* | atualizad\\p{L}* | verdes?
    | estables? | compatibles? | simples? | cort[oa]s? | lo más | lo mas | por debajo de | como maximo
    | iguales | en (?:ingles|portugues|espanol) | actualizad\\p{L}*)>`),
);
