import { startsWithDirective } from "../../lexicon/directiveVerbs.ts";
import { choiceWord, deictic } from "../../lexicon/markers.ts";
import { lazy } from "../../text/lazy.ts";
import { pattern } from "../../text/words.ts";
import type { FormRule } from "../types.ts";
import { actsOnProduct } from "./subjects.ts";

const inside =
  "instead of|rather than|in place of|em vez d[eoa]s?|ao inves d[eoa]s?|no lugar d[eoa]s?|en vez del?|en lugar del?";
const insteadOf = lazy(() =>
  pattern(
    ` (?:${inside})> \\S|, (?:not|nao|no|never|nunca|jamais|jamas) (?!yet>|only>|just>|so>|again>|mais>|más>)\\S`,
  ),
);
const useNot = lazy(() =>
  pattern(
    `^(?:use|usa|usar|prefer|pick|choose|prefira|prefiere)> .*\\S,? (?:not|and not|e nao|y no|nao|no) (?!yet|only|just)\\S`,
  ),
);
const over = lazy(() => pattern("^(?:prefer|choose|pick|use|favou?r)> .*\\S over \\S"));
const prefer = lazy(() => pattern("^(?:prefer(?! to>)|prefira|prefiere|prefieran|prefiram)> \\S"));
const iPrefer = lazy(() =>
  pattern(
    `^(?:i (?:'d )?prefer | i'd prefer | (?:eu |yo )?prefiro | (?:yo )?prefiero)> .*\\S (?:over|to|a|ao|aos|as|al|${inside})> \\S`,
  ),
);
/** A place at the end makes it one edit: "use a map instead of a list in src/a.ts". */
const placeAtEnd = lazy(() => pattern("<(?:in|em|en|no|na) \\S+\\.[a-z]{1,4}$"));

export const substitution: FormRule = {
  form: "substitution",
  matches: ({ text }) =>
    statesChoice(text) &&
    !actsOnProduct(text) &&
    !deictic().test(text) &&
    !choiceWord().test(text) &&
    !placeAtEnd().test(text),
};

function statesChoice(text: string): boolean {
  if (prefer().test(text) || iPrefer().test(text)) return true;
  if (useNot().test(text) || over().test(text)) return true;
  return insteadOf().test(text) && startsWithDirective(text);
}

const separators = lazy(() =>
  pattern(`^(.*?\\S),? (?:${inside}|over|and not|e nao|y no|not|nao|no|never|nunca|jamais|jamas)> (.*)$`),
);

/** What is preferred and what it replaces; undefined when the sentence does not say. */
export function choiceSides(text: string): { readonly left: string; readonly right: string } | undefined {
  const match = separators().exec(text);
  return match ? { left: match[1] ?? "", right: match[2] ?? "" } : undefined;
}
