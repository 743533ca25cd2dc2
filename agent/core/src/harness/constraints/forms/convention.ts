import { isEnglishBaseForm } from "../../lexicon/directiveVerbs.ts";
import { errorNoun } from "../../lexicon/markers.ts";
import {
  idiomAfterDont,
  idiomAfterNever,
  idiomAfterWeNever,
  isIdiomAfterNao,
} from "../../lexicon/negativeIdioms.ts";
import { verbReadings } from "../../lexicon/verbForms.ts";
import { lazy } from "../../text/lazy.ts";
import { tokens } from "../../text/tokens.ts";
import { pattern } from "../../text/words.ts";
import type { FormRule, RuleClause } from "../types.ts";

const project = "(?:repo|repository|project|codebase|team|company)";
const weOpener = lazy(() =>
  pattern(
    `^(?:(?:here|in (?:this|our|the) ${project}),? )?we (?:never|always|only|do not|don't) (?:ever )?(?=\\S)`,
  ),
);
const nosOpener = lazy(() =>
  pattern(`^(?:(?:aqui|aca|neste projeto|nesse projeto|en este proyecto),? )?(?:a gente|nos|nosotros|nosotras)[ ]
    (?:nunca|sempre|siempre|só|solo|apenas|nao|no) (?:(?:se|o|a|lo|la) )?(?=\\S)`),
);
const aquiOpener = lazy(() =>
  pattern(
    `^(?:aqui|aca|neste projeto|nesse projeto|en este proyecto),? (?:nunca|sempre|siempre|só|solo|nao|no) (\\p{L}+mos)>`,
  ),
);
const weUse = lazy(() =>
  pattern(`^(?:(?:here|aqui),? )?(?:(?:we|this ${project}|the ${project}|our ${project}) (?:use|uses|follow|follows)
    | (?:a gente | este projeto | esse projeto | o projeto | este proyecto | el proyecto | nos | nosotros)[ ]
      (?:usa|segue|usamos|seguimos|sigue)
    | usamos | seguimos)> .*\\S,? (?:not|instead of|nao|em vez d[eoa]|no|en vez del?)> \\S`),
);
const hereUse = lazy(() =>
  pattern(`^(?:in (?:this|our) ${project},? (?:we )?(?:use|follow)
    | (?:neste|nesse) (?:repo|repositorio|projeto),? (?:a gente |nos )?(?:usa|usamos|segue|seguimos)
    | en este (?:repo|repositorio|proyecto),? (?:usa|usamos|sigue|seguimos))> \\S`),
);

/** "We don't use that anymore" tells of one thing. */
const aboutThat = lazy(() =>
  pattern(`^\\S+ (?:(?:mais|mas|más|ya) )?(?:that|this|it|those|these|them|isso|isto|ess[ea]s?|dess[ea]s?|disso|eso|esto|es[ao]s?)
    (?: (?:anymore|any more|any longer|now|here|mais|más|aqui|ya))*$`),
);

export const convention: FormRule = {
  form: "convention",
  matches: (clause) =>
    weDo(clause) ||
    nosDo(clause) ||
    aquiOpener().test(clause.text) ||
    weUse().test(clause.text) ||
    hereUse().test(clause.text),
};

function weDo(clause: RuleClause): boolean {
  const opener = weOpener().exec(clause.text);
  if (!opener || errorNoun().test(clause.text)) return false;
  const rest = clause.text.slice(opener[0].length);
  if (aboutThat().test(rest)) return false;
  const [word = ""] = tokens(rest);
  const idioms = [idiomAfterWeNever(), idiomAfterNever(), idiomAfterDont()];
  return isEnglishBaseForm(word) && !idioms.some((idiom) => idiom.has(word));
}

function nosDo(clause: RuleClause): boolean {
  const opener = nosOpener().exec(clause.text);
  if (!opener || errorNoun().test(clause.text)) return false;
  const rest = clause.text.slice(opener[0].length);
  if (aboutThat().test(rest)) return false;
  const [word = ""] = tokens(rest);
  return !isIdiomAfterNao(rest) && verbReadings(word).some((reading) => reading.language !== "en");
}
