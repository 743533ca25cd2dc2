import { keepPredicate } from "../../lexicon/markers.ts";
import { lazy } from "../../text/lazy.ts";
import { pattern } from "../../text/words.ts";
import type { FormRule, RuleClause } from "../types.ts";

const keepOpener = lazy(() =>
  pattern("^(?:keep|mantenha|mantenham|mantem|manten|mantenga|mantengan|mantener|manter)> \\S"),
);
const respect = lazy(() =>
  pattern(`^(?:stick (?:to|with) | stay (?:in|within|under) | limit yourself to | respect | preserve | maintain | adhere to
    | conform to | atenha-se a[os]? | limite-se a[os]? | respeite | respeita | cinete a | limitate a | respeta | respete)> \\S`),
);
const momentary = lazy(() => pattern("<(?:when|quando|cuando|ao|al)>"));
const follow = lazy(() =>
  pattern(`^(?:
    follow (?!up>|me>|along>|this>|that>|it>|(?:the|these|those) (?:steps|instructions|link|links)>)
    | siga (?!em frente|o erro|o log|assim|igual|adelante)
    | sigue (?!igual|fall|sin>|\\p{L}+ndo>|adelante|asi>)
    )\\S`),
);
const leave = lazy(() =>
  pattern("^leave .*\\S (?:alone|untouched|as (?:it |they )?(?:is|are)|unchanged|intact)>"),
);
const leaveRomance = lazy(() =>
  pattern(
    `^(?:deixe|deixa|deja|deje|dejen|deixem) .*\\S (?:como esta[on]? | intact[oa]s? | quiet[oa]s? | em paz | en paz)>`,
  ),
);

export const keep: FormRule = { form: "keep", matches: keeps };

function keeps(clause: RuleClause): boolean {
  const { text } = clause;
  if (keepOpener().test(text) && keepPredicate().test(text)) return !momentary().test(text);
  const respected = respect().exec(text);
  if (respected) return !momentary().test(text.slice(respected[0].length));
  if (follow().test(text)) return clause.tokens.length >= 3;
  return leave().test(text) || leaveRomance().test(text);
}
