import { lazy } from "../text/lazy.ts";
import { pattern } from "../text/words.ts";

/** What developers say of work they do not want. All match folded parts of sentences. */

const works = `(?:solution|approach|code|design|implementation|changes?|plan|fix|abstraction|version|patch|refactor
  | solucao | abordagem | codigo | implementacao | mudancas? | alteracao | alteracoes | plano | abstracao | versao
  | solucion | enfoque | diseno | implementacion | cambios? | abstraccion)`;
const owners = `(?:the|your|this|that|these|those|o|a|os|as|esse|essa|esses|essas|este|esta|estes|estas|el|la|los|las
  | tu | tus | tua | teu | su | sus | sua | seu | suas | seus | ese | esa | esos | esas)`;
const subject = `(?:that|this|it|you|isso|isto|voce|aquilo|esto|eso|ello|aquello
  | ${owners} ${works}(?: (?:you (?:wrote|made|did|gave me)|que voce fez|que hiciste))?)`;
const copulaWords = `(?:is|are|was|were|looks?|seems?|feels?|got
  | é | esta | ta | tá | ficou | ficaram | são | sao | estao | foi | era | es | son | estan | quedo | quedaron | parece)`;
const copula = `(?: ${copulaWords}|'s|'re)`;
const adverb = `(?: (?:just|really|still|simply|so|all|kind of|kinda|realmente|muito|meio|um pouco|muy|un poco|todo|tudo))*`;
const degree = "(?:(?:way|far|much|a bit|a little|still) )*";

/** Those that complain at any length, even without a subject. */
const marked = `(?:(?:way|far|much) too \\S+
  | too (?:much|many) .*<for (?:an?|such|this)>
  | not how (?:we|i|you|it)> | not like that>
  | (?:over-?engineered | over engineered | over-?complicated | over complicated | overkill)>
  | nao é assim> | nao é bem isso> | \\S+ demais (?:pra|para) (?:uma?|isso|esse|essa|algo)>
  | nao (?:é|foi|era) (?:isso )?(?:o )?que (?:eu )?(?:pedi|queria|disse|falei)> | nada a ver>
  | no es asi> | demasiad[oa]s? .*<para (?:una?|este|esta|esto|eso|algo)>
  | no (?:es|era|fue) (?:eso )?lo que (?:yo )?(?:te )?(?:pedi|pedí|queria|dije)> | nada que ver>)`;

const plain = `(?:${degree}too (?:complex|complicated|verbose|long|much|big|clever|abstract|generic|fancy|many|convoluted|heavy)>
  | unnecessarily (?:complex|complicated|verbose|long)>
  | not what i (?:asked|wanted|meant|said)> | not right(?! now)> | not it>
  | (?:all )?(?:wrong|incorrect)(?: (?:again|still|here))*$
  | (?:an? )?(?:(?:total|complete|bit of a|horrible|ugly) )?(?:hack|mess|dead end|bad idea|terrible idea)> | (?:hacky|messy|ugly)>
  | (?:complicad|complex|exagerad|verbos|grand|long|abstrat|generic)\\p{L}* demais>
  | muito (?:complicad|complex|verbos|exagerad|abstrat|generic)\\p{L}*
  | (?:tudo )?errad[oa]s?(?: (?:de novo|ainda|aqui))*$ | exagerad[oa]s?> | (?:um )?exagero> | assim nao> | (?:uma )?(?:gambiarra|bagunca|ma ideia|pessima ideia)>
  | (?:demasiado|muy|innecesariamente) (?:complicad|complej|verbos|larg|abstract|generic)\\p{L}*
  | (?:esta )?(?:todo )?(?:mal|equivocad[oa]s?|incorrect[oa]s?|incorret[oa]s?)(?: (?:de nuevo|otra vez|aqui))*$
  | una exageracion> | sobreingenieria> | asi no> | (?:una? )?(?:chapuza|parche|mala idea)>)`;

const predicate = `(?:${marked}|${plain})`;

/** "That's too complex", "your plan looks wrong". */
export const complaintAboutWork = lazy(() => pattern(`^${subject}${copula}?${adverb} ${predicate}`));

/** "Ficou muito complexo": the subject is understood. */
export const complaintWithoutSubject = lazy(() => pattern(`^${copulaWords}${adverb} ${predicate}`));

export const markedPredicate = lazy(() => pattern(`^${degree}(?:simply |just )?${marked}`));

export const plainPredicate = lazy(() => pattern(`^${degree}(?:simply |just )?${plain}`));

export const complaintSubject = lazy(() => pattern(`^${subject}(?:>|(?='))`));

export const fixedComplaint = lazy(() =>
  pattern(`^(?:
    (?:i think )?(?:you(?:'ve| have)? )?(?:completely |totally )?(?:misunderstood|misread|misinterpreted|got (?:it|me|this|that) (?:all )?wrong)>
    | (?:acho que )?(?:voce )?(?:me )?entendeu (?:tudo )?(?:errado|mal)> | (?:creo que )?(?:lo |me )?(?:entendiste|has entendido) (?:todo )?mal>
    | you (?:just )?(?:changed|edited|modified|touched|deleted|removed|moved|renamed|picked|chose|used|fixed|broke|put it in) the wrong \\S+
    | you(?:'ve| have)? (?:just )?(?:changed|edited|modified|touched|deleted|removed|moved|added|created|wrote|written|made|did|done) (?:(?:way|far) )?too (?:much|many)>
    | voce (?:criou|mudou|alterou|escreveu|fez|adicionou|colocou|mexeu em) (?:\\S+ ){0,3}demais$
    | (?:creaste|cambiaste|modificaste|escribiste|hiciste|agregaste|anadiste|pusiste|tocaste) demasiad[oa]s?>
    | (?:voce )?(?:alterou|mudou|editou|mexeu n[oa]|modificou|apagou|removeu|moveu|renomeou|escolheu|usou) (?:[oa] )?\\S+ errad[oa]
    | (?:cambiaste|editaste|modificaste|tocaste|borraste|moviste|renombraste|elegiste|usaste) (?:el |la )?\\S+ (?:equivocad[oa]|incorrect[oa])
    | (?:the )?wrong \\S+$ | (?:[oa] )?\\S+ errad[oa]s?$ | (?:el |la )?\\S+ (?:equivocad[oa]s?|incorrect[oa]s?)$
    | (?:i (?:don't|do not|didn't)|i really (?:don't|do not)) like (?:this|that|it|the|your|how|where)>
    | (?:eu )?nao (?:gostei|curti|gosto)(?:$| (?:muito )?(?:disso|disto|assim|do jeito|o jeito|de como|dess[ea]|dest[ea]|ess[ea])>)
    | no me (?:gusta|gusto|gustó|convence)(?: nada)?(?:$| (?:esto|eso|asi|como|cómo|este|ese|esta|esa)>)
    | (?:i (?:don't|do not) want | (?:eu )?nao quero | (?:yo )?no quiero) .*<(?:for (?:this|that) | (?:pra|para) (?:isso|isto|eso|esto))>
  )`),
);

/** These complain wherever they stand. */
export const complaintAnywhere = lazy(() =>
  pattern(`(?:<(?:not|isn't|wasn't) what i (?:asked|wanted|meant)>
    | (?<!not )(?<!don't )(?<!n't be )<over-?complicating (?:this|it|that|things)>
    | <complicando (?:demais|demasiado|muito)> | <nao (?:era|foi) isso> | <no (?:era|fue) eso>)`),
);
