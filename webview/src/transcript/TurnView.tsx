import { computed } from "@preact/signals";
import { memo } from "preact/compat";
import { useMemo, useRef } from "preact/hooks";
import { useApp } from "../app.ts";
import { RetryRow } from "../rows/RetryRow.tsx";
import { SliceRows } from "../rows/SliceRows.tsx";
import { text } from "../strings/text.ts";
import { roundDuration } from "../text/units.ts";
import { Fold } from "../ui/Fold.tsx";
import { useFold } from "../ui/useFold.ts";
import { BranchRow } from "./BranchRow.tsx";
import { Guarded } from "./Guarded.tsx";
import { foldTurn, pieceKey, samePieces, sectionsOf, splitTail, turnPieces } from "./pieces.ts";
import type { FoldedTurn, Piece } from "./pieces.ts";
import { PieceView } from "./PieceView.tsx";
import type { PieceProps } from "./PieceView.tsx";
import type { Turn } from "./timeline.ts";
import { TurnEnd } from "./TurnEnd.tsx";
import { commandsAllowedByMessage, turnFacts } from "./turnFacts.ts";
import type { TurnFacts } from "./turnFacts.ts";
import { UserMessage } from "./UserMessage.tsx";

interface TurnProps {
  turn: Turn;
  isNewest: boolean;
}

/** A request and what came of it. Browsers skip turns that are out of view. */
export const TurnView = memo(function TurnView({ turn, isNewest }: TurnProps) {
  const { store, chat } = useApp();
  const pieces = usePieces(turn);
  const isOver = !isNewest || !chat.run.value.isRunning;
  const user = turn.userId === undefined ? undefined : store.item(turn.userId);
  const allowed = useMemo(() => commandsAllowedByMessage(turn, (id) => store.peek(id)), [turn]);
  const share = { isNewest, isAllowedByMessage: (command: string) => allowed.has(command) };
  return (
    <section class="rl-turn" data-turn={turn.id}>
      {user?.kind === "user" && (
        <>
          <UserMessage item={user} />
          <BranchRow entryId={user.entryId} />
        </>
      )}
      {isOver ? (
        <FinishedTurn turn={turn} pieces={pieces} share={share} entryId={user?.entryId} />
      ) : (
        <Sections pieces={pieces} share={share} />
      )}
      {isNewest && <SliceRows />}
      {isNewest && <RetryRow />}
    </section>
  );
});

/** The pieces, the same list again as long as they are drawn alike: streaming text changes none of them. */
function usePieces(turn: Turn): readonly Piece[] {
  const { store } = useApp();
  const last = useRef<readonly Piece[]>([]);
  // A value per turn object: the turn is part of what it reads.
  const pieces = useMemo(
    () =>
      computed((): readonly Piece[] => {
        const next = turnPieces(turn, (id) => store.item(id));
        if (!samePieces(last.current, next)) last.current = next;
        return last.current;
      }),
    [turn],
  );
  return pieces.value;
}

type Share = Omit<PieceProps, "piece">;

function Sections({ pieces, share }: { pieces: readonly Piece[]; share: Share }) {
  return (
    <>
      {sectionsOf(pieces).map(({ kind, key, pieces: part }) =>
        kind === "answer" ? (
          <Answer key={key} pieces={part} share={share} />
        ) : (
          <Pieces key={key} pieces={part} share={share} />
        ),
      )}
    </>
  );
}

function Answer({ pieces, share }: { pieces: readonly Piece[]; share: Share }) {
  return (
    <article class="rl-answer" aria-label={text("relay")}>
      <Pieces pieces={pieces} share={share} />
    </article>
  );
}

function Pieces({ pieces, share }: { pieces: readonly Piece[]; share: Share }) {
  return (
    <>
      {pieces.map((piece) => (
        <PieceView key={pieceKey(piece)} piece={piece} {...share} />
      ))}
    </>
  );
}

interface FinishedTurnProps {
  turn: Turn;
  pieces: readonly Piece[];
  share: Share;
  entryId: string | undefined;
}

function FinishedTurn({ turn, pieces, share, entryId }: FinishedTurnProps) {
  const { store, chat } = useApp();
  const facts = useMemo(() => turnFacts(turn, (id) => store.peek(id)), [turn, pieces]);
  const { turn: own, tail } = splitTail(pieces);
  const folded = chat.settings.value.foldFinishedTurns ? foldTurn(own) : undefined;
  return (
    <>
      {folded ? (
        <FoldedWork id={entryId ?? turn.id} folded={folded} facts={facts} share={share} />
      ) : (
        <Sections pieces={own} share={share} />
      )}
      {own.length > 0 && (
        <Guarded id={`end:${turn.id}`} subject={() => facts.evidence} revision={facts}>
          <TurnEnd facts={facts} entryId={entryId} />
        </Guarded>
      )}
      <Pieces pieces={tail} share={share} />
    </>
  );
}

interface FoldedWorkProps {
  id: string;
  folded: FoldedTurn;
  facts: TurnFacts;
  share: Share;
}

function FoldedWork({ id, folded, facts, share }: FoldedWorkProps) {
  const [isOpen, setOpen] = useFold(`work:${id}`, false);
  return (
    <>
      <Pieces pieces={folded.before} share={share} />
      <article class="rl-answer" aria-label={text("relay")}>
        <Fold isOpen={isOpen} onToggle={setOpen} label={<WorkLabel facts={facts} />}>
          {() => <Pieces pieces={folded.work} share={share} />}
        </Fold>
        {folded.between.length === 0 && <Pieces pieces={folded.rest.filter(isText)} share={share} />}
      </article>
      {folded.between.length > 0 && (
        <>
          <Pieces pieces={folded.between} share={share} />
          <Sections pieces={folded.rest.filter(isText)} share={share} />
        </>
      )}
      <Sections pieces={folded.rest.filter((piece) => !isText(piece))} share={share} />
    </>
  );
}

function isText(piece: Piece): boolean {
  return piece.kind === "text";
}

function WorkLabel({ facts }: { facts: TurnFacts }) {
  const { tools, files, durationMs, evidence } = facts;
  const checks = evidence?.checks.length ?? 0;
  const counts = [
    text("toolsCount", tools),
    files.size > 0 ? text("filesCount", files.size) : undefined,
    checks > 0 ? text("checksCount", checks) : undefined,
  ].filter((count) => count !== undefined);
  return (
    <>
      {durationMs === undefined ? text("worked") : text("workedFor", roundDuration(durationMs))}
      <span class="nums">{` · ${counts.join(", ")}`}</span>
    </>
  );
}
