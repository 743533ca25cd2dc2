import { fold } from "../text/fold.ts";
import { lazy } from "../text/lazy.ts";
import { mask } from "../text/mask.ts";
import type { Sentence } from "../text/sentences.ts";
import { strip } from "../text/strip.ts";
import { pattern } from "../text/words.ts";

const maxBullets = 12;

const header = lazy(() =>
  pattern(`^(?:(?:project|the|our|my|these|coding|general|as|las|los|nossas|nuestras|some) )*
    (?:rules|constraints|guidelines|conventions|house rules|ground rules
    | regras | restricoes | convencoes | diretrizes | reglas | restricciones | convenciones | normas)
    (?: (?:for|of|de|do|da|del|para|pra|to follow|no|in)>[^:]*)?:[\\s*_]*$`),
);

export interface ListedRule {
  /** The whole bullet at its first sentence; undefined at the sentences after it. */
  readonly text: string | undefined;
}

/** Sentences of the bullets directly under a heading such as "Rules:", by their index. */
export function listedRules(all: readonly Sentence[]): ReadonlyMap<number, ListedRule> {
  const listed = new Map<number, ListedRule>();
  let bullets: number | undefined;
  let paragraph = -1;
  for (const [index, sentence] of all.entries()) {
    if (!sentence.bullet) {
      bullets = isHeader(sentence.text) ? 0 : undefined;
      continue;
    }
    if (bullets === undefined) continue;
    const begins = sentence.paragraph !== paragraph;
    if (begins) {
      bullets++;
      paragraph = sentence.paragraph;
    }
    if (bullets > maxBullets) continue;
    listed.set(index, { text: begins ? bulletText(all, index) : undefined });
  }
  return listed;
}

function isHeader(text: string): boolean {
  return header().test(strip(fold(mask(text).masked)).replace(/^[*_]+/u, ""));
}

function bulletText(all: readonly Sentence[], first: number): string {
  const paragraph = all[first]?.paragraph;
  const texts: string[] = [];
  for (let index = first; all[index]?.paragraph === paragraph; index++) texts.push(all[index]?.text ?? "");
  return texts.join(" ");
}
