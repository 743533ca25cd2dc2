import type { WordPart } from "../tree.ts";

/** More words than this stay one word: the analysis needs to see them, not to count them. */
const maximumWords = 64;
const maximumItems = 4000;

/** A character of unquoted text, or a part that braces cannot look into. */
type Item = string | WordPart;

/** Expands `{a,b}` and `{1..3}` in unquoted text, as bash does before anything else. */
export function expandBraces(parts: readonly WordPart[]): WordPart[][] {
  const hasBrace = parts.some((part) => part.kind === "text" && !part.quoted && part.text.includes("{"));
  if (!hasBrace) return [[...parts]];
  const items = parts.flatMap((part): Item[] =>
    part.kind === "text" && !part.quoted ? [...part.text] : [part],
  );
  if (items.length > maximumItems) return [[...parts]];
  const words = expandItems(items, maximumWords);
  return words ? words.map(joinItems) : [[...parts]];
}

function expandItems(items: readonly Item[], room: number): Item[][] | undefined {
  for (let start = items.indexOf("{"); start >= 0; start = items.indexOf("{", start + 1)) {
    const group = readGroup(items, start);
    if (!group) continue;
    const rest = expandItems(items.slice(group.end), room);
    if (!rest) return undefined;
    const words: Item[][] = [];
    for (const choice of group.choices) {
      const middles = expandItems(choice, room);
      if (!middles) return undefined;
      for (const middle of middles) {
        for (const tail of rest) words.push([...items.slice(0, start), ...middle, ...tail]);
        if (words.length > room) return undefined;
      }
    }
    return words;
  }
  return [[...items]];
}

function readGroup(items: readonly Item[], start: number): { choices: Item[][]; end: number } | undefined {
  const choices: Item[][] = [[]];
  let depth = 0;
  for (let at = start; at < items.length; at++) {
    const item = items[at];
    if (item === undefined) break;
    if (item === "{" && depth++ === 0) continue;
    if (item === "}" && --depth === 0) {
      if (choices.length > 1) return { choices, end: at + 1 };
      const range = readRange(choices[0] ?? []);
      return range && { choices: range, end: at + 1 };
    }
    if (item === "," && depth === 1) choices.push([]);
    else choices.at(-1)?.push(item);
  }
  return undefined;
}

/** The first and the last of `a..b`: which ones lie between changes no verdict. */
function readRange(items: readonly Item[]): Item[][] | undefined {
  if (items.some((item) => typeof item !== "string")) return undefined;
  const match = /^(-?\w+)\.\.(-?\w+)(?:\.\.-?\d+)?$/.exec(items.join(""));
  return match ? [[...(match[1] ?? "")], [...(match[2] ?? "")]] : undefined;
}

function joinItems(items: readonly Item[]): WordPart[] {
  const parts: WordPart[] = [];
  let text = "";
  const flush = (): void => {
    if (text !== "") parts.push({ kind: "text", text, quoted: false });
    text = "";
  };
  for (const item of items) {
    if (typeof item === "string") {
      text += item;
      continue;
    }
    flush();
    parts.push(item);
  }
  flush();
  return parts;
}
