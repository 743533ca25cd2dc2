import type { WordPart } from "../tree.ts";

const pattern = /[*?]|\[[^\]/\s]+\]/;

/** Separates pattern characters from the unquoted text around them. */
export function splitGlobs(parts: readonly WordPart[]): WordPart[] {
  return parts.flatMap((part): WordPart[] => {
    if (part.kind !== "text" || part.quoted || !pattern.test(part.text)) return [part];
    return part.text
      .split(new RegExp(`(${pattern.source})`))
      .filter((text) => text !== "")
      .map((text) => (pattern.test(text) ? { kind: "glob", text } : { kind: "text", text, quoted: false }));
  });
}
