import { startsWithDirective } from "../../lexicon/directiveVerbs.ts";
import { standingMarker, statementSubject, strongStandingOpener } from "../../lexicon/markers.ts";
import { lazy } from "../../text/lazy.ts";
import { strip } from "../../text/strip.ts";
import { tokens } from "../../text/tokens.ts";
import { pattern } from "../../text/words.ts";
import type { FormRule } from "../types.ts";

const negator = lazy(() => pattern("^(?:don't|do not|never|nao|no|nunca|jamais|jamas)> \\S"));

export const standing: FormRule = { form: "standing", matches: ({ text }) => lasts(text) };

function lasts(text: string): boolean {
  const opener = strongStandingOpener().exec(text);
  if (opener) {
    const rest = strip(text.slice(opener[0].length));
    return tokens(rest).length >= 2 && !statementSubject().test(rest);
  }
  const marker = standingMarker().exec(text);
  if (!marker) return false;
  const after = text.slice(marker.index + marker[0].length).replace(/^[,:]? /u, "");
  const rest = marker.index === 0 ? strip(after) : text;
  return startsWithDirective(rest) || negator().test(rest);
}
