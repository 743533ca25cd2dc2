/** Escape sequences that style text, link it, or mark a place in it. */
const escapes =
  /\u001b(?:\[[0-9;:?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|_[^\u0007\u001b]*(?:\u0007|\u001b\\))/y;

const reset = "\u001b[0m";
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u;
const zeroWidth = /^(?:\p{Control}|\p{Mark}|\u200b|\u200d|\ufeff)+$/u;

interface Piece {
  text: string;
  /** Columns; 0 for escape sequences. */
  width: number;
}

/** Columns that a line takes in a terminal, without its escape sequences; a tab counts as three. */
export function visibleWidth(text: string): number {
  return pieces(text).reduce((sum, { width }) => sum + width, 0);
}

/** At most `width` columns, ending in `ellipsis` when something was cut; styles end with it. `pad` fills the rest. */
export function truncateToWidth(text: string, width: number, ellipsis = "...", pad = false): string {
  const cut = cutToWidth(text, width, ellipsis);
  return pad ? cut + " ".repeat(Math.max(0, width - visibleWidth(cut))) : cut;
}

function cutToWidth(text: string, width: number, ellipsis: string): string {
  const all = pieces(text);
  if (all.reduce((sum, piece) => sum + piece.width, 0) <= width) return text;
  const room = Math.max(0, width - visibleWidth(ellipsis));
  const shownEllipsis = visibleWidth(ellipsis) <= width ? ellipsis : "";
  let used = 0;
  let kept = "";
  let isStyled = false;
  for (const piece of all) {
    if (used + piece.width > room) break;
    used += piece.width;
    kept += piece.text;
    isStyled ||= piece.width === 0 && piece.text.startsWith("\u001b");
  }
  return kept + (isStyled ? reset : "") + shownEllipsis;
}

/** Lines of at most `width` columns, broken at spaces where there are any; styles go on in the next line. */
export function wrapTextWithAnsi(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, Math.max(1, width)));
}

/** What a line shows from one column up to another, with the styles that are on there. */
export function sliceColumns(text: string, from: number, to: number): string {
  let column = 0;
  let kept = "";
  let isStyled = false;
  for (const piece of pieces(text)) {
    if (piece.width === 0) {
      if (piece.text.startsWith("\u001b[") && column < to) {
        kept += piece.text;
        isStyled = piece.text !== reset;
      } else if (column >= from && column < to) kept += piece.text;
      continue;
    }
    if (column >= from && column + piece.width <= to) kept += piece.text;
    column += piece.width;
  }
  return isStyled ? kept + reset : kept;
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current: Piece[] = [];
  let style = "";
  const flush = (): void => {
    const text = current.map((piece) => piece.text).join("");
    lines.push(style === "" || text.endsWith(reset) ? text : text + reset);
    current = style === "" ? [] : [{ text: style, width: 0 }];
  };
  for (const piece of pieces(line)) {
    if (piece.width === 0 && piece.text.startsWith("\u001b[") && piece.text.endsWith("m")) {
      style = /^\u001b\[0?m$/.test(piece.text) ? "" : style + piece.text;
    }
    const used = current.reduce((sum, { width: own }) => sum + own, 0);
    if (used + piece.width > width) {
      const space = current.findLastIndex(({ text }) => text === " ");
      const rest = space > 0 && piece.text !== " " ? current.splice(space + 1) : [];
      if (space > 0 && piece.text !== " ") current.pop();
      flush();
      current.push(...rest);
      // The space that a line was broken at is gone.
      if (piece.text === " ") continue;
    }
    current.push(piece);
  }
  const last = current.map((piece) => piece.text).join("");
  lines.push(last);
  return lines;
}

function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let plainFrom = 0;
  const plain = (to: number): void => {
    for (const { segment } of segmenter.segment(text.slice(plainFrom, to))) {
      found.push({ text: segment, width: widthOf(segment) });
    }
  };
  for (let at = text.indexOf("\u001b"); at !== -1; at = text.indexOf("\u001b", at)) {
    escapes.lastIndex = at;
    const [match] = escapes.exec(text) ?? [];
    if (match === undefined) {
      at++;
      continue;
    }
    plain(at);
    found.push({ text: match, width: 0 });
    at += match.length;
    plainFrom = at;
  }
  plain(text.length);
  return found;
}

function widthOf(grapheme: string): number {
  if (grapheme === "\t") return 3;
  if (zeroWidth.test(grapheme)) return 0;
  return wide.test(grapheme) || grapheme.includes("\ufe0f") ? 2 : 1;
}
