import { Opener } from "./opener.ts";

/** "Don't do anything, just look": what a message says about itself, in one whole part of a sentence. */

const moment = "(?:yet|for now|now|right now|please|still|at this point|for the moment)";
const momento = "(?:ainda|por enquanto|agora|por ora|por favor|no momento)";
const momentoEs = "(?:todavia|aun|por ahora|ahora|por favor|de momento|por el momento)";

const holdEn = new Opener(
  "ok|okay|hey|so|well|please|just|for|don't|do|no|zero|only",
  `^(?:(?:ok|okay|hey|so|well|please|just|for now),? )*(?:
    (?:don't|do not) (?:do|change|edit|modify|touch|write|implement|code|fix|start coding)
      (?: (?:anything|nothing|(?:any |the |my )?(?:code|files?))(?: ${moment})* | (?: ${moment})+)
    | (?:don't|do not) (?:make|do|apply) (?:any |the )?(?:code |file )?(?:changes?|edits?|modifications?)(?: ${moment})*
    | (?:don't|do not) start (?:coding|implementing|working)(?: ${moment})*
    | (?:no|zero) (?:code |file )?(?:changes|edits|modifications)(?: ${moment})*
    | (?:just|only) (?:please )?(?:investigate|look|analy[sz]e|discuss|explain|read|research|brainstorm
      | give (?:me )?(?:an )?explanation)
      (?: (?:it|this|that|at (?:it|this|that|the code)|into (?:it|this|that)|around|the code|for now|please)
        | (?: (?:why|how|what|whether|where))> .*)*
  )$`,
);
const holdPt = new Opener(
  "por|só|apenas|nao|n|sem|nenhuma|somente",
  `^(?:(?:por favor|por enquanto|só|apenas),? )*(?:
    (?:nao|n) (?:faca|faz|mexa|mexe|altere|altera|mude|muda|edite|edita|escreva|escreve|implemente|implementa
      | modifique | modifica | toque | toca | codifique | codifica | corrija)
      (?:(?: em)? (?:nada|(?:nenhum )?(?:codigo|arquivo)|no codigo)(?: no codigo)?(?: ${momento})* | (?: ${momento})+)
    | (?:nao|n) (?:faca|faz) (?:nenhuma )?(?:alterac(?:ao|oes)|mudancas?)(?: ${momento})*
    | (?:sem|nenhuma) (?:alterac(?:ao|oes)|mudancas?)(?: no codigo)?(?: ${momento})+
    | (?:só|apenas|somente) (?:investig(?:ue|a)|olh[ea]|analis[ea]|expli(?:que|ca)|leia|pesquis[ea])
      (?: (?:isso|isto|o codigo|o erro|por enquanto|ai|esse erro))*
  )$`,
);
const holdEs = new Opener(
  "por|solo|no|sin|ningun|solamente|unicamente",
  `^(?:(?:por favor|por ahora|solo),? )*(?:
    no (?:hagas|cambies|toques|edites|escribas|implementes|modifiques|programes|arregles)
      (?: (?:nada|(?:ningun )?(?:codigo|archivo)|el codigo)(?: en el codigo)?(?: ${momentoEs})* | (?: ${momentoEs})+)
    | no hagas (?:ningun )?(?:cambios?|modificaciones)(?: ${momentoEs})*
    | (?:sin|ningun) (?:cambios?|modificaciones)(?: ${momentoEs})+
    | (?:solo|solamente|unicamente) (?:investiga|mira|analiza|explica|explicame|lee(?! el codigo)|investigalo|analizalo)
      (?: (?:esto|eso|el codigo|el error|por ahora|este error))*
  )$`,
);

export const holds: readonly Opener[] = [holdEn, holdPt, holdEs];

/** `part`: folded, without lead-ins and final marks. */
export function isHold(part: string): boolean {
  return holds.some((hold) => hold.test(part));
}
