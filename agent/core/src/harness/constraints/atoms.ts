import { fold } from "../text/fold.ts";
import { lazy } from "../text/lazy.ts";
import type { Language } from "../text/lang.ts";
import { mask, unmask, countMasks } from "../text/mask.ts";
import { strip } from "../text/strip.ts";
import { tokens } from "../text/tokens.ts";
import { pattern } from "../text/words.ts";
import { choiceSides } from "./forms/substitution.ts";
import { clauseObjects, isInside, objectOverlap } from "./objects.ts";
import type { Atom, ConstraintForm, Polarity } from "./types.ts";
import { groupOfClause, groupOfWord } from "./verbs.ts";

const closedCopula = lazy(() => pattern(" (?:is|are|é|est[aá]|est[aã]o|s[aã]o|es|est[aá]n|son)>", "iu"));

const withoutAtoms: ReadonlySet<ConstraintForm> = new Set([
  "universal",
  "plural",
  "keep",
  "ensure",
  "list",
  "each",
]);
const negativeForms: ReadonlySet<ConstraintForm> = new Set(["never", "prohibit", "modal"]);

const negated = lazy(() => pattern("<(?:don't|do not|never|not|nao|no|nunca|jamais|jamas|without|sem|sin)>"));
/** Everything up to the negator: the verb of a prohibition comes after it. */
const upToNegator = lazy(() =>
  pattern(`^.*?<(?:do not|don't|never|not|mustn't|shouldn't|can't|cannot|under no circumstances|at no point
    | nao|no|nunca|jamais|jamas|em hipotese alguma|bajo ninguna circunstancia)>`),
);

/** What a recorded rule says about actions; computed from what a session entry holds. */
export function constraintAtoms(text: string, language: Language, form: ConstraintForm): Atom[] {
  if (withoutAtoms.has(form)) return [];
  const folded = strip(fold(mask(text).masked));
  if (form === "status")
    return [{ polarity: "-", group: "change", objects: clauseObjects(closedPlace(text)) }];
  if (form === "none") return [{ polarity: "-", group: "add", objects: clauseObjects(text) }];
  if (form === "desire") return [desireAtom(text, folded)];
  if (form === "substitution") return choiceAtoms(text);
  if (form === "convention" && !negated().test(folded.split(/ (?:instead|em vez|en vez)/u, 1)[0] ?? "")) {
    return choiceAtoms(text);
  }
  const polarity: Polarity = negativeForms.has(form) || isNegative(form, folded) ? "-" : "+";
  const verbs = polarity === "-" ? folded.replace(upToNegator(), "") : folded;
  const group = groupOfClause(tokens(verbs)) ?? "change";
  const verb = tokens(verbs).find((word) => groupOfWord(word) !== undefined);
  return [{ polarity, group, objects: clauseObjects(text).filter((name) => name !== verb) }];
}

/** "The vendor folder" of "the vendor folder is read-only". */
function closedPlace(text: string): string {
  const copula = closedCopula().exec(text);
  return copula && copula.index > 0 ? text.slice(0, copula.index) : text;
}

function isNegative(form: ConstraintForm, folded: string): boolean {
  return (form === "convention" || form === "standing") && negated().test(folded);
}

function desireAtom(text: string, folded: string): Atom {
  const wanted = tokens(folded).filter((word) => word !== "want" && word !== "quero" && word !== "quiero");
  const group = wanted.map(groupOfWord).find((found) => found !== undefined) ?? "add";
  return { polarity: "-", group, objects: clauseObjects(text) };
}

function choiceAtoms(text: string): Atom[] {
  const { masked, parts } = mask(text);
  const folded = fold(masked);
  const group = groupOfClause(tokens(strip(folded))) ?? "use";
  const sides = choiceSides(folded);
  if (!sides) return [{ polarity: "+", group, objects: clauseObjects(text) }];
  const left = clauseObjects(unmask(sides.left, parts));
  const right = clauseObjects(unmask(sides.right, parts, countMasks(sides.left)));
  return [
    { polarity: "+", group, objects: left.filter((name) => !right.includes(name)) },
    { polarity: "-", group, objects: right.filter((name) => !left.includes(name)) },
  ];
}

const minOverlap = 0.5;

/** Opposite sides about the same action and, for the greater part, the same things. */
export function areOpposed(left: Atom, right: Atom): boolean {
  if (left.polarity === right.polarity) return false;
  const [positive, negative] = left.polarity === "+" ? [left, right] : [right, left];
  const against = negative.objects.filter((name) => !positive.objects.some((place) => isInside(name, place)));
  // "Only change src" and "don't touch src/legacy" narrow each other.
  if (against.length === 0 && negative.objects.length > 0) return false;
  return concernSame(positive, { ...negative, objects: against });
}

/** The same action on the same things; a bare prohibition ("don't push") covers everything of its action. */
export function concernSame(left: Atom, right: Atom): boolean {
  if (left.group !== right.group) return false;
  if (isBareProhibition(left) || isBareProhibition(right)) return true;
  return objectOverlap(left.objects, right.objects) >= minOverlap;
}

function isBareProhibition(atom: Atom): boolean {
  return atom.polarity === "-" && atom.objects.length === 0;
}
