import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../app.ts";
import { text } from "../strings/text.ts";
import { Icon } from "../ui/Icon.tsx";
import { placeOfItem } from "./locate.ts";
import { endRange, firstLimit, newerRange, olderRange, rangeAround } from "./mountedRange.ts";
import type { MountedRange } from "./mountedRange.ts";
import { indexOfTurn } from "./timeline.ts";
import type { Turn } from "./timeline.ts";
import { TurnView } from "./TurnView.tsx";
import { holdAt, holdThrough, topTurn } from "./scrollAnchor.ts";
import type { TopTurn } from "./scrollAnchor.ts";
import { useFirstScreen } from "./useFirstScreen.ts";
import { useFollowing } from "./useFollowing.ts";
import { useOlderPages } from "./useOlderPages.tsx";
import { useTurns } from "./useTurns.ts";

/** Closer than this to an end of what is mounted, more is mounted there, in pixels. */
const mountMargin = 800;

/** Turns by their ids: pages that come in front move every index. */
interface Place {
  readonly fromId: string;
  /** The one after it: a cut first turn may get another id once its beginning is here. */
  readonly secondId: string | null;
  /** First turn that is not mounted; `null` = the end. */
  readonly toId: string | null;
}

/** The conversation: a bounded part of it in the document, its end followed while the reader is there. */
export function Conversation() {
  const { store, navigation, memory } = useApp();
  const { turns, weights } = useTurns();
  const [place, setPlace] = useState<Place | null>(null);
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const pages = useOlderPages();
  const isFirst = useFirstScreen(log, content);
  const range = navigation.isFollowing.value
    ? endRange(weights, isFirst ? firstLimit : undefined)
    : resolve(place, turns, weights);
  const latest = useRef({ turns, weights, range });
  latest.current = { turns, weights, range };

  const mount = (next: MountedRange): void => setPlace(placeOf(next, latest.current.turns));

  useFollowing(log, content, (element, isAtEnd) => {
    const { turns: all, weights: sizes, range: mounted } = latest.current;
    const isComplete = mounted.to === all.length;
    if (isAtEnd && isComplete) {
      navigation.isFollowing.value = true;
      navigation.unseen.value = 0;
    } else if (!navigation.isFollowing.peek()) setPlace((known) => known ?? placeOf(mounted, all));
    rememberScroll(element);
    if (navigation.isFollowing.peek()) return;
    if (element.scrollTop < mountMargin) {
      // At the very top the browser would not hold the view where it is.
      if (element.scrollTop === 0) element.scrollTop = 1;
      if (mounted.from > 0) mount(olderRange(sizes, mounted));
      else pages.load();
    }
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (below < mountMargin && !isComplete) mount(newerRange(sizes, mounted));
  });

  const anchor = useRef<TopTurn | null>(null);
  const rememberScroll = (element: HTMLElement): void => {
    const top = navigation.isFollowing.peek() ? null : topTurn(element);
    anchor.current = top;
    const entryId = top ? store.peek(top.turnId)?.entryId : undefined;
    memory.setScroll(top && entryId !== undefined ? { entryId, offset: top.offset } : null);
  };
  const first = turns[range.from]?.id;
  const last = turns[range.to - 1]?.id;
  // Turns come and go outside of the view: what is read stays where it is.
  useLayoutEffect(() => {
    if (log.current && anchor.current && !navigation.isFollowing.peek()) holdAt(log.current, anchor.current);
  }, [first, last]);

  const target = navigation.target.value;
  useEffect(() => {
    if (!target) return;
    const found = placeOfItem(turns, (id) => store.peek(id), target.itemId);
    if (!found) return;
    for (const fold of found.folds) if (memory.folds.peek()[fold] !== true) memory.setFold(fold, true);
    if (found.turnIndex < range.from || found.turnIndex >= range.to || !place) {
      const isMounted = found.turnIndex >= range.from && found.turnIndex < range.to;
      mount(isMounted ? range : rangeAround(weights, found.turnIndex));
    }
  }, [target]);
  useLayoutEffect(() => {
    if (!target || !log.current) return;
    const element = elementOf(log.current, target.itemId, turns, (id) => store.peek(id));
    if (!element) return;
    const { offset } = target;
    const turnId = offset === undefined ? undefined : turnIdOf(element);
    if (offset !== undefined && turnId !== undefined) {
      anchor.current = { turnId, offset };
      holdThrough(log.current, anchor.current);
      navigation.target.value = null;
      return;
    }
    const isLong = element.offsetHeight > log.current.clientHeight / 2;
    element.scrollIntoView({ block: target.isAtTop || isLong ? "start" : "center" });
    navigation.target.value = null;
  });

  const unseen = navigation.unseen.value;
  const shown = turns.slice(range.from, range.to);
  return (
    <div class="rl-log-wrap">
      <div
        ref={log}
        class="rl-log rl-scroll"
        role="log"
        aria-label={text("conversation")}
        aria-live="off"
        tabIndex={0}
      >
        <div ref={content}>
          {range.from === 0 && pages.status}
          {shown.map((turn, index) => (
            <TurnView key={turn.id} turn={turn} isNewest={range.from + index === turns.length - 1} />
          ))}
        </div>
      </div>
      {!navigation.isFollowing.value && (unseen > 0 || range.to < turns.length) && (
        <button
          type="button"
          class="rl-pill"
          onClick={() => {
            navigation.unseen.value = 0;
            navigation.isFollowing.value = true;
          }}
        >
          <Icon name="arrow-down" />
          {text("newRows", unseen)}
        </button>
      )}
    </div>
  );
}

function resolve(place: Place | null, turns: readonly Turn[], weights: readonly number[]): MountedRange {
  const from = place ? firstOf(place, turns) : -1;
  if (!place || from === -1) return endRange(weights);
  const to = place.toId === null ? -1 : indexOfTurn(turns, place.toId);
  return { from, to: to === -1 ? turns.length : Math.max(to, from + 1) };
}

function firstOf({ fromId, secondId }: Place, turns: readonly Turn[]): number {
  const index = indexOfTurn(turns, fromId);
  if (index !== -1 || secondId === null) return index;
  return Math.max(-1, indexOfTurn(turns, secondId) - 1);
}

function placeOf({ from, to }: MountedRange, turns: readonly Turn[]): Place | null {
  const first = turns[from];
  return first
    ? { fromId: first.id, secondId: turns[from + 1]?.id ?? null, toId: turns[to]?.id ?? null }
    : null;
}

function turnIdOf(element: HTMLElement): string | undefined {
  return element.closest<HTMLElement>("[data-turn]")?.dataset["turn"];
}

function elementOf(
  log: HTMLElement,
  itemId: string,
  turns: readonly Turn[],
  itemOf: Parameters<typeof placeOfItem>[1],
): HTMLElement | null {
  const own = log.querySelector<HTMLElement>(`[data-item="${CSS.escape(itemId)}"]`);
  if (own) return own;
  const place = placeOfItem(turns, itemOf, itemId);
  const turn = place && turns[place.turnIndex];
  return turn ? log.querySelector<HTMLElement>(`[data-turn="${CSS.escape(turn.id)}"]`) : null;
}
