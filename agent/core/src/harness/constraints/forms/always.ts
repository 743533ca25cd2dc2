import { isDirectiveWord, isStrictDirective, startsWithDirective } from "../../lexicon/directiveVerbs.ts";
import { verbReadings } from "../../lexicon/verbForms.ts";
import { lazy } from "../../text/lazy.ts";
import { tokens } from "../../text/tokens.ts";
import { pattern } from "../../text/words.ts";
import type { FormRule, RuleClause } from "../types.ts";
import { isProductSubject, isStatedSubject } from "./subjects.ts";

const opener = lazy(() => pattern("^always (?=\\S)"));
const romanceOpener = lazy(() =>
  pattern(`^(?:sempre|siempre) (?!que>)(?:(?:me|lo|la|los|las|les?|te|se|nos|lhes?|o|a|os|as) )?(?=\\S)`),
);
const beforeDelivery = lazy(() =>
  pattern(`<(?:antes|depois|despues) (?:de|do|da|del) (?:\\S+ ){0,2}?(?:commits?|commitar|comitar|commitear|push|pushar|pushear
    | merge | mergear | mesclar | fusionar | prs? | pull request | releases? | deploy | publicar | entregar)>`),
);
const laterAlways = lazy(() => pattern("^([^:]*?)(?<!-)<(?:always|sempre|siempre)>(?!-)(?! que>)"));
/** Words that begin a description inside a directive: "fix the toggle that always resets". */
const description = lazy(() =>
  pattern(`<(?:that|which|who|where|when|while|because|so|if|why|it|is|are|was|he|she|they|i
    | que | quando | cuando | porque | se | si | onde | donde | ele | ela | é | esta | es)>`),
);
/** "make the sidebar always visible": the state of one thing, not a way of working. */
const stateAfterAlways = lazy(() =>
  pattern(`<(?:always|sempre|siempre) (?:visible|on|open|opened|enabled|disabled|available|active|shown|displayed|present|true|false
    | expanded | selected | focused | fixed | the same | visivel | visiveis | abert[oa]s? | ativ[oa]s? | activ[oa]s? | fix[oa]s? | visibles?
    | abiert[oa]s? | habilitad[oa]s? | disponiv(?:el|eis) | disponibles?)>`),
);
const mustAlways = lazy(() => pattern("^(.+?) (?:must|should|shall) always (?!be>)(?=\\S)"));
const yourDuty = lazy(() =>
  pattern(`^(?:(?:you|voces?|tu|usted(?:es)?) (?:must|have to|need to|tem que|tem de|deve|devem|precisa|debe|deben|tiene que
    | debes | tienes que) | tienes que | debes) .*<(?:before|always|every|antes|sempre|siempre|cada)>`),
);
const askBefore = lazy(() =>
  pattern(`^(?:me )?(?:ask|check with|confirm with|consult|warn|tell
    | pergunt[ea] | avis[ea] | confirm[ea] | consult[ea]
    | pregunta | preguntame | avisame | consultame | confirmame | avisa | consulta | pregunteme | aviseme)>
    (?:-me| me| us| first| with me| comigo| conmigo| the team)*,? (?:before|antes de)>`),
);

export const always: FormRule = {
  form: "always",
  matches: (clause) =>
    opensWithAlways(clause) ||
    saysAlwaysLater(clause.text) ||
    mustAlwaysDo(clause.text) ||
    yourDuty().test(clause.text) ||
    askBefore().test(clause.text),
};

function opensWithAlways(clause: RuleClause): boolean {
  const english = opener().exec(clause.text);
  if (english) {
    const [word = ""] = tokens(clause.text.slice(english[0].length));
    return verbReadings(word).some((reading) => reading.language === "en");
  }
  const romance = romanceOpener().exec(clause.text);
  if (!romance) return false;
  const [word = ""] = tokens(clause.text.slice(romance[0].length));
  if (isStrictDirective(word, clause.text)) return true;
  // "siempre ejecuta" may tell what a program does; what comes before a commit is the agent's.
  return isDirectiveWord(word, clause.text) && beforeDelivery().test(clause.text);
}

function saysAlwaysLater(text: string): boolean {
  const before = laterAlways().exec(text)?.[1];
  return (
    before !== undefined &&
    startsWithDirective(text) &&
    !description().test(before) &&
    !stateAfterAlways().test(text)
  );
}

function mustAlwaysDo(text: string): boolean {
  const subject = mustAlways().exec(text)?.[1];
  return subject !== undefined && isStatedSubject(subject) && !isProductSubject(subject);
}
