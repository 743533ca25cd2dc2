import type { ComponentChildren } from "preact";
import { useApp } from "../app.ts";
import { EndingRow } from "../rows/EndingRow.tsx";
import { HostRowView } from "../rows/HostRowView.tsx";
import { QuestionnaireCard } from "../rows/QuestionnaireCard.tsx";
import { QuestionRow } from "../rows/QuestionRow.tsx";
import { BashCard } from "../tools/BashCard.tsx";
import { ToolCard } from "../tools/ToolCard.tsx";
import { text } from "../strings/text.ts";
import { AnswerText } from "./AnswerText.tsx";
import { BranchRow } from "./BranchRow.tsx";
import { Guarded } from "./Guarded.tsx";
import { ItemRow } from "./ItemRow.tsx";
import type { Piece } from "./pieces.ts";
import { Thinking } from "./Thinking.tsx";

export interface PieceProps {
  piece: Piece;
  /** In the newest turn: what it asks for can still be given. */
  isNewest: boolean;
  isAllowedByMessage: (command: string) => boolean;
}

export function PieceView(props: PieceProps) {
  const { piece } = props;
  if ("ids" in piece) return <ToolList {...props} ids={piece.ids} />;
  const id = piece.kind === "row" ? `row:${piece.rowId}` : piece.itemId;
  return (
    <>
      <GuardedPiece id={id}>
        <SinglePiece {...props} />
      </GuardedPiece>
      {piece.kind !== "row" && beginsItem(piece) && <ItemBranch itemId={piece.itemId} />}
    </>
  );
}

/** Of the pieces of an item the one with which it begins, so that its branch point stands there once. */
function beginsItem(piece: Piece): boolean {
  return piece.kind === "item" || ((piece.kind === "text" || piece.kind === "thinking") && piece.index === 0);
}

function ItemBranch({ itemId }: { itemId: string }) {
  return <BranchRow entryId={useApp().store.item(itemId)?.entryId} />;
}

function SinglePiece({ piece, isNewest }: PieceProps) {
  const { store } = useApp();
  switch (piece.kind) {
    case "text":
      return <AnswerText itemId={piece.itemId} index={piece.index} />;
    case "thinking":
      return <Thinking itemId={piece.itemId} index={piece.index} />;
    case "row":
      return <HostRowView id={piece.rowId} />;
    case "question":
      return <QuestionRow isNewest={isNewest} />;
    case "ending": {
      const item = store.item(piece.itemId);
      return item?.kind === "assistant" ? <EndingRow item={item} isNewest={isNewest} /> : null;
    }
    case "questionnaire": {
      const item = store.item(piece.itemId);
      return item?.kind === "tool" ? <QuestionnaireCard item={item} /> : null;
    }
    case "item":
      return <ItemRow itemId={piece.itemId} />;
    case "tools":
    case "shell":
      return null;
    default:
      return piece satisfies never;
  }
}

function ToolList({ ids, isAllowedByMessage }: PieceProps & { ids: readonly string[] }) {
  return (
    <div class="rl-tools" role="group" aria-label={text("toolCalls")}>
      {ids.map((id) => (
        <GuardedPiece key={id} id={id}>
          <Call id={id} isAllowedByMessage={isAllowedByMessage} />
        </GuardedPiece>
      ))}
    </div>
  );
}

function Call({
  id,
  isAllowedByMessage,
}: {
  id: string;
  isAllowedByMessage: PieceProps["isAllowedByMessage"];
}) {
  const item = useApp().store.item(id);
  if (item?.kind === "bash") return <BashCard item={item} />;
  return <ToolCard id={id} isAllowedByMessage={isAllowedByMessage} />;
}

function GuardedPiece({ id, children }: { id: string; children: ComponentChildren }) {
  const { store } = useApp();
  const subject = (): unknown => store.peek(id) ?? store.row(id.replace(/^row:/, ""));
  return (
    <Guarded id={id} subject={subject} revision={store.peek(id)?.version}>
      {children}
    </Guarded>
  );
}
