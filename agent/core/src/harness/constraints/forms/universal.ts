import { lazy } from "../../text/lazy.ts";
import { tokens } from "../../text/tokens.ts";
import { pattern } from "../../text/words.ts";
import type { FormRule, RuleClause } from "../types.ts";
import { holdsPronoun, isEndUser } from "./subjects.ts";

const quantifier = lazy(() =>
  pattern(`^(all|every|each|any|everything|everybody|everyone|no|nobody|nothing|anything
    | tod[oa]s? | cada | qualquer | tudo | nada | nenhuma? | cualquier | ninguna? | ninguno)>(?! (?:time|vez|one>))`),
);
const standsAlone = lazy(() =>
  pattern("^(?:everything|everybody|everyone|nobody|nothing|anything|tudo|nada|todos|todas|todo)$"),
);
const negative = lazy(() => pattern("^(?:no|nobody|nothing|nada|nenhuma?|ninguna?|ninguno)$"));

const duty = lazy(() =>
  pattern(`<(?:(?:has|have) to|must(?! have (?:been|\\p{L}+ed)>)|should(?! have (?:been|\\p{L}+ed)>)
    | devem? | tem (?:que|de) | debe | deben | tiene que | tienen que)>`),
);
const place = lazy(() =>
  pattern(`<(?:needs?
    | (?:goes|go|lives?|belongs?|stays?) (?:in|into|under|through|within)
    | precisam? | necesitan?
    | (?:ficam?|vai|vao|van?) (?:em|no|na|nos|nas|en|dentro))>`),
);
/** "has to live in src": only a positive quantifier takes the weaker verbs, but "nothing goes in" forbids. */
const placeOnly = lazy(() =>
  pattern("<(?:goes|go|lives?|belongs?|stays?) (?:in|into|under|through|within)>"),
);
const permission = lazy(() => pattern("<(?:may)>"));
const ability = lazy(() => pattern("<(?:can|podem?|pueden?)>"));
const pathOrCode = lazy(() => pattern("⟦c⟧|\\S/\\S|\\S\\.\\p{L}"));

export const universal: FormRule = { form: "universal", matches: speaksOfAll };

function speaksOfAll(clause: RuleClause): boolean {
  const word = quantifier().exec(clause.text)?.[1];
  if (word === undefined) return false;
  const rest = clause.text.slice(word.length);
  const isNegative = negative().test(word);
  const verbs = isNegative ? [duty(), placeOnly(), permission()] : [duty(), place()];
  if (isNegative && pathOrCode().test(rest)) verbs.push(ability());
  return verbs.some((verb) => {
    const at = verb.exec(rest)?.index;
    if (at === undefined) return false;
    const subject = rest.slice(0, at);
    const count = tokens(subject).length;
    const enough = standsAlone().test(word) || count >= 1;
    return enough && count <= 6 && !holdsPronoun(subject) && !isEndUser(subject);
  });
}
