import { letterPattern } from "../text/letters.ts";
import { fold } from "../text/fold.ts";
import { lazy } from "../text/lazy.ts";
import { wordList } from "../text/words.ts";
import { typeNouns } from "./authorizationGroups.ts";

/** A set of folded words and phrases, built at its first use. `_` stands for a blank inside an entry. */
function phrases(list: string): () => ReadonlySet<string> {
  return lazy(() => new Set(wordList(list).map(fold)));
}

/** May stand before the verb of an order, repeatedly. */
export const markers = phrases(`
  please now then ok okay also just so and yes yeah yep sure alright great good perfect thanks finally next
  first right cool nice lgtm go_ahead go_ahead_and can_you could_you would_you will_you you_can you_may
  feel_free_to i_want_you_to want_you_to i_need_you_to need_you_to i'd_like_you_to let's kindly maybe quickly
  hey hi hello go go_and awesome excellent only instead after_that once_more
  agora então aí daí por_favor pode poderia você_pode você_poderia você_já_pode você_já_poderia já_pode
  pode_já você_consegue consegue dá_pra dá_para dá_pra_você dá_para_você dava_pra dava_pra_você daria_pra
  daria_pra_você depois depois_disso também sim claro beleza blz ótimo e quero_que_você preciso_que_você
  eu_quero_que_você eu_preciso_que_você vamos bora bora_pra finalmente primeiro só apenas somente oi olá
  ahora luego entonces también sí puedes me_puedes podrías me_podrías me_ayudas_a quiero_que necesito_que
  me y vamos_a perfecto listo dale adelante ya primero después_de_eso solo sólo solamente hola`);

/** Words that say yes or well done, in a part of its own before an order: "looks good, push it". */
export const approvals = phrases(`
  looks look good great fine all done works working ok okay lgtm approved nice_job good_job nice_work good_work ship_it
  awesome excellent green passed everything is are now it's that's
  ficou está bom boa tudo certo ótimo show valeu legal perfeito verde
  todo bien está perfecto genial excelente buen_trabajo`);

/** Names of a list of orders: "next steps: push". */
export const orderLabels = phrases(`
  step steps task tasks todo to_do to-do next_step next_steps request thing things two three four one last
  order following these this remaining final
  passo passos próximo próximos tarefa tarefas pedido seguinte
  paso pasos siguiente siguientes tarea tareas lo`);

export const fillers = phrases(`
  the a an my our your this that these those its it them all of to on onto into in from for at with against
  now please locally too also again as well everything and up me us thanks thank you right away directly
  straight ok okay then
  o os as um uma meu meus minha minhas seu seus sua suas esse esses essa essas isso este estes esta estas
  aqui aí ali lá la do da dos das desse dessa deste desta nesse nessa neste nesta de no na nos nas em pro pra
  para ao aos à com por_favor agora também já logo novamente localmente tudo todo todos toda todas e mim
  obrigado obrigada valeu direto diretamente então
  el los las un una unos unas mi mis tu tus su sus ese esa esos esas eso este esta estos estas esto del al en
  con ahora también ya lo le me por y gracias directamente`);

export const typeNounWords = phrases(typeNouns);

/** No verbs after "and" when something is deleted: "delete dist and build". */
export const nounLike = phrases(`
  build test tests release log logs cache deploy script scripts docs list link type name file format import
  export hook query report`);

/** Verbs of orders that are no directive verbs of the harness. */
export const moreOrderVerbs = phrases(`
  amend squash fetch sync rerun re-run resolve finalize double-check proceed tell inform monitor watch resume
  cherry-pick checkout compile let see finish
  avisa avisar avise diz diga builda buildar continua compila
  avisa avísame dime haz compila vuelve`);

/** Each line: words for the same environment. */
const environments = [
  "staging stage stg homologação homolog",
  "production prod prd produção producción",
  "preview",
  "qa",
  "dev development",
];

export const environmentOf: () => ReadonlyMap<string, string> = lazy(
  () =>
    new Map(
      environments.flatMap((line) => {
        const names = wordList(line).map(fold);
        return names.map((name) => [name, names[0] ?? name] as const);
      }),
    ),
);

/** Negators that need no look at the words around them; words ending in n't are negators too. */
export const negators = phrases(`
  not never do_not cannot without avoid except besides instead_of rather_than
  não nunca jamais sem nem evite evita evitem menos exceto salvo em_vez_de ao_invés_de pare_de para_de parem_de
  sin ni jamás excepto en_vez_de en_lugar_de deja_de deje_de`);

/** Negated words that forbid nothing: "don't worry, push it". */
export const harmlessAfterNegator = phrases(`
  worry bother hesitate panic problem problems worries rush hurry
  preocupe se_preocupe problema problemas pressa hesite
  te_preocupes preocupes prisa dudes`);

/** "não rastreados", "sin seguimiento": said of files, and no negation. */
export const untracked = lazy(() =>
  letterPattern(
    String.raw`(?<![\p{L}\p{N}_])(?:nao (?:rastread|versionad)[oa]s?|no (?:rastread|versionad)[oa]s?|sin seguimiento)(?![\p{L}\p{N}_])`,
    "gu",
  ),
);

export const conditionals = phrases(`
  if when once unless until till after before as_soon_as in_case whenever provided assuming soon later
  tomorrow tonight eventually
  se quando caso assim_que depois_que depois_de antes_de até desde_que logo amanhã mais_tarde enquanto
  si cuando en_cuanto una_vez_que después_de antes_de hasta siempre_que mañana más_tarde mas_tarde`);

/** Read before conditionals are looked for. */
export const noConditional = lazy(() =>
  letterPattern(
    String.raw`(?<![\p{L}\p{N}_])(?:after that|depois disso|despues de eso)(?![\p{L}\p{N}_])`,
    "gu",
  ),
);

/** Third person: someone else speaks. */
export const reportVerbs = phrases(`
  says said tells told wrote writes asked asks wants wanted suggests suggested recommends recommended mentions
  mentioned claims claimed states stated according
  diz dizem disse disseram falou falaram pediu pediram mandou mandaram quer querem queria sugeriu sugere
  recomenda segundo conforme
  dice dicen dijo dijeron pidió pidieron quiere quieren sugirió sugiere recomienda según`);

/** The same for a plural subject: "the docs say". At the start of a part they are orders. */
export const pluralReportVerbs = phrases("say tell ask want suggest recommend mention claim state write");
