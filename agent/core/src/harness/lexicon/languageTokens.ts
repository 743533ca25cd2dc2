import type { Language } from "../text/lang.ts";

/** Frequent words that tell the languages apart; a word may stand in several lists. */
export const languageTokens: Readonly<Record<Language, string>> = {
  en: `the and is are was were of it this that these with for you please not never always should must use
    without when why how what can could instead from on all be my your in an do does did don't we they i
    into if then but only no new any more than have has there so at by or`,
  pt: `não o os um uma do da dos das em nas nos pelo pela com sem é está tá isso esse essa isto este esta
    você mas também sempre nunca deve faça já só aqui ao meu minha seu sua quero arquivo arquivos código
    testes por favor que pra para quando porque mais muito foi tem ter são agora então depois ainda ele ela
    nem ou se use no na eu me te de pro mesmo nada tudo dá vez`,
  es: `el la los las un una del al con sin es está esto ese esa este esta usted tú pero también siempre
    nunca debe haz ya sólo solo aquí mi quiero archivo archivos código pruebas por favor que para cuando
    porque más muy fue tiene ahora entonces después todavía y lo le les se yo no en su sus hay hace falta
    ni me te de o nada todo vez`,
};
