import { lazy } from "../text/lazy.ts";
import { pattern, wordSet } from "../text/words.ts";

/** What follows a negator in idioms and reports; such a clause is no rule. All folded. */

export const idiomAfterDont = lazy(() =>
  wordSet(`worry bother forget hesitate you i we they know think understand see get care have want need like love
    believe remember recall mind agree trust recognize recognise expect panic be feel seem matter exist really even
    wanna it work hold mean lose`),
);

export const idiomAfterNever = lazy(() =>
  wordSet(`mind seen had worked happened got knew heard tried saw been did used was were has have fails works
    finishes ends returns stops gets happens once again the a i we they he she it
    thought came went took made found lost felt gave said told wrote became began broke built bought brought chose
    fell forgot met paid sent spent stood understood won done gone enough happen`),
);

/** Besides the words above, for "we never" and "we always". */
export const idiomAfterWeNever = lazy(() =>
  wordSet("get wanted found lost went came made took see have know want need think like feel end seem be"),
);

const idiomAfterNao = lazy(() =>
  pattern(`^(?:sei|entend\\p{L}*|consig\\p{L}*|consegu\\p{L}*|quer\\p{L}*|acho|tenho|ha|é|esta|ta|foi|era|tem|tinha
    | precis\\p{L}* | se preocupe | esque\\p{L}* | vejo | vi | deu
    | dá(?! (?:push|commit|deploy|merge)>) | da(?! (?:push|commit|deploy|merge)>)
    | funcion\\p{L}* | lembro | gost\\p{L}* | curti | pode | podemos | existe | faz (?:sentido|diferenca|nada|efeito)
    | hesite | são | sao | vou | vai | sou | estou | to | faco | fiz | acredito | compil\\p{L}* | aparec\\p{L}* | adianta
    | rolou | sabia)>`),
);

const idiomAfterNo = lazy(() =>
  pattern(`^(?:sé|se|deb\\p{L}*|\\p{L}*é|entiend\\p{L}*|quier\\p{L}*|creo|tengo|hay|es|esta|fue|era|tiene|hace falta
    | hizo falta | te preocupes | se preocupe | olvid\\p{L}* | veo | vi | funcion\\p{L}* | recuerdo | pud\\p{L}*
    | pued\\p{L}* | existe | dudes | son | voy | va | soy | estoy | hago | hice | compil\\p{L}* | aparec\\p{L}* | sirve
    | sabia | est(?:aria|aba|an|aban) | \\p{L}{3,}(?:aria|eria|iria|abas?|aban) | arranca | tengas prisa | anda | sale | carga | responde | quedo)>`),
);

/** `rest`: the clause after "não". */
export function isIdiomAfterNao(rest: string): boolean {
  return idiomAfterNao().test(rest);
}

/** `rest`: the clause after the Spanish "no". */
export function isIdiomAfterNo(rest: string): boolean {
  return idiomAfterNo().test(rest);
}

/** Heads of "no X", "sem X", "sin X" that state no rule. */
export const noRuleHeads = lazy(() =>
  wordSet(`problem problems worries worry idea ideas need luck way rush hurry output response effect error errors
    difference clue doubt thanks sense results result matter more one offense longer it that this what so no wait
    chance effort match matches data item items row rows user users failing failed such sign trace matching thank
    problema problemas pressa duvida duvidas graças gracas mais novo nada resposta erro erros sentido sucesso
    querer falta efeito
    prisa duda dudas errores exitos gracias respuesta resultado resultados éxito exito`),
);
