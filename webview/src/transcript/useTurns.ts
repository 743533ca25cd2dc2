import { useMemo, useRef } from "preact/hooks";
import { useApp } from "../app.ts";
import { groupTurns } from "./timeline.ts";
import type { Turn } from "./timeline.ts";

/** A folded turn is drawn from about as many entries as this. */
const foldedWeight = 6;

/** The turns of the conversation, and how many entries each puts into the document. */
export function useTurns(): { turns: readonly Turn[]; weights: readonly number[] } {
  const { store, chat } = useApp();
  const timeline = store.timeline.value;
  const isFolding = chat.settings.value.foldFinishedTurns;
  const last = useRef<readonly Turn[]>([]);
  const turns = useMemo(() => (last.current = groupTurns(timeline, last.current)), [timeline]);
  const weights = useMemo(
    () =>
      turns.map(({ entries }, index) => {
        const isNewest = index === turns.length - 1;
        return isFolding && !isNewest ? Math.min(entries.length + 1, foldedWeight) : entries.length + 1;
      }),
    [turns, isFolding],
  );
  return { turns, weights };
}
