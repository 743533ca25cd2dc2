import { isDirectiveWord, isStrictDirective, startsWithDirective } from "../../lexicon/directiveVerbs.ts";
import { developmentEvent } from "../../lexicon/markers.ts";
import { verbReadings } from "../../lexicon/verbForms.ts";
import { lazy } from "../../text/lazy.ts";
import { tokens } from "../../text/tokens.ts";
import { pattern } from "../../text/words.ts";
import type { FormRule, RuleClause } from "../types.ts";

const event = `(?:(?:(?:single|code|git|\\p{L}+) )?${developmentEvent}|new \\p{L}+|nov[ao] \\p{L}+|nuev[ao] \\p{L}+)`;
const occasion = `(?:(?:before|after|on|for|with|in) (?:every|each|any)
  | (?:antes|depois|despues) de (?:cada|todo|toda)
  | (?:a|em|en) cada) ${event}`;
const occasionFirst = lazy(() => pattern(`^${occasion}>,? (?=\\S)`));
const occasionLater = lazy(() => pattern(`\\S ${occasion}>`));
/** "Create a hook that runs before every commit": the thing has the occasion, not the work. */
const occasionOfThing = lazy(() =>
  pattern(`<(?:an?|uma?|una?) [^,;]{1,40}? (?:that|which|to|que|para|pra) [^,;]{1,60}? ${occasion}>`),
);
const whenever = lazy(() =>
  pattern(
    `^(?:whenever|(?:every|each) time|toda vez que|sempre que|cada vez que|siempre que) (.+?), (?=\\S)`,
  ),
);
const negator = lazy(() => pattern("^(?:don't|do not|never|nao|no|nunca|jamais|jamas)> \\S"));

export const each: FormRule = {
  form: "each",
  matches: (clause) => onOccasion(clause.text) || onEvery(clause),
};

function onOccasion(text: string): boolean {
  const first = occasionFirst().exec(text);
  if (first) {
    const rest = text.slice(first[0].length);
    return startsWithDirective(rest) || negator().test(rest);
  }
  return occasionLater().test(text) && startsWithDirective(text) && !occasionOfThing().test(text);
}

/** "Whenever I click save, ..." tells what the product does, in all its clauses. `sentence`: folded, stripped. */
export function tellsProductBehaviour(sentence: string): boolean {
  const condition = whenever().exec(sentence)?.[1];
  return condition !== undefined && !concernsWork(condition);
}

function onEvery(clause: RuleClause): boolean {
  const match = whenever().exec(clause.text);
  if (!match) return false;
  const rest = clause.text.slice(match[0].length).replace(/^(?:please|por favor),? /u, "");
  if (negator().test(rest)) return true;
  const [word = ""] = tokens(rest);
  if (isStrictDirective(word, rest)) return true;
  return isFutureCondition(match[1] ?? "") && isDirectiveWord(word, rest);
}

const someoneElse = lazy(() =>
  pattern(
    "^(?:a|an|the|any|some|it|he|she|they|someone|o|os|as|um|uma|el|la|los|las|un|una|algum|alguien|alguem)>",
  ),
);
const workNoun = lazy(() =>
  pattern(`<(?:tests?|builds?|commits?|lint(?:er)?|ci|migrations?|schemas?|dependenc(?:y|ies)|files?|prs?|pull requests?|releases?
    | types?|packages?|functions?|endpoints?|apis?|code|modules?|deploys?|branch(?:es)?
    | testes?|migrac(?:ao|oes)|dependencias?|arquivos?|codigo|func(?:ao|oes)|pacotes?
    | pruebas?|migracion(?:es)?|archivos?|funcion(?:es)?|paquetes?)>`),
);
const handling = lazy(() =>
  pattern(
    `^i <(?:click|press|open|type|select|save|scroll|hover|tap|drag|log|login|visit|navigate|refresh|submit|hit|move|swipe)>
    | ^(?:eu|yo)? ?<(?:clico|aperto|abro|digito|seleciono|salvo|rolo|arrasto|logo|entro|acesso|navego|atualizo|recarrego|envio
    | hago clic | pulso | escribo | selecciono | guardo | arrastro | accedo | actualizo | recargo)>`,
  ),
);

/** What the product does "whenever a user logs in" or "I click save" is its behaviour. */
function concernsWork(condition: string): boolean {
  if (handling().test(condition)) return false;
  return !someoneElse().test(condition) || workNoun().test(condition);
}

/** "sempre que mudar", "siempre que cambies": something still to be done, so what follows is an order. */
function isFutureCondition(condition: string): boolean {
  const words = tokens(condition);
  return words.slice(0, 3).some((word) => {
    const readings = verbReadings(word);
    return readings.some((reading) => reading.form === "infinitive" || reading.form === "subjunctive");
  });
}
