import { lazy } from "../text/lazy.ts";
import { pattern } from "../text/words.ts";
import { Opener } from "./opener.ts";

/** Words that decide whether a sentence asks for an answer or for work. All match folded text. */

export const vocative = new Opener(
  `a|quick|one|another|last|small|just|dumb|stupid|question|uma|outra|duvida|pergunta|una|otra|pregunta|duda|consulta`,
  `^(?:(?:a )?(?:(?:quick|one|another|last|small|just a|dumb|stupid) )?question | (?:uma |outra )?(?:duvida|pergunta)(?: rapida)?
    | (?:una |otra )?(?:pregunta|duda|consulta)(?: rapida)?)>\\s*[:,.-]+ ?`,
);

export const conditionAnswered = new Opener(
  `if|otherwise|se|caso|si|de`,
  `^(?:if not | if so | if yes | if it does(?:n't| not)? | if it is(?:n't| not)? | otherwise
    | se nao | se sim | caso contrario | si no | si es asi | de lo contrario)>,? ?`,
);

export const informationImperative = new Opener(
  `explain|describe|tell|clarify|summari[sz]e|compare|walk|help|show|give|me|expli[cq]a|explique|expliquem|descrev[ae]|diga|resum[ae]|esclareca|explicame|explicanos|dime|muestrame|aclara|aclarame|compara|ayudame`,
  `^(?:explain|describe|tell me|clarify|summari[sz]e|compare|walk me through|help me understand
    | show me (?:how|why|what|where|when|which)
    | give me (?:an? |some |your |the )*(?:overview|opinion|summary|explanation|thoughts)
    | (?:me )?(?:explique|explica|expliquem) | descreva | descreve | me (?:diga|diz|conta|conte|fala|fale) | diga
    | me (?:mostre|mostra) (?:como|onde|por que|o que|quais|qual) | resuma | resume | esclareca | me (?:ajuda|ajude) a entender
    | explicame | explicanos | describe | dime | muestrame (?:cómo|como|dónde|donde|por que|que) | compara | aclara | aclarame
    | ayudame a entender)>`,
);

/** In "can you ..." and "let's ...": verbs that ask for words, not for work. */
export const informationVerb = lazy(() =>
  pattern(`^(?:explain|tell|describe|clarify|summari[sz]e|compare|show|see|check|look|confirm|know|think|say|remember
    | understand | list | help me understand | help us understand | walk me through | give me | read | analy[sz]e | review | investigate
    | have an? (?:\\S+ )?look | take an? (?:\\S+ )?look | dar uma olhada | echar un vistazo
    | suggest | recommend | advise | elaborate | discuss | talk | find | be | need
    | (?:me )?(?:explicar|dizer|descrever|mostrar|resumir|comparar|confirmar|verificar|checar|ver|olhar|lembrar | falar | contar
      | analisar | revisar | ler | sugerir | recomendar | investigar | listar | ser | estar | haver | haber | ajudar a entender | esclarecer
      | decir | describir | mirar | analizar | leer | aclarar | comprobar | ayudar a entender)
      (?:-me|-nos|me|nos|nosl[oa]s?|mel[oa]s?|l[oa]s?)?)>`),
);

const tailVerbs = `(?:fix|correct|repair|implement|change|update|add|remove|apply
  | (?:corrija|corrige|conserta|conserte|repare|implementa|implemente|muda|mude|altera|altere|atualiza|atualize|adiciona
    | adicione | remova | remove | aplica | aplique | arruma | arrume)(?:-[oa]s?|-l[oa]s?)?
  | (?:arregla|arregle|repara|corrige|corrija|cambia|cambie|actualiza|actualice|agrega|agregue|anade|quita|quite|revisa|revise
    | implementa | aplica | elimina)(?:l[oa]s?)?)`;

/** "..., and fix it": work asked for at the end of a sentence. */
export const tail = lazy(() =>
  pattern(
    `(?:,|<(?:and|e|y)>)(?: (?:then|please|por favor|depois|entao|luego|despues|if so),?)* ${tailVerbs}>`,
  ),
);

/** "It should be green, change it": an order at the end of a statement. */
export const orderAtEnd = lazy(() =>
  pattern(`,(?: (?:so|then|please|just|entao|por favor|pues|asi que),?)* (?:
    (?:${tailVerbs}|rename|delete|replace|move|refactor|simplify|rewrite|extract|split|undo|revert|drop|disable|enable)[ ]
      (?:it|that|this|them|these|those|isso|isto|ess[ea]s?|eso|esto|es[ao]s)>
    | (?:arregla|corrige|cambia|actualiza|agrega|quita|elimina)l[oa]s?>)`),
);

export const andThen = lazy(() => pattern("(?:and then|, then|e depois|e entao|y luego|y despues)>"));

const changeVerbs = `(?:${tailVerbs}|create|make|move|rename|replace|refactor|simplify|rewrite|extract|split|delete
  | criar | fazer | mover | renomear | substituir | refatorar | simplificar | reescrever | corrigir | implementar | mudar | alterar
  | atualizar | adicionar | remover | aplicar | trocar | arrumar
  | crear | hacer | renombrar | reemplazar | refactorizar | reescribir | corregir | cambiar | actualizar | agregar | anadir | quitar
  | arreglar)`;

export const weCould = new Opener(
  `can|could|shall|a|nos|podemos|poderiamos|podriamos`,
  `^(?:(?:can|could|shall) we(?: (?:please|also|just|maybe|now))*
    | a gente (?:pode|poderia|consegue) | (?:nos )?(?:podemos|poderiamos|podriamos)) ${changeVerbs}>`,
);

export const suggestion = new Opener(
  `how|why|let's|shall|que|por|vamos|bora`,
  `^(?:how about (?=\\S)|why not (?=\\S)|why don't (?:you|we)>|let's>|shall we>
    | que tal(?! (?:funciona|va|esta|anda)>)> ?(?=\\S) | por que (?:voce|a gente|tu|nos) nao>
    | por que (?:nao|no) (?=\\p{L}+(?:[aei]r|[aei]mos)(?:l[oa]s?|-[ls]?[oa]s?)?>)
    | vamos(?! ver>)> | bora>)`,
);

/** Closed sentences that state a rule instead of asking for work. */
export const ruleOpener = new Opener(
  `don't|do|never|always|nao|nunca|sempre|siempre|jamais|jamas|no`,
  `^(?:(?:don't|do not|never|always|nao|nunca|sempre|siempre|jamais|jamas) \\S
    | no \\p{L}+(?:es|as|e|a|en|an)>)`,
);
