const quotePattern =
  /```[^\n`]*\n([^]*?)\n?```|```([^\n`]+)```|`([^`]+)`|“([^“”]*)”|«([^«»]*)»|"((?:[^"\\]|\\[^])*)"|‘([^‘’]*)’|(?<![\p{L}\p{M}\d])'([^'\n]*(?:'(?=\p{L})[^'\n]*)*)'(?![\p{L}\d])/gu;

/** Source of a pattern that matches one masked quotation. */
export const quotation = "\ue000\\d+\ue001";
const wholeQuotation = /^\ue000(\d+)\ue001$/;
const anyQuotation = /\ue000(\d+)\ue001/g;

/** A message whose quotations are masked, so that rules and separators never look inside them. */
export interface MaskedText {
  masked: string;
  quotations: readonly string[];
}

/** Masks '...', "...", `...`, «...», “...”, ‘...’ and fenced blocks. */
export function maskQuotations(text: string): MaskedText {
  const quotations: string[] = [];
  const masked = text.replace(quotePattern, (whole: string, ...groups: unknown[]) => {
    const inner = groups.slice(0, 8).find((group) => typeof group === "string") ?? "";
    quotations.push(whole.startsWith('"') ? inner.replaceAll('\\"', '"') : inner.replace(/^«\s|\s»$/g, ""));
    return `\ue000${quotations.length - 1}\ue001`;
  });
  return { masked: masked.normalize("NFC"), quotations };
}

export function isQuotation(part: string): boolean {
  return wholeQuotation.test(part);
}

/** The text of a quotation, or `part` with quotations as they were meant, between double quotes. */
export function unmask(part: string, { quotations }: MaskedText): string {
  const index = wholeQuotation.exec(part)?.[1];
  if (index !== undefined) return quotations[Number(index)] ?? "";
  return part.replace(anyQuotation, (_, at: string) => `"${quotations[Number(at)] ?? ""}"`);
}

/** Lower case without accents, of the same length, so that positions agree with the original. */
export function fold(text: string): string {
  return Array.from(text.split(""), (unit) => {
    const plain = unit.normalize("NFD").charAt(0).toLowerCase();
    return plain.length === 1 ? plain : unit;
  }).join("");
}
