import type { AssistantItem, ToolItem, TranscriptItem } from "@relay-harness/protocol";
import type { TimelineEntry, Turn } from "./timeline.ts";

/** What a turn is drawn from, in order: parts of answers and rows between them. */
export type Piece =
  | { readonly kind: "text"; readonly itemId: string; readonly index: number }
  | { readonly kind: "thinking"; readonly itemId: string; readonly index: number }
  /** Calls that follow each other are one list. */
  | { readonly kind: "tools"; readonly ids: readonly string[] }
  /** Commands that the user ran. */
  | { readonly kind: "shell"; readonly ids: readonly string[] }
  /** How an answer ended, where that is worth a row. */
  | { readonly kind: "ending"; readonly itemId: string }
  /** A call that waits because the message only asked a question. */
  | { readonly kind: "question"; readonly itemId: string }
  /** The file that an intake wrote. */
  | { readonly kind: "questionnaire"; readonly itemId: string }
  | { readonly kind: "item"; readonly itemId: string }
  | { readonly kind: "row"; readonly rowId: string };

/** Parts of an answer, or rows, that stand together. */
export interface Section {
  readonly kind: "answer" | "rows";
  readonly key: string;
  readonly pieces: readonly Piece[];
}

type ItemOf = (id: string) => TranscriptItem | undefined;

/** Records of the harness that are shown in another place than their own. */
const placedElsewhere = new Set(["relay.harness.evidence", "relay.harness.approval"]);

/** The pieces of a turn after its message. */
export function turnPieces(turn: Turn, itemOf: ItemOf): Piece[] {
  const pieces: Piece[] = [];
  for (const entry of turn.entries) addEntry(pieces, entry, itemOf);
  return pieces;
}

function addEntry(pieces: Piece[], entry: TimelineEntry, itemOf: ItemOf): void {
  if (entry.kind === "row") {
    pieces.push({ kind: "row", rowId: entry.id });
    return;
  }
  const item = itemOf(entry.id);
  if (!item) return;
  if (item.kind === "assistant") addAnswer(pieces, item, itemOf);
  else if (item.kind === "tool") addCall(pieces, item.id, itemOf);
  else if (item.kind === "bash") addToList(pieces, "shell", item.id);
  else if (item.kind !== "record") pieces.push({ kind: "item", itemId: item.id });
  else if (!placedElsewhere.has(item.customType)) pieces.push({ kind: "item", itemId: item.id });
}

function addAnswer(pieces: Piece[], item: AssistantItem, itemOf: ItemOf): void {
  item.blocks.forEach((block, index) => {
    if (block.kind === "toolCall") addCall(pieces, block.itemId, itemOf);
    else if (block.text.trim() !== "" || (block.kind === "thinking" && block.redacted)) {
      pieces.push({ kind: block.kind, itemId: item.id, index });
    }
  });
  const { stopReason } = item;
  if (stopReason === "error" || stopReason === "aborted" || stopReason === "length") {
    pieces.push({ kind: "ending", itemId: item.id });
  }
}

function addCall(pieces: Piece[], id: string, itemOf: ItemOf): void {
  addToList(pieces, "tools", id);
  const item = itemOf(id);
  if (item?.kind !== "tool") return;
  if (isHeldQuestion(item)) pieces.push({ kind: "question", itemId: id });
  if (isQuestionnaire(item)) pieces.push({ kind: "questionnaire", itemId: id });
}

/** Cards that follow each other share a box. */
function addToList(pieces: Piece[], kind: "tools" | "shell", id: string): void {
  const last = pieces.at(-1);
  if (last?.kind === kind) pieces[pieces.length - 1] = { kind, ids: [...last.ids, id] };
  else pieces.push({ kind, ids: [id] });
}

function isQuestionnaire(item: ToolItem): boolean {
  return item.name === "intake_questionnaire" && item.state === "done" && !item.isError;
}

/** The harness held the call back: the message only asked. */
function isHeldQuestion(item: ToolItem): boolean {
  const [first] = item.content;
  return item.isError && first?.type === "text" && first.text.startsWith("[harness:question]");
}

/** Pieces gathered into answers and rows. */
export function sectionsOf(pieces: readonly Piece[]): Section[] {
  const sections: { kind: Section["kind"]; key: string; pieces: Piece[] }[] = [];
  for (const piece of pieces) {
    const kind = isOfAnswer(piece) ? "answer" : "rows";
    const last = sections.at(-1);
    if (last?.kind === kind) last.pieces.push(piece);
    else sections.push({ kind, key: pieceKey(piece), pieces: [piece] });
  }
  return sections;
}

function isOfAnswer(piece: Piece): boolean {
  return piece.kind === "text" || piece.kind === "thinking" || piece.kind === "tools";
}

/** Stable while the piece grows. */
export function pieceKey(piece: Piece): string {
  switch (piece.kind) {
    case "text":
    case "thinking":
      return `${piece.itemId}:${piece.index}`;
    case "tools":
    case "shell":
      return `calls:${piece.ids[0]}`;
    case "row":
      return `row:${piece.rowId}`;
    default:
      return `${piece.kind}:${piece.itemId}`;
  }
}

/** Says whether two lists are drawn alike but for what their items hold. */
export function samePieces(left: readonly Piece[], right: readonly Piece[]): boolean {
  return (
    left.length === right.length &&
    left.every((piece, index) => {
      const other = right[index];
      if (!other || pieceKey(piece) !== pieceKey(other)) return false;
      return !("ids" in piece) || ("ids" in other && sameIds(piece.ids, other.ids));
    })
  );
}

function sameIds(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((id, index) => id === right[index]);
}

/** A finished turn: what stays in view, and the work that folds to one line. */
export interface FoldedTurn {
  /** Before the first part of an answer. */
  readonly before: readonly Piece[];
  readonly work: readonly Piece[];
  /** Rows that came amid the work. */
  readonly between: readonly Piece[];
  /** The last text and all after it. */
  readonly rest: readonly Piece[];
}

/** Splits the pieces of a finished turn; `undefined` when there is no work to fold. */
export function foldTurn(pieces: readonly Piece[]): FoldedTurn | undefined {
  const first = pieces.findIndex(isOfAnswer);
  const lastWork = pieces.findLastIndex((piece) => piece.kind === "tools" || piece.kind === "thinking");
  const lastText = pieces.findLastIndex((piece) => piece.kind === "text");
  if (!pieces.some((piece) => piece.kind === "tools")) return undefined;
  // A turn that was stopped amid its work keeps its last text in view as well.
  const end = Math.max(lastText, lastWork + 1);
  const shown = pieces[lastText];
  const middle = pieces.slice(first, end).filter((piece) => piece !== shown);
  const results = middle.filter((piece) => piece.kind === "questionnaire");
  return {
    before: pieces.slice(0, first),
    work: middle.filter(isOfAnswer),
    between: middle.filter((piece) => !isOfAnswer(piece) && piece.kind !== "questionnaire"),
    rest: [...(shown ? [shown] : []), ...results, ...pieces.slice(end).filter((piece) => piece !== shown)],
  };
}

/** Rows of the editor and commands of the user that came after all else: they belong below a turn's end. */
export function splitTail(pieces: readonly Piece[]): { turn: readonly Piece[]; tail: readonly Piece[] } {
  const end = pieces.findLastIndex((piece) => piece.kind !== "row" && piece.kind !== "shell") + 1;
  return { turn: pieces.slice(0, end), tail: pieces.slice(end) };
}
