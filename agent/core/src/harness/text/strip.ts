import { leadIns, leadInStarts, negators, ownSpeech } from "../lexicon/leadIns.ts";
import { Opener } from "../lexicon/opener.ts";
import { trimEndOf } from "./trimEnd.ts";

const decoration = /^[\s*_¡¿]+/u;
const punctuation = /^\s*[,:;.!-]+(?=\s|$|[*_¡¿])/u;

const words = [...leadIns].sort((a, b) => b.length - a.length).join("|");
export const leadIn = new Opener(
  leadInStarts(),
  `^(?:
    ${ownSpeech}>
    |(?:${words})>(?!['/.-]\\p{L})
    |é(?=\\s*[,.!])
    |(?:só|so|apenas|solo|just|only)(?= (?:${negators})>)
  )`,
);

/**
 * Folded text without what people say before the point: lead-ins ("please", "olha", "ojo"), own speech
 * ("I told you to") and surrounding emphasis, repeatedly.
 */
export function strip(folded: string): string {
  const lead = decoration.exec(folded)?.[0] ?? "";
  let rest = folded.slice(lead.length);
  for (let match = leadIn.exec(rest); match; match = leadIn.exec(rest)) {
    const after = rest.slice(match[0].length);
    const next = after.replace(punctuation, "").replace(decoration, "");
    if (next === "") break;
    rest = next;
  }
  return trimEndOf(rest, /[*_]/u.test(lead) ? "*_" : "");
}
