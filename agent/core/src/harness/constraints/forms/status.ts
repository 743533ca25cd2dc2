import { conditionOpener } from "../../lexicon/markers.ts";
import { lazy } from "../../text/lazy.ts";
import { tokens } from "../../text/tokens.ts";
import { pattern } from "../../text/words.ts";
import type { FormRule, RuleClause } from "../types.ts";

const closed = lazy(() =>
  pattern(`^(.+?)(?: (?:is|are|é|esta|estao|são|sao|es|estan|son)|'s|'re) (?:de |strictly |completely )?
    (?:off[ -]limits | forbidden | not allowed | banned | read[ -]only | frozen | prohibited
    | proibid[oa]s? | intocave(?:l|is) | congelad[oa]s? | somente leitura | só leitura | apenas leitura
    | prohibid[oa]s? | vetad[oa]s? | intocables? | solo lectura | fuera de limites)
    (?:$|,| (?:to|in|under|em|na|no|en|until|ate|hasta)>)`),
);
const forbiddenFirst = lazy(() =>
  pattern(`^(?:(?:you are|you're) not allowed to | (?:it is|it's) (?:strictly )?forbidden to
    | (?:é |esta |es )?(?:proibido|terminantemente proibido|estritamente proibido|prohibido))> \\S`),
);
const butClause = lazy(() => pattern("<(?:but|mas|pero|porem)>"));
/** A program that is "frozen" hangs; "this is not allowed" quotes an error. */
const notTerritory = lazy(() =>
  pattern(`(?:^(?:it|this|that|isso|isto|esto|eso)$
    | <(?:app|application|screen|page|ui|browser|terminal|window|tela|pagina|pantalla|aplicacao|aplicativo|aplicacion|ventana)$)`),
);

export const status: FormRule = { form: "status", matches: isClosed };

function isClosed(clause: RuleClause): boolean {
  if (forbiddenFirst().test(clause.text)) return true;
  const match = closed().exec(clause.text);
  const subject = match?.[1];
  if (!match || subject === undefined || tokens(subject).length > 10) return false;
  if (conditionOpener().test(clause.text) || notTerritory().test(subject)) return false;
  const at = clause.sentence.indexOf(match[0]);
  return !butClause().test(at < 0 ? clause.sentence : clause.sentence.slice(at + match[0].length));
}
