import fc from "fast-check";

const looks = ["(?=", "(?!", "(?<=", "(?<!"];

/** Texts of which most match the pattern. */
export function matchingTexts(pattern: RegExp): fc.Arbitrary<string> {
  return fc.stringMatching(new RegExp(withoutLooks(pattern.source), "u"), { maxLength: 200 });
}

/** The expression without its lookarounds, which text generators do not know. */
function withoutLooks(source: string): string {
  let rest = source;
  for (let from = nextLook(rest); from >= 0; from = nextLook(rest)) {
    rest = rest.slice(0, from) + rest.slice(closing(rest, from) + 1);
  }
  return rest;
}

function nextLook(source: string): number {
  return Math.max(...looks.map((look) => source.lastIndexOf(look)));
}

function closing(source: string, from: number): number {
  let depth = 0;
  let isInClass = false;
  for (let index = from; index < source.length; index++) {
    const character = source[index];
    if (character === "\\") index++;
    else if (character === "[") isInClass = true;
    else if (character === "]") isInClass = false;
    else if (character === "(" && !isInClass) depth++;
    else if (character === ")" && !isInClass && --depth === 0) return index;
  }
  throw new Error(`No end of the group at ${from}: ${source}`);
}
