import { lazy } from "../text/lazy.ts";
import { pattern } from "../text/words.ts";
import { fold } from "../text/fold.ts";
import { countMasks, mask, unmask } from "../text/mask.ts";
import { prose } from "../text/prose.ts";
import { sentences } from "../text/sentences.ts";
import { strip } from "../text/strip.ts";
import { clauses } from "../text/clauses.ts";
import { tokens } from "../text/tokens.ts";
import { clauseObjects } from "./objects.ts";
import { withoutFinalMarks, withoutTag } from "./sentenceFilters.ts";
import type { Atom, Polarity } from "./types.ts";
import { groupOfWord } from "./verbs.ts";

/**
 * - `action`: rules of the other polarity about this action end ("you can touch the tests now").
 * - `about`: rules on these things end; `newest`, `all`: as they say.
 */
export type Retraction =
  | { readonly kind: "action"; readonly atom: Atom }
  | { readonly kind: "about"; readonly objects: readonly string[]; readonly words: readonly string[] }
  | { readonly kind: "newest" }
  | { readonly kind: "all" };

const permission = lazy(() =>
  pattern(`^(?:
    you (?:can|may)(?: now| also| again)* | (?:please )?feel free to | it(?:'s| is)(?: now)? (?:ok|okay|fine|alright|all right) to
    | (?:(?:voce|vc|voces|tu) )?(?:ja |agora )?podem? | (?:ta|tá|esta) liberad[oa](?: para| pra)? | liberad[oa](?: para| pra)?
    | (?:ya |ahora )?puedes? | (?:ya |ahora )?(?:esta|queda) permitido
    ) (?=\\S)`),
);
const gerund = lazy(() =>
  pattern("^(\\p{L}+ing)>(.*) is (?:now )?(?:allowed|ok|okay|fine|permitted)(?: now| again)*$"),
);
const release = lazy(() =>
  pattern(`^(?:
    (?:you |we )?no longer (?:need|have) to | (?:you |we )?(?:do not|don't) (?:need|have) to (?=.* (?:anymore|any more)$)
    | (?:(?:voce|vc|voces|a gente) )?nao precis(?:a|am|amos) mais
    | ya no (?:hace falta|necesitas|tienes que|hay que)
    ) (?=\\S)`),
);
const target = "(?:rules?|constraints?|regras?|restric(?:ao|oes)|reglas?|restriccion(?:es)?)";
const said =
  "(?:what i (?:said|told you|asked)|o que (?:eu )?(?:disse|falei|pedi)|lo que (?:te )?(?:dije|pedi|pedí))";
const about = "(?:about|on|regarding|concerning|for|sobre|de|do|da|dos|das|del|acerca de|quanto a)";
const forget = lazy(() =>
  pattern(`^(?:forget|ignore|drop|scrap|disregard|lift|remove|esqueca|esquece|ignora|olvida|olvidate de|quita|descarta|descarte)>
    (?: about)? (.*?)<(${target}|${said})>(?: ${about} (.*))?$`),
);
const forgetEverything = lazy(() =>
  pattern(`^(?:forget|ignore|disregard|esqueca|esquece|ignore|ignora|olvida) (?:everything|all|tudo|todo)
    (?: (?:i said|i told you|que (?:eu )?(?:disse|falei)|lo que (?:te )?dije))?$`),
);
const everyOne = lazy(() => pattern("<(?:all|every|todas|todos|todo|tudo)>"));
/** Only for this once: an exception, not a retraction. */
const once = lazy(() =>
  pattern(`<(?:for now | this time | this once | just once | today | in this (?:commit|pr|pull request|step|turn)
    | por enquanto | d?esta vez | d?essa vez | hoje | por ahora | hoy)>`),
);
const articles =
  /^(?:the|that|this|my|your|our|a|as|o|os|essa|esta|aquela|la|las|el|los|esa|previous|earlier|last)$/u;

/** What a message takes back, in its order. Questions take nothing back. */
export function retractionsOf(message: string): Retraction[] {
  const found: Retraction[] = [];
  for (const { text } of sentences(prose(message))) {
    const { masked, parts } = mask(text);
    if (/\?["'”»)]*$/u.test(masked)) continue;
    let masks = 0;
    for (const piece of clauses(masked)) {
      const folded = withoutFinalMarks(withoutTag(strip(fold(piece))));
      const offset = masks + countMasks(piece) - countMasks(folded);
      masks += countMasks(piece);
      if (once().test(folded)) continue;
      const original = (rest: string): string => {
        const at = folded.lastIndexOf(rest);
        return unmask(rest, parts, offset + countMasks(folded.slice(0, Math.max(0, at))));
      };
      const retraction = permitted(folded, original) ?? forgotten(folded, original);
      if (retraction) found.push(retraction);
    }
  }
  return found;
}

type Original = (folded: string) => string;

function permitted(folded: string, original: Original): Retraction | undefined {
  const ended = gerund().exec(folded);
  if (ended) {
    const [, verb = "", rest = ""] = ended;
    return action("+", groupOfWord(verb), original(rest));
  }
  for (const [openers, polarity] of [
    [permission(), "+"],
    [release(), "-"],
  ] as const) {
    const opener = openers.exec(folded);
    if (!opener) continue;
    const rest = folded.slice(opener[0].length);
    const [verb = ""] = tokens(rest);
    return action(polarity, groupOfWord(verb), original(rest.slice(verb.length)));
  }
  return undefined;
}

function action(polarity: Polarity, group: string | undefined, rest: string): Retraction | undefined {
  return group === undefined
    ? undefined
    : { kind: "action", atom: { polarity, group, objects: clauseObjects(rest) } };
}

function forgotten(folded: string, original: Original): Retraction | undefined {
  if (forgetEverything().test(folded)) return { kind: "all" };
  const match = forget().exec(folded);
  if (!match) return undefined;
  const [, before = "", noun = "", after] = match;
  if (after !== undefined) return aboutIt(original(after));
  if (everyOne().test(before)) return { kind: "all" };
  const named = before
    .trim()
    .split(" ")
    .filter((word) => word !== "" && !articles.test(word))
    .join(" ");
  if (named !== "") return aboutIt(original(named).replace(/^no-/u, ""));
  return /s$/u.test(noun) && !/^what/u.test(noun) ? { kind: "all" } : { kind: "newest" };
}

function aboutIt(text: string): Retraction {
  const words = wordsOfRule(text).filter((word) => !articles.test(word));
  return { kind: "about", objects: clauseObjects(text), words };
}

/** Every word, also those that name no thing: "forget the rule about any". */
export function wordsOfRule(text: string): string[] {
  return tokens(fold(text.replaceAll("`", " ")));
}
